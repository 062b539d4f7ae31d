import AllocationCounter
import LSTMEngine
import Market
import Testing

/// 120,000 randomly damaged files: none may crash, hang or use up memory.
@Suite struct WeightsFuzzTests {
    @Test(arguments: 0..<12) func damagedFilesAreReadOrRefused(seed: UInt64) throws {
        let layers: [Layer] = [
            .lstm(inputs: 2, units: 3, gates: .ifgo), .lstm(inputs: 3, units: 2, gates: .ifgo),
            .dense(inputs: 2, units: 2, activation: .linear),
        ]
        let good = TestFile(tensors: try RandomNetwork(layers, seed: seed).tensors).bytes
        let architecture = try Architecture(layers)
        var random = SeededGenerator(seed: seed)
        _ = largest_allocation()
        var refused = 0
        for _ in 0..<10_000 {
            let bytes = damaged(good, &random)
            do throws(WeightsError) {
                let weights = try Weights(safetensors: bytes, architecture: architecture)
                // An accepted file must also run.
                _ = try? Network(weights).forecast([[1, -1]], steps: 2, threads: 1)
            } catch {
                refused += 1
                #expect(!error.description.isEmpty)
            }
        }
        #expect(refused > 5000, "seed \(seed): damage must mostly be noticed")
        #expect(largest_allocation() < 1 << 20, "seed \(seed): the good files have some hundred bytes")
    }

    private func damaged(_ good: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = good
        let headerEnd = 8 + Int(bytes[0]) + Int(bytes[1]) << 8
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            guard !bytes.isEmpty else { break }
            // The header is a small part of a file, but most faults are in it.
            let place = Int.random(in: 0..<min(bytes.count, Bool.random(using: &random) ? headerEnd : good.count), using: &random)
            switch Int.random(in: 0..<7, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
            case 4: bytes.removeLast(bytes.count - place)
            case 5: bytes.insert(contentsOf: bytes[place..<min(place + 20, bytes.count)], at: place)
            default:
                let digits = Array(
                    ["9", "0", "-1", "1e9", "9223372036854775807", "[", "{", "\"", "\\u0000"].randomElement(using: &random)!.utf8)
                bytes.replaceSubrange(place..<min(place + digits.count, bytes.count), with: digits)
            }
        }
        return bytes
    }

    /// A header that claims the largest possible size takes no more memory than the file.
    @Test func hostileSizesAllocateNothing() throws {
        _ = largest_allocation()
        let architecture = try Architecture([
            .lstm(inputs: 4096, units: 4096, gates: .ifgo), .dense(inputs: 4096, units: 4096, activation: .linear),
        ])
        var file = TestFile()
        file.entries = [.init(name: "layers.0.kernel", shape: [4096, 16384], begin: 0, end: 268_435_456)]
        #expect(throws: WeightsError.self) { try Weights(safetensors: file.bytes, architecture: architecture) }
        file.headerText = String(repeating: "[", count: 1_000_000)
        #expect(throws: WeightsError.self) { try Weights(safetensors: file.bytes, architecture: architecture) }
        file.headerText = "{\"a\":" + String(repeating: "[", count: 1_000_000)
        #expect(throws: WeightsError.self) { try Weights(safetensors: file.bytes, architecture: architecture) }
        // The texts of a million brackets are the largest.
        #expect(largest_allocation() < 4 << 20)
    }
}

import Inference
import Market
import Server
import ServerWorld
import Testing

/// Valid requests with changed bytes: each is planned or refused, and none ends the process.
@Suite struct OpenInferenceFuzzTests {
    @Test(arguments: 0..<20) func aThousandMutatedRequestsArePlannedOrRefused(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var planned = 0
        for _ in 0..<1000 {
            var body = Self.goodBodies.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 1...4, using: &random) { Self.mutate(&body, &random) }
            do throws(TensorRefusal) {
                let plan = try body.planned()
                planned += 1
                #expect(plan.inputs.series * plan.inputs.steps == plan.inputs.values.count, "seed \(seed)")
                let areFinite = plan.inputs.values.allSatisfy(\.isFinite)
                #expect(areFinite, "seed \(seed)")
                #expect((1...100_000).contains(plan.steps), "seed \(seed)")
            } catch {
                #expect(!error.code.isEmpty && !error.accepted.isEmpty, "seed \(seed)")
                #expect(error.description.count < 1000, "seed \(seed): \(error)")
            }
        }
        // Otherwise only the refusals of JSON were tested.
        #expect(planned > 10, "seed \(seed)")
    }

    private static let goodBodies: [FuzzBody] = [
        FuzzBody(#"{"id":"a","inputs":[{"name":"input","datatype":"FP32","shape":[2,2,1],"data":[1,2.5,-3e-1,400]}]}"#),
        FuzzBody(
            #"{"inputs":[{"name":"input","shape":[1,3,1],"datatype":"FP32","data":[[[1],[2],[3]]]}],"#
                + #""parameters":{"steps":5,"decode":"sliding_window"},"outputs":[{"name":"output"}]}"#),
        FuzzBody(
            #"{"inputs":[{"name":"input","shape":[1,2,1],"datatype":"FP32","parameters":{"binary_data_size":8}}],"#
                + #""parameters":{"binary_data_output":true}}"#, [0, 0, 128, 63, 0, 0, 0, 64]),
    ]

    /// The bytes that change valid requests most: digits, brackets, signs, large numbers.
    private static let pieces = [
        "[", "]", "{", "}", ",", ":", "\"", "-", ".", "e", "0", "9", "1e9", "9223372036854775807", "-1", "null", "true", "\\u0000",
        "[[",
        "]]", " ", "4294967296", "0.1", "\u{FFFD}",
    ].map { Array($0.utf8) }

    private static func mutate(_ body: inout FuzzBody, _ random: inout SeededGenerator) {
        let count = body.bytes.count
        let place = Int.random(in: 0...count, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where place < count: body.bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1 where place < count: body.bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: body.bytes.removeSubrange(place..<min(count, place + Int.random(in: 0..<8, using: &random)))
        case 3: body.bytes.insert(contentsOf: pieces.randomElement(using: &random)!, at: place)
        case 4: body.headerLength = body.headerLength.map { $0 + Int.random(in: -9...9, using: &random) }
        default:
            let digits = body.bytes.indices.filter { (0x30...0x39).contains(body.bytes[$0]) }
            if let index = digits.randomElement(using: &random) {
                body.bytes[index] = UInt8.random(in: 0x30...0x39, using: &random)
            }
        }
    }
}

private struct FuzzBody {
    var bytes: [UInt8]
    var headerLength: Int?

    init(_ json: String, _ binary: [UInt8] = []) {
        bytes = Array(json.utf8) + binary
        headerLength = binary.isEmpty ? nil : json.utf8.count
    }

    func planned() throws(TensorRefusal) -> TensorPlan {
        let request = try bytes.withUnsafeBufferPointer { bytes throws(TensorRefusal) in
            try InferenceRequest(bytes, headerLength: headerLength)
        }
        return try request.tensors.plan(for: InferenceBody.model)
    }
}

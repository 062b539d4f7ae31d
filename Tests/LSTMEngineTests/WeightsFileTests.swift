import Digests
import LSTMEngine
import Testing

@Suite struct WeightsFileTests {
    private static let architecture = try! Architecture([
        .lstm(inputs: 1, units: 2, gates: .ifgo), .dense(inputs: 2, units: 1, activation: .linear),
    ])

    /// A valid file: 8 + 16 + 8 + 2 + 1 floats.
    private static var good: TestFile {
        TestFile(tensors: [
            ("layers.0.kernel", [1, 8], .init(repeating: 0.1, count: 8)),
            ("layers.0.recurrent_kernel", [2, 8], .init(repeating: 0.2, count: 16)),
            ("layers.0.bias", [8], .init(repeating: 0.3, count: 8)),
            ("layers.1.kernel", [2, 1], [0.4, 0.5]),
            ("layers.1.bias", [1], [0.6]),
        ])
    }

    private func refusal(_ change: (inout TestFile) -> Void) -> WeightsError? {
        var file = Self.good
        change(&file)
        return refusal(of: file.bytes)
    }

    private func refusal(of bytes: [UInt8], sha256: String? = nil) -> WeightsError? {
        do throws(WeightsError) {
            _ = try Weights(safetensors: bytes, architecture: Self.architecture, sha256: sha256, file: "m")
            return nil
        } catch {
            #expect(error.description.hasPrefix("m: "))
            return error
        }
    }

    @Test func aValidFileIsRead() {
        #expect(refusal { _ in } == nil)
        #expect(refusal { $0.headerText = $0.header + "      " } == nil)
        #expect(refusal { $0.headerText = "{\"__metadata__\":{\"made\":\"by hand\"}," + $0.header.dropFirst() } == nil)
    }

    @Test func theOrderOfTensorsInTheHeaderIsFree() {
        #expect(refusal { $0.entries.reverse() } == nil)
    }

    // MARK: The header

    @Test func aFileOfSevenBytes() { #expect(refusal(of: [1, 0, 0, 0, 0, 0, 0]) == .tooShort(file: "m", bytes: 7)) }

    @Test func aHeaderBeyond100MB() {
        #expect(refusal { $0.headerLength = 100_000_001 } == .headerTooLong(file: "m", bytes: 100_000_001, limit: 100_000_000))
        #expect(refusal { $0.headerLength = .max } == .headerTooLong(file: "m", bytes: .max, limit: 100_000_000))
    }

    @Test func aHeaderBeyondTheFile() {
        let available = Self.good.bytes.count - 8
        #expect(refusal { $0.headerLength = 5000 } == .headerBeyondFile(file: "m", bytes: 5000, available: available))
    }

    @Test(arguments: [
        "", "[]", " {}", "{\"a\":}", "{", "{}{}", "{\"a\":{}} x", "{\"__metadata__\":{\"a\":1}}", "{\"__metadata__\":[]}",
    ])
    func aHeaderThatIsNotAnObject(text: String) {
        guard let error = refusal({ $0.headerText = text }) else {
            Issue.record("accepted")
            return
        }
        switch error {
        case .badHeader, .badEntry: break
        default: Issue.record("\(error)")
        }
    }

    @Test func anotherMemberOfAnEntry() {
        let error = refusal {
            $0.headerText = $0.header.replacing("\"dtype\":\"F32\",\"shape\":[1]", with: "\"dtype\":\"F32\",\"x\":1,\"shape\":[1]")
        }
        guard case .badEntry("m", "layers.1.bias", let problem) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(problem.contains("\"x\""))
    }

    @Test func aMissingMemberOfAnEntry() {
        let error = refusal { $0.headerText = "{\"layers.1.bias\":{\"dtype\":\"F32\",\"shape\":[1]}}" }
        #expect(error == .badEntry(file: "m", tensor: "layers.1.bias", problem: "expected dtype, shape and two data_offsets"))
    }

    @Test func aNegativeSize() {
        guard case .badEntry("m", "layers.1.bias", _) = refusal({ $0.entries[4].shape = [-1] }) else {
            Issue.record("accepted")
            return
        }
    }

    @Test func aSizeThatIsNotAWholeNumber() {
        guard case .badEntry("m", "layers.1.bias", _) = refusal({ $0.headerText = $0.header.replacing("[1],", with: "[1.0],") })
        else {
            Issue.record("accepted")
            return
        }
    }

    @Test func aNameThatOccursTwice() {
        #expect(refusal { $0.entries[1].name = "layers.0.kernel" } == .duplicateTensor(file: "m", tensor: "layers.0.kernel"))
    }

    @Test func thousandsOfTensors() {
        let error = refusal { file in
            file.entries = (0..<100).map { .init(name: "t\($0)", shape: [0], begin: 0, end: 0) }
        }
        #expect(error == .tooManyTensors(file: "m", limit: 64))
    }

    // MARK: Sizes and places

    @Test func anUnknownType() {
        #expect(refusal { $0.entries[4].type = "I64" } == .unsupportedType(file: "m", tensor: "layers.1.bias", found: "I64"))
    }

    @Test func aShapeWhoseProductOverflows() {
        let shape = [Int.max, 2]
        #expect(refusal { $0.entries[4].shape = shape } == .sizeOverflow(file: "m", tensor: "layers.1.bias", shape: shape))
        let bytes = [Int.max / 2]
        #expect(refusal { $0.entries[4].shape = bytes } == .sizeOverflow(file: "m", tensor: "layers.1.bias", shape: bytes))
    }

    @Test func offsetsBeyondTheData() {
        let expected = WeightsError.offsetsBeyondData(file: "m", tensor: "layers.1.bias", begin: 136, end: 141, dataBytes: 140)
        #expect(refusal { $0.entries[4].end = 141 } == expected)
    }

    @Test func reversedOffsets() {
        let expected = WeightsError.offsetsBeyondData(file: "m", tensor: "layers.1.bias", begin: 140, end: 136, dataBytes: 140)
        #expect(refusal { ($0.entries[4].begin, $0.entries[4].end) = (140, 136) } == expected)
    }

    @Test func offsetsThatDoNotFitTheShape() {
        let expected = WeightsError.sizeMismatch(file: "m", tensor: "layers.1.bias", expectedBytes: 8, foundBytes: 4)
        #expect(refusal { $0.entries[4].shape = [2] } == expected)
    }

    @Test func aHole() {
        let error = refusal { file in
            file.data += [0, 0, 0, 0]
            (file.entries[4].begin, file.entries[4].end) = (140, 144)
        }
        #expect(error == .hole(file: "m", tensor: "layers.1.bias", expectedBegin: 136, foundBegin: 140))
    }

    @Test func anOverlap() {
        let error = refusal { ($0.entries[4].begin, $0.entries[4].end) = (132, 136) }
        #expect(error == .overlap(file: "m", tensor: "layers.1.bias", expectedBegin: 136, foundBegin: 132))
    }

    @Test func bytesBehindTheLastTensor() {
        #expect(refusal { $0.data += [0] } == .trailingBytes(file: "m", expectedBytes: 140, foundBytes: 141))
    }

    @Test func aFileThatIsCutOff() {
        let bytes = Self.good.bytes
        for length in 0..<bytes.count { #expect(refusal(of: Array(bytes[..<length])) != nil, "\(length) bytes") }
    }

    // MARK: What the network needs

    @Test func aMissingTensor() {
        let error = refusal { file in
            file.entries.removeLast()
            file.data.removeLast(4)
        }
        #expect(error == .missingTensor(file: "m", tensor: "layers.1.bias", shape: [1]))
    }

    @Test func anUnexpectedTensor() {
        #expect(refusal { $0.entries[4].name = "extra" } == .unexpectedTensor(file: "m", tensor: "extra", shape: [1]))
    }

    @Test func anotherShape() {
        #expect(
            refusal { $0.entries[3].shape = [1, 2] }
                == .wrongShape(file: "m", tensor: "layers.1.kernel", expected: [2, 1], found: [1, 2]))
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity]) func aNumberThatIsNotFinite(value: Float) {
        let error = refusal { $0.data.replaceSubrange(4..<8, with: littleEndian(value.bitPattern)) }
        guard case .notFinite("m", "layers.0.kernel", 1, _) = error else {
            Issue.record("\(error as Any)")
            return
        }
    }

    @Test func anotherHash() {
        let bytes = Self.good.bytes
        let right = SHA256.hexadecimal(of: bytes)
        let wrong = String(repeating: "0", count: 64)
        #expect(refusal(of: bytes, sha256: right) == nil)
        #expect(refusal(of: bytes, sha256: right.uppercased()) == nil)
        #expect(refusal(of: bytes, sha256: wrong) == .wrongHash(file: "m", expected: wrong, found: right))
    }

    // MARK: Types of numbers

    /// Numbers that every type holds exactly give the same outputs, whatever the file's type.
    @Test(arguments: ["F16", "BF16", "F64"]) func everyTypeOfNumbersIsRead(type: String) throws {
        let values: [Float] = (0..<35).map { Float($0 % 8 - 4) / 8 }
        var (single, other) = (Self.good, Self.good)
        single.data = values.flatMap { littleEndian($0.bitPattern) }
        other.data = values.flatMap { value in
            switch type {
            case "F16": littleEndian(Float16(value).bitPattern)
            case "BF16": littleEndian(UInt16(value.bitPattern >> 16))
            default: littleEndian(Double(value).bitPattern)
            }
        }
        let width = other.data.count / 35
        for index in other.entries.indices {
            other.entries[index].type = type
            other.entries[index].begin = single.entries[index].begin / 4 * width
            other.entries[index].end = single.entries[index].end / 4 * width
        }
        let outputs = try [single, other].map { file in
            let weights = try Weights(safetensors: file.bytes, architecture: Self.architecture)
            return try Network(weights).forecast([[1, -1, 0.5]], steps: 4, threads: 1)
        }
        #expect(outputs[0] == outputs[1])
    }

    @Test func aDoubleBeyondTheRangeOfFloats() {
        let error = refusal { file in
            file.entries[4].type = "F64"
            file.entries[4].end += 4
            file.data = file.data.dropLast(4) + littleEndian((1e300).bitPattern)
        }
        #expect(error == .notFinite(file: "m", tensor: "layers.1.bias", index: 0, found: .infinity))
    }

    // MARK: The order of the gates

    @Test(arguments: ["ifgo", "iofg", "fiog", "ogfi"]) func anyOrderOfTheGatesGivesTheSameOutputs(order: String) throws {
        let random = try RandomNetwork(
            [.lstm(inputs: 2, units: 7, gates: .ifgo), .dense(inputs: 7, units: 2, activation: .linear)], seed: 1)
        let gates = try #require(GateOrder(order))
        let reordered = random.tensors.map { tensor in
            guard tensor.name.hasPrefix("layers.0.") else { return tensor }
            let rows = stride(from: 0, to: tensor.values.count, by: 28).map { Array(tensor.values[$0..<$0 + 28]) }
            let values = rows.flatMap { row in order.flatMap { gate in row[blockRange(of: gate)] } }
            return (tensor.name, tensor.shape, values)
        }
        let architecture = try Architecture([
            .lstm(inputs: 2, units: 7, gates: gates), .dense(inputs: 7, units: 2, activation: .linear),
        ])
        let weights = try Weights(safetensors: TestFile(tensors: reordered).bytes, architecture: architecture)
        let series = [random.series(steps: 20, seed: 1)]
        #expect(
            try Network(weights).forecast(series, steps: 5, threads: 1) == random.network().forecast(series, steps: 5, threads: 1))
    }

    private func blockRange(of gate: Character) -> Range<Int> {
        let index = "ifgo".distance(from: "ifgo".startIndex, to: "ifgo".firstIndex(of: gate)!)
        return index * 7..<(index + 1) * 7
    }

    @Test(arguments: ["", "ifg", "ifgg", "ifgoo", "abcd", "IFGO"]) func anInvalidGateOrderIsRefused(text: String) {
        #expect(GateOrder(text) == nil)
    }
}

import JSONText
import Market
import Testing

@Suite struct FloatTensorTests {
    private func read(_ text: String) throws(JSONError) -> (values: [Float], sizes: [Int]) {
        let bytes = Array(text.utf8)
        return try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
            var reader = JSONReader(buffer)
            var values: [Float] = []
            let sizes = try reader.floats(into: &values)
            try reader.end()
            return (values, sizes)
        }
    }

    @Test(
        arguments: [
            ("[1,2,3]", [1, 2, 3], [3]), ("[ 1 , -2.5e0 ]", [1, -2.5], [2]), ("[]", [], [0]), ("[[],[]]", [], [2, 0]),
            ("[[[1],[2]],[[3],[4]]]", [1, 2, 3, 4], [2, 2, 1]), ("[[1,2,3],\n[4,5,6]]", [1, 2, 3, 4, 5, 6], [2, 3]),
            ("[123456789.25, 0.000123, 1E+2, 12e-1]", [123456789.25, 0.000123, 100, 1.2], [4]), ("[ [ ] ]", [], [1, 0]),
        ] as [(String, [Float], [Int])])
    func arraysAreReadWithTheirSizes(text: String, values: [Float], sizes: [Int]) throws {
        let read = try read(text)
        #expect(read.values == values)
        #expect(read.sizes == sizes)
    }

    @Test(arguments: [
        ("[1,[2]]", "an array among numbers"), ("[[1],2]", "expected an array, found a number"),
        ("[[1],[2,3]]", "an array of 2 among arrays of 1"), ("[[],[[1]]]", "an array of 1 among arrays of 0"),
        ("[1,]", "expected a value"), ("[1", "expected ',' or ']', found the end"), ("[01]", "expected ',' or ']', found '1'"),
        ("[1.]", "expected a digit"), ("[.5]", "expected a value"), ("[+1]", "expected a value"), ("[1e]", "expected a digit"),
        ("[1.5.2]", "expected ',' or ']'"), ("[NaN]", "expected a value"), ("[\"1\"]", "expected a number, found a string"),
        ("[null]", "expected a number, found null"), ("7", "expected an array of numbers, found a number"),
        ("[1e39]", "beyond the range of 32-bit floats"), ("[1e999]", "beyond the range of doubles"),
        ("[[[[[[[[[1]]]]]]]]]", "more than 8 dimensions"), ("[--1]", "expected a digit"), ("[1 2]", "expected ',' or ']'"),
        ("", "expected a value"), ("[", "expected a value"), ("[-]", "expected a digit"),
    ])
    func invalidTensorsAreRefused(text: String, problem: String) {
        #expect { try read(text) } throws: { "\($0)".contains(problem) }
    }

    /// Oracle: the double that `number()` reads, rounded.
    @Test(arguments: 0..<16) func everyNumberIsTheFloatOfItsDouble(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<4000 {
            let text = Self.number(&random)
            let bytes = Array(text.utf8)
            let expected = try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
                var reader = JSONReader(buffer)
                return Float(try reader.number())
            }
            guard expected.isFinite else { continue }
            let value = try read("[\(text)]").values[0]
            #expect(value.bitPattern == expected.bitPattern, "\(text), seed \(seed)")
        }
    }

    private static func number(_ random: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return "\(Float(bitPattern: UInt32.random(in: 0..<0x7F80_0000, using: &random)))"
        case 1: return "\(Double(Float.random(in: -3...3, using: &random)))"
        case 2:
            // The midpoint of two floats, and its neighbours.
            let float = Float.random(in: 0.001...1000, using: &random)
            var middle = (Double(float) + Double(float.nextUp)) / 2
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                middle = Bool.random(using: &random) ? middle.nextUp : middle.nextDown
            }
            return "\(middle)"
        case 3: return "\(Double.random(in: -1e6...1e6, using: &random))"
        case 4: return "-\(UInt64.random(in: 0 ... .max, using: &random)).\(UInt32.random(in: 0 ... .max, using: &random))"
        default:
            let digits = (0..<Int.random(in: 1...22, using: &random)).map { _ in "\(Int.random(in: 0...9, using: &random))" }
                .joined()
            return "0.\(digits)e\(Int.random(in: -30...30, using: &random))"
        }
    }
}

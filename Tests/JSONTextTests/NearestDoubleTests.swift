import JSONText
import Market
import Testing

@Suite struct NearestDoubleTests {
    private static func number(_ text: String) throws -> Double? {
        try JSONValue(parsing: Array(text.utf8)).number
    }

    /// The oracle is the standard library, which rounds correctly.
    @Test(arguments: 0..<5) func numbersAreTheNearestDoubles(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let digits = "\(UInt64.random(in: 1...UInt64.max, using: &random))".prefix(Int.random(in: 1...20, using: &random))
            let point = Int.random(in: 0...digits.count, using: &random)
            let zeros = String(repeating: "0", count: Int.random(in: 0...9, using: &random))
            let text =
                point == 0
                ? "0.\(zeros)\(digits)" : point == digits.count ? "\(digits)" : "\(digits.prefix(point)).\(digits.dropFirst(point))"
            #expect(try Self.number(text) == Double(text), "seed \(seed), \(text)")
        }
    }

    /// Halves between two doubles, and their neighbours, where rounding twice would be wrong.
    @Test(arguments: [
        "9007199254740993", "9007199254740992.5", "9007199254740993.001", "4503599627370496.5", "4503599627370497.5",
        "4503599627370497.499", "1.000000000000000111", "0.000000000000000001", "0.1", "0.0", "9999999999999999999", "97600.123",
        "18446744073709551615", "0.00012345678901234567",
    ]) func halvesAreRoundedOnce(text: String) throws {
        #expect(try Self.number(text) == Double(text))
    }
}

import Market
import Testing

@Suite struct PlainPriceTests {
    private static func value(_ text: String) -> Double? { PlainPrice.value(Array(text.utf8)[...]) }

    /// The oracle is the standard library, which rounds correctly.
    @Test(arguments: 0..<20) func numbersAreTheNearestDoubles(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let digits = String(UInt64.random(in: 0...UInt64.max, using: &random)).prefix(Int.random(in: 1...19, using: &random))
            let point = Int.random(in: 1...digits.count, using: &random)
            let text = point == digits.count ? String(digits) : "\(digits.prefix(point)).\(digits.dropFirst(point))"
            #expect(Self.value(text) == Double(text), "seed \(seed), \(text)")
        }
    }

    /// Halves between two doubles, one more and one less: where rounding twice would be wrong.
    @Test func halvesAreRoundedOnce() {
        for text in [
            "9007199254740993", "9007199254740992.5", "9007199254740993.001", "4503599627370496.5", "4503599627370497.5",
            "4503599627370497.499", "1.000000000000000111", "0.000000000000000001", "0.1", "0.0", "9999999999999999999",
            "97600.123",
        ] {
            #expect(Self.value(text) == Double(text), "\(text)")
        }
    }

    @Test(arguments: ["", ".", "1.", ".5", "1.2.3", "-1", "+1", "1e5", "1,5", " 1", "nan", "12345678901234567890", "0x1"])
    func otherFormsAreLeftToOthers(text: String) {
        #expect(Self.value(text) == nil)
    }

    @Test func leadingZerosAreNotDigits() {
        #expect(Self.value("0.00012345678901234567") == 0.00012345678901234567)
        #expect(Self.value("0000000000000000000000001.5") == 1.5)
        #expect(Self.value("0.0000000000000000000000000001") == nil)
    }
}

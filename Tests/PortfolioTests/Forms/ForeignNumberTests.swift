import Market
import Portfolio
import Testing

@Suite struct ForeignNumberTests {
    /// A blank behind a number makes no difference, but such a text takes the way of all unusual ones.
    @Test(arguments: 0..<200 as Range<UInt64>) func plainNumbersAreReadAsUnusualOnes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func digits(_ most: Int) -> String {
            (0..<random.index(below: most + 1)).map { _ in "\(random.index(below: 10))" }.joined()
        }
        let text = ["", "-"][random.index(below: 2)] + digits(21) + ["", ".", ",", ".", ","][random.index(below: 5)] + digits(20)
        for sign in DecimalSign.allCases {
            #expect(ForeignNumber(text, sign) == ForeignNumber("\(text) ", sign), "seed \(seed): \(text)")
        }
    }

    @Test func placesAreThoseWritten() {
        let number = ForeignNumber("-0012.3400", .point)
        #expect(number?.value == "-12.34" && number?.places == 4 && number?.unit == nil)
        #expect(ForeignNumber("5", .comma)?.places == 0 && ForeignNumber("-", .point) == nil && ForeignNumber("", .point) == nil)
    }
}

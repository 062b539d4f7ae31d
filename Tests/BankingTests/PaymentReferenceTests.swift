import Banking
import Market
import Testing

@Suite struct PaymentReferenceTests {
    private func remainder(_ compact: String) -> Int {
        let digits = (compact.dropFirst(4) + compact.prefix(4)).map { String(Int(String($0), radix: 36)!) }.joined()
        return digits.reduce(0) { ($0 * 10 + $1.wholeNumberValue!) % 97 }
    }

    private func error(_ text: String) -> PaymentReferenceError? {
        do {
            _ = try PaymentReference(text)
            return nil
        } catch { return error }
    }

    @Test(arguments: ["RF18 5390 0754 7034", "rf185390 07547034", "RF18000000000539007547034", "RF712348231", "RF45G72UUR"])
    func publishedExamplesAreRead(text: String) throws {
        let reference = try PaymentReference(text)
        #expect(reference.compact == text.uppercased().filter { $0 != " " })
        #expect(try PaymentReference(reference.description) == reference)
    }

    @Test(arguments: 0..<100) func anAccountMakesOneAndIsFoundAgain(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let digits = (0..<1 + Int(seed) % 21).map { _ in String(random.index(below: 16), radix: 16) }.joined()
        let reference = try #require(PaymentReference(accountDigits: digits))
        #expect(remainder(reference.compact) == 1, "\(reference)")
        #expect(try PaymentReference(reference.description.lowercased()) == reference)
        #expect(reference.accountDigits == digits)
    }

    @Test(arguments: ["", "ABC", "t_12", "0123456789abcdef012345", "0x1"]) func onlyHexadecimalDigitsMakeOne(digits: String) {
        #expect(PaymentReference(accountDigits: digits) == nil)
    }

    @Test func aReferenceOfSomebodyElseHasNoAccount() throws {
        #expect(try PaymentReference("RF45G72UUR").accountDigits == nil)
    }

    @Test(
        arguments: [
            ("", .missing), ("RF18", .length(4)), ("RF18" + String(repeating: "1", count: 22), .length(26)),
            ("XX185390", .start("XX185390")), ("RFA85390", .start("RFA85390")), ("RF18-5390", .character("-")),
            ("RF18\u{AD}5390", .hiddenCharacter("U+00AD")), ("RF19539007547034", .checkDigits("RF19539007547034")),
            (String(repeating: "R", count: 129), .tooLong),
        ] as [(String, PaymentReferenceError)]) func whatIsWrongIsNamed(text: String, expected: PaymentReferenceError)
    {
        #expect(error(text) == expected)
    }
}

import Banking
import Market
import Testing

@Suite struct CardTests {
    private func error(_ text: String) -> CardNumberError? {
        do {
            _ = try CardNumber(text)
            return nil
        } catch { return error }
    }

    /// Luhn's digit by trying all ten, with doubled digits from a table.
    private func withCheckDigit(_ start: String) -> String {
        let doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]
        let found = "0123456789".filter { last in
            var sum = 0
            for (place, digit) in (start + String(last)).reversed().enumerated() {
                sum += place % 2 == 0 ? digit.wholeNumberValue! : doubled[digit.wholeNumberValue!]
            }
            return sum % 10 == 0
        }
        return start + found
    }

    /// Numbers that payment providers publish for tests.
    @Test(
        arguments: [
            ("4242 4242 4242 4242", .visa), ("4222-2222-2222-2", .visa), ("5555555555554444", .mastercard),
            ("2223003122003222", .mastercard), ("378282246310005", .americanExpress), ("3714 496353 98431", .americanExpress),
            ("6759649826438453", .maestro), ("5018 0000 0009", .maestro), ("6011111111111117", .discover),
            ("6500 0000 0000 0002", .discover), ("3530111333300000", .jcb), ("6200000000000005", .unionPay),
            ("6205500000000000004", .unionPay),
        ] as [(String, CardNetwork)]) func publishedTestNumbersAreRead(text: String, network: CardNetwork) throws
    {
        let card = try CardNumber(text)
        #expect(card.network == network)
        #expect(card.lastFour == text.filter(\.isNumber).suffix(4))
    }

    @Test(
        arguments: [
            ("2220", .unknown), ("2221", .mastercard), ("2720", .mastercard), ("2721", .unknown), ("50", .maestro),
            ("51", .mastercard),
            ("55", .mastercard), ("56", .maestro), ("59", .unknown), ("3527", .unknown), ("3528", .jcb), ("3589", .jcb),
            ("3590", .unknown), ("6010", .unknown), ("6011", .discover), ("6439", .unknown), ("644", .discover), ("65", .discover),
            ("62", .unionPay), ("81", .unionPay), ("67", .maestro), ("9", .unknown),
        ] as [(String, CardNetwork)]) func theFirstDigitsTellTheNetwork(start: String, network: CardNetwork) throws
    {
        let text = withCheckDigit(start + String(repeating: "0", count: 15 - start.count))
        #expect(try CardNumber(text).network == network)
    }

    @Test(
        arguments: [
            ("", .missing), ("4242 4242 4242 424x", .character("X")), ("4242\u{200B}424242424242", .hiddenCharacter("U+200B")),
            ("4242,4242", .character(",")), ("42424242424", .length(11)), ("42424242424242424242", .length(20)),
            (String(repeating: "4", count: 300), .tooLong), ("4242424242424241", .checkDigit(lastFour: "4241")),
            ("424242424242425", .networkLength(.visa, have: 15, lastFour: "2425")),
        ] as [(String, CardNumberError)]) func whatIsWrongIsNamed(text: String, expected: CardNumberError)
    {
        #expect(error(text) == expected)
    }

    @Test(arguments: 0..<50) func everyOtherDigitIsFoundAndNoErrorShowsTheNumber(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let start = "4" + (0..<14).map { _ in String(random.index(below: 10)) }.joined()
        let right = withCheckDigit(start)
        let card = try CardNumber(right)
        var dumped = ""
        dump(card, to: &dumped)
        for text in ["\(card)", card.debugDescription, dumped, String(reflecting: [card])] {
            #expect(!text.contains(right.dropFirst(4).dropLast(4)) && text.contains(right.suffix(4)), "seed \(seed): \(text)")
        }
        for place in 1..<16 {
            for digit in "0123456789" where Array(right)[place] != digit {
                var other = Array(right)
                other[place] = digit
                let found = try #require(error(String(other)), "seed \(seed)")
                #expect(!"\(found)".contains(String(other).dropFirst(4).dropLast(4)), "seed \(seed): \(found)")
            }
        }
    }

    @Test(arguments: [("09/29", 9, 2029), ("9/29", 9, 2029), (" 09 / 29", 9, 2029), ("0929", 9, 2029), ("12/2031", 12, 2031)])
    func expiriesAreReadAsTheyAreTyped(text: String, month: Int, year: Int) throws {
        let expiry = try CardExpiry(text)
        #expect(expiry.month == month && expiry.year == year)
        #expect(try CardExpiry(expiry.description) == expiry)
    }

    @Test(arguments: ["", "09", "09/", "/29", "09/9", "009/29", "+9/29", "09/-9", "09/29/01", "09/1999", "929", "4242424242424242"])
    func whatIsNoMonthAndYearIsRefused(text: String) {
        #expect(throws: CardExpiryError.malformed) { try CardExpiry(text) }
    }

    @Test(arguments: ["00/29", "13/29", "2909"]) func thereAreTwelveMonths(text: String) {
        #expect(throws: CardExpiryError.month(Int(text.prefix(2))!)) { try CardExpiry(text) }
    }

    @Test(arguments: [
        ("02/28", "2028-02-29", false), ("02/28", "2028-03-01", true), ("12/27", "2027-12-31", false),
        ("12/27", "2028-01-01", true),
        ("01/28", "2027-12-31", false), ("11/28", "2029-01-01", true),
    ]) func aCardIsValidThroughItsMonth(text: String, day: String, isOver: Bool) throws {
        let (expiry, day) = (try CardExpiry(text), try #require(Day(iso: day)))
        #expect(expiry.isOver(on: day) == isOver)
        if isOver {
            #expect(throws: CardExpiryError.over(expiry)) { try expiry.check(on: day) }
        } else {
            try expiry.check(on: day)
        }
    }
}

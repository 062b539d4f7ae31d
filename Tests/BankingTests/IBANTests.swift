import Banking
import Market
import Testing

@Suite struct IBANTests {
    /// The check of ISO 13616 in words: the number, turned into decimal digits, leaves 1 when divided by 97. By long division.
    private func remainder(_ compact: String) -> Int {
        let digits = (compact.dropFirst(4) + compact.prefix(4)).map { String(Int(String($0), radix: 36)!) }.joined()
        return digits.reduce(0) { ($0 * 10 + $1.wholeNumberValue!) % 97 }
    }

    private func error(_ text: String) -> IBANError? {
        do {
            _ = try IBAN(text)
            return nil
        } catch { return error }
    }

    @Test(arguments: RegistryExamples.all) func theExampleOfEachCountryIsRead(example: String) throws {
        #expect(try IBAN(example).compact == example)
        #expect(try IBAN(IBAN(example).description.lowercased()).compact == example)
    }

    @Test func theTableHasTheCountriesOfTheRegistryAndTheSimulatedBank() {
        let countries = Set(RegistryExamples.all.map { String($0.prefix(2)) })
        #expect(countries.count == 89)
        #expect(Set(IBAN.lengthsByCountry.keys) == countries.union(["QZ"]))
    }

    @Test(arguments: ["DE89 3704 0044 0532 0130 00", " de89\u{A0}3704\u{202F}0044 0532 0130 00\r\n", "De89370400440532013000"])
    func spacesAndCaseDoNotMatter(text: String) throws {
        let number = try IBAN(text)
        #expect(number.compact == "DE89370400440532013000" && number.description == "DE89 3704 0044 0532 0130 00")
        #expect(number.country == "DE" && number.lastFour == "3000" && number.masked == "DE•• •••• 3000")
    }

    @Test(
        arguments: [
            ("", .missing), (" \t", .missing), ("DE89\u{200B}370400440532013000", .hiddenCharacter("U+200B")),
            ("\u{202E}DE89370400440532013000", .hiddenCharacter("U+202E")), ("DE89-3704", .character("-")),
            ("DЕ89370400440532013000", .character("Е")), ("DE8937040044053201300０", .character("０")),
            (String(repeating: "1", count: 200), .tooLong), ("DE", .start(masked: "•••• ••••")),
            ("8937040044053201300000", .start(masked: "89•• •••• 0000")),
            ("DEX9370400440532013000", .start(masked: "DE•• •••• 3000")),
            ("US64SVBKUS6S3300958879", .unknownCountry("US", masked: "US•• •••• 8879")),
            ("DE8937040044053201300", .length(country: "DE", have: 21, need: 22, masked: "DE•• •••• 1300")),
            ("DE88370400440532013000", .checkDigits(masked: "DE•• •••• 3000")),
        ] as [(String, IBANError)]) func whatIsWrongIsNamed(text: String, expected: IBANError)
    {
        #expect(error(text) == expected)
    }

    /// Only for digits: a letter counts as two digits, so that 1B and B1 are both 111.
    @Test func everyOtherDigitAndEveryExchangeOfDigitsIsFound() throws {
        for example in RegistryExamples.all {
            let characters = Array(example)
            for place in 2..<characters.count where characters[place].isNumber {
                for digit in "0123456789" where characters[place] != digit {
                    var other = characters
                    other[place] = digit
                    #expect(throws: IBANError.self) { try IBAN(String(other)) }
                }
                guard place + 1 < characters.count, characters[place + 1].isNumber,
                    characters[place] != characters[place + 1]
                else { continue }
                var other = characters
                other.swapAt(place, place + 1)
                #expect(throws: IBANError.self, "\(String(other))") { try IBAN(String(other)) }
            }
        }
    }

    /// 97 check digits that leave the right remainder have a second spelling: 02 is 99, and 98 is 01.
    @Test func onlyOneSpellingOfTheCheckDigitsIsRight() throws {
        var found = 0
        for account in UInt64(0)..<400 {
            let number = IBAN.simulated(account: account).compact
            let others = [02: "99", 98: "01", 97: "00"]
            guard let other = others[Int(number.dropFirst(2).prefix(2))!] else { continue }
            let text = "QZ" + other + number.dropFirst(4)
            #expect(remainder(text) == 1)
            #expect(error(text) == .checkDigits(masked: IBAN.simulated(account: account).masked))
            found += 1
        }
        #expect(found > 3)
    }

    @Test(arguments: 0..<200) func simulatedNumbersAreRightAndLeadBack(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let account = random.next() % (IBAN.largestSimulatedAccount + 1)
        let number = IBAN.simulated(account: account)
        #expect(remainder(number.compact) == 1 && number.compact.hasPrefix("QZ") && number.compact.count == 24)
        #expect(try IBAN(number.description) == number)
        #expect(number.simulatedAccount == account)
    }

    @Test func theEdgesOfTheSimulatedBank() throws {
        #expect(IBAN.simulated(account: 0).compact.hasSuffix("CLSC0000000000000000"))
        #expect(IBAN.simulated(account: IBAN.largestSimulatedAccount).compact.hasSuffix("CLSC9999999999999999"))
        #expect(try IBAN("DE89370400440532013000").simulatedAccount == nil)
    }

    @Test func noErrorShowsTheWholeNumber() throws {
        for example in RegistryExamples.all {
            let wrong = String(example.dropLast()) + (example.last == "1" ? "2" : "1")
            for text in [wrong, wrong + "1", "XX" + wrong.dropFirst(2), "1" + wrong] {
                let message = try #require(error(text)).description
                #expect(!message.replacing(" ", with: "").contains(text.dropFirst(4).dropLast(4)), "\(message)")
            }
        }
    }
}

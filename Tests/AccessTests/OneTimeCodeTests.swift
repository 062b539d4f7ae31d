import Access
import Digests
import Testing

@Suite struct OneTimeCodeTests {
    @Test func codesAreSixDigitsAndEveryDigitOccursEverywhere() {
        let codes = (0..<2000).map { _ in OneTimeCode().text }
        for code in codes { #expect(code.wholeMatch(of: /[0-9]{6}/) != nil, "\(code)") }
        for place in 0..<6 { #expect(Set(codes.map { Array($0)[place] }).count == 10) }
        #expect(Set(codes).count > 1900)
    }

    @Test(
        arguments: [
            ("012345", "012345"), (" 012 345\n", "012345"), ("0\u{A0}12345", "012345"), ("12345", nil), ("1234567", nil), ("", nil),
            ("12345a", nil), ("-12345", nil), ("１２３４５６", nil), ("123456" + String(repeating: " ", count: 100), nil),
        ] as [(String, String?)]) func codesAreReadAsTheyAreTyped(typed: String, text: String?)
    {
        #expect(OneTimeCode(typed: typed)?.text == text)
    }

    @Test func onlyTheCodeMatchesItsHash() throws {
        let code = try #require(OneTimeCode(typed: "012345"))
        let stored = StoredOneTimeCode(stored: code.stored().text)
        #expect(stored.matches(code))
        for place in 0..<6 {
            for digit in "0123456789" where Array(code.text)[place] != digit {
                var other = Array(code.text)
                other[place] = digit
                #expect(try !stored.matches(#require(OneTimeCode(typed: String(other)))))
            }
        }
    }

    @Test func theHashIsTheSHA256OfSaltAndCode() throws {
        let code = OneTimeCode()
        let parts = code.stored().text.split(separator: ".")
        #expect(parts.count == 2 && parts[0].wholeMatch(of: /[0-9a-f]{32}/) != nil)
        #expect(parts[1] == SHA256.hexadecimal(of: Array((parts[0] + code.text).utf8)))
        #expect(code.stored() != code.stored())
    }

    @Test(arguments: ["", ".", "012345", "0123.", String(repeating: "0", count: 97)]) func whatIsNoHashMatchesNothing(text: String)
        throws
    {
        #expect(try !StoredOneTimeCode(stored: text).matches(#require(OneTimeCode(typed: "012345"))))
    }

    @Test func aCodeIsNeverPrinted() throws {
        let code = try #require(OneTimeCode(typed: "012345"))
        var dumped = ""
        dump(code, to: &dumped)
        for text in ["\(code)", String(reflecting: code), dumped, "\(code.stored())"] {
            #expect(!text.contains("012345"), "\(text)")
        }
    }
}

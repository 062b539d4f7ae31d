import Platform
import Testing

@Suite struct SentTextTests {
    @Test func aCutTextHasFewScalars() {
        #expect("abc".cut(to: 5) == "abc")
        #expect("abcdef".cut(to: 5) == "abcde")
        // One character.
        let letter = "a" + String(repeating: "\u{301}", count: 500_000)
        #expect(letter.count == 1 && letter.cut(to: 100).unicodeScalars.count == 100)
        #expect("\r\n\r\n".cut(to: 3).unicodeScalars.count == 3)
    }

    @Test(arguments: [
        ("", ""), (" \t\n", ""), ("a", "a"), (" a b\u{A0}\u{2003}\r\n", "a b"), ("\u{301} ", "\u{301}"), (" \u{301}", "\u{301}"),
    ]) func whiteSpaceAtTheEndsIsLeftOut(text: String, trimmed: String) {
        #expect(Array(text.trimmed.unicodeScalars) == Array(trimmed.unicodeScalars))
    }
}

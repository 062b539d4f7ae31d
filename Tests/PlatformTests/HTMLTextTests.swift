import Platform
import Testing

@Suite struct HTMLTextTests {
    @Test(arguments: [
        ("", ""), ("a & b", "a &amp; b"), ("<a href=\"x\" id='y'>", "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;"),
        ("&lt;", "&amp;lt;"), ("Grüße 👩‍👧", "Grüße 👩‍👧"), ("a\tb\r\nc", "a\tb\r\nc"),
        ("\0\u{1B}\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ])
    func whatHTMLWouldReadIsEscaped(text: String, escaped: String) {
        // By scalars: strings are also equal if only their canonical forms are.
        #expect(Array(HTMLText.escaped(text).unicodeScalars) == Array(escaped.unicodeScalars))
    }

    /// Each of these is a single Swift character with its mark, and a different one without it.
    @Test(arguments: ["\u{301}", "\u{338}", "\u{200D}", "\u{FE0F}"]) func aMarkBehindASignDoesNotHideIt(mark: String) {
        #expect(HTMLText.escaped("<\(mark)script>\(mark)").unicodeScalars.allSatisfy { $0 != "<" && $0 != ">" })
        #expect(HTMLText.escaped("\"\(mark)&\(mark)'\(mark)") == "&quot;\(mark)&amp;\(mark)&#39;\(mark)")
    }
}

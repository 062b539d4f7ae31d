import HTMLTemplates
import Testing

@Suite struct EscapingTests {
    /// Texts from outside, and how a page must show them. Many are a single Swift character with an HTML sign inside.
    private static let texts: [(String, String)] = [
        ("\"\u{200D}onload=x", "&quot;\u{200D}onload=x"), ("<\u{301}script>", "&lt;\u{301}script&gt;"),
        ("<\u{338}b>\u{FE0F}", "&lt;\u{338}b&gt;\u{FE0F}"), ("'\u{20DD}'", "&#39;\u{20DD}&#39;"), ("&", "&amp;"),
        ("&\u{301}lt;", "&amp;\u{301}lt;"), ("&lt;", "&amp;lt;"), ("a\0b", "a\u{FFFD}b"), ("\u{1B}[0m", "\u{FFFD}[0m"),
        // Without a partner: a joiner, a mark, a flag's half, a modifier, a direction, an end of line.
        ("\u{200D}", "\u{200D}"), ("\u{301}", "\u{301}"), ("\u{1F1E6}", "\u{1F1E6}"), ("\u{1F3FB}\"", "\u{1F3FB}&quot;"),
        ("\u{202E}>", "\u{202E}&gt;"), ("\r", "\r"), ("\r\n\"", "\r\n&quot;"), ("", ""),
        // Not a template again.
        ("{{secret}}{{{secret}}}{{>page}}", "{{secret}}{{{secret}}}{{&gt;page}}"),
    ]

    /// Every way in which a value gets into a page. `x` and `y` mark the value.
    private static let pages: [(name: String, texts: [String: String])] = [
        ("value", ["page": "x{{v}}y"]), ("attribute", ["page": "x{{v}}y"]), ("dot", ["page": "{{#v}}x{{.}}y{{/v}}"]),
        ("section", ["page": "{{#on}}x{{v}}y{{/on}}"]), ("inverted", ["page": "{{^off}}x{{v}}y{{/off}}"]),
        ("list", ["page": "{{#list}}x{{v}}y{{/list}}"]), ("elements", ["page": "{{#texts}}x{{.}}y{{/texts}}"]),
        ("group", ["page": "{{#group}}x{{inner}}y{{/group}}"]), ("path", ["page": "x{{group.inner}}y"]),
        ("partial", ["page": "{{>part}}", "part": "x{{v}}y"]), ("line", ["page": "  {{>part}}\n", "part": "x{{v}}y"]),
        ("afterPartial", ["page": "{{>part}}x{{v}}y", "part": ""]),
        ("chosen", ["page": "{{>*choice}}", "part": "x{{v}}y"]),
        ("partialInSection", ["page": "{{#list}}{{>part}}{{/list}}", "part": "x{{v}}y"]),
        ("block", ["page": "{{<part}}{{$b}}x{{v}}y{{/b}}{{/part}}", "part": "{{$b}}none{{/b}}"]),
        ("default", ["page": "{{<part}}{{/part}}", "part": "{{$b}}x{{v}}y{{/b}}"]),
        (
            "blockOfTwo",
            [
                "page": "{{<middle}}{{$b}}x{{v}}y{{/b}}{{/middle}}", "middle": "{{<part}}{{$c}}{{$b}}{{/b}}{{/c}}{{/part}}",
                "part": "{{$c}}{{/c}}",
            ]
        ),
        ("partialInBlock", ["page": "{{<part}}{{$b}}{{>inner}}{{/b}}{{/part}}", "part": "{{$b}}{{/b}}", "inner": "x{{v}}y"]),
        ("afterBlock", ["page": "{{<part}}{{$b}}{{/b}}{{/part}}x{{v}}y", "part": "{{$b}}{{/b}}"]),
    ]

    @Test(arguments: pages.indices, texts.indices) func everyValueIsEscapedByScalar(page: Int, text: Int) throws {
        let (name, texts) = Self.pages[page]
        let (value, escaped) = Self.texts[text]
        let values: [String: TemplateValue] = [
            "v": .text(value), "on": true, "off": false, "list": [["v": .text(value)]], "texts": [.text(value)],
            "group": ["inner": .text(value)], "choice": "part", "secret": "told",
        ]
        let shown = try HTMLTemplates(texts).render("page", values)
        // By scalars: strings are also equal if only their canonical forms are.
        #expect(
            Array(shown.unicodeScalars.filter { $0 != "\n" }) == Array("x\(escaped)y".unicodeScalars.filter { $0 != "\n" }),
            "\(name)")
    }

    @Test func anAttributeIsNotEndedByItsValue() throws {
        let templates = try HTMLTemplates(["page": "<a title=\"{{v}}\" href='{{v}}'>{{v}}</a>"])
        let shown = templates.render("page", ["v": "\"\u{200D}'\u{200D}<\u{301}>\u{301}"])
        let escaped = "&quot;\u{200D}&#39;\u{200D}&lt;\u{301}&gt;\u{301}"
        #expect(Array(shown.utf8) == Array("<a title=\"\(escaped)\" href='\(escaped)'>\(escaped)</a>".utf8))
    }

    @Test func htmlInThreeBracesIsShownAsItIs() throws {
        let templates = try HTMLTemplates(["page": "{{{picture}}}{{&picture}}"])
        #expect(templates.render("page", ["picture": .html("<svg/>")]) == "<svg/><svg/>")
    }

    /// The type is registered once, whichever threads ask for it.
    @Test func templatesAreReadOnManyThreads() async throws {
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<32 { group.addTask { try HTMLTemplates(["page": "{{v}}"]).render("page", ["v": "\"\u{200D}"]) } }
            for try await shown in group { #expect(Array(shown.utf8) == Array("&quot;\u{200D}".utf8)) }
        }
    }
}

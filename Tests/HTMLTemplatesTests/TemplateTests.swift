import HTMLTemplates
import Synchronization
import Testing

@Suite struct TemplateTests {
    private static func render(_ text: String, _ values: [String: TemplateValue], _ others: [String: String] = [:]) throws -> String
    {
        try HTMLTemplates(others.merging(["page": text]) { $1 }).render("page", values)
    }

    @Test func aPageIsALayoutWithBlocks() throws {
        let layout = "<html>\n  <title>{{$title}}Closecast{{/title}}</title>\n  {{$main}}\n  {{/main}}\n</html>\n"
        let page = "{{<layout}}\n  {{$main}}\n    {{#rows}}\n      <p>{{name}}</p>\n    {{/rows}}\n  {{/main}}\n{{/layout}}\n"
        let shown = try Self.render(page, ["rows": [["name": "A"], ["name": "B"]]], ["layout": layout])
        #expect(shown == "<html>\n<title>Closecast</title>\n<p>A</p>\n<p>B</p>\n</html>\n")
    }

    @Test func anIndentIsNotAddedToAValueOfSeveralLines() throws {
        let shown = try Self.render("<div>\n    {{>box}}\n</div>", ["v": "a\nb"], ["box": "<textarea>\n{{v}}</textarea>\n"])
        #expect(shown == "<div>\n<textarea>\na\nb</textarea>\n</div>")
    }

    @Test func sectionsSeeTheValuesAroundThem() throws {
        let values: [String: TemplateValue] = ["currency": "USD", "rows": [["price": "1"], ["price": "2"]]]
        #expect(try Self.render("{{#rows}}{{price}} {{currency}};{{/rows}}", values) == "1 USD;2 USD;")
    }

    @Test func whatMayBeMissingIsASection() throws {
        let text = "{{#note}}<p>{{.}}</p>{{/note}}{{^note}}-{{/note}}"
        #expect(try Self.render(text, ["note": .optional("&")]) == "<p>&amp;</p>")
        #expect(try Self.render(text, ["note": .optional(nil)]) == "-")
    }

    @Test(arguments: [
        ("a\n{{#x}}\n", 2, "\"x\" is not closed"), ("a\n{{/x}}", 2, "{{/x}} closes nothing"),
        ("{{#x}}\n\n{{/y}}", 3, "{{/y}} closes nothing"), ("\n{{v", 2, "a tag is not closed"),
        ("{{a b}}", 1, "\"a\" is not a name"), ("{{}}", 1, "\"\" is not a name"), ("{{a..b}}", 1, "\"a..b\" is not a name"),
        ("{{=<% %>=}}", 1, "\"=<%\" is not a name"), ("{{% CONTENT_TYPE:TEXT}}", 1, "\"%\" is not a name"),
        ("{{lowercased(x)}}", 1, "\"lowercased(x)\" is not a name"), ("\n\n{{>other}}", 3, "there is no template \"other\""),
        ("{{#x}}\n{{<other}}{{/other}}{{/x}}", 2, "there is no template \"other\""),
        ("{{<page}}\n{{v}}{{/page}}", 1, "only blocks can stand in {{<page}}"),
        ("{{<page}}{{$b}}\n{{>other}}{{/b}}{{/page}}", 2, "there is no template \"other\""),
    ])
    func anErrorNamesTemplateAndLine(text: String, line: Int, problem: String) {
        #expect(throws: TemplateError(template: "page", line: line, problem: problem)) { try HTMLTemplates(["page": text]) }
    }

    @Test func anErrorIsALineToGoTo() {
        let error = TemplateError(template: "markets", line: 12, problem: "a tag is not closed")
        #expect("\(error)" == "markets.mustache:12: a tag is not closed")
    }

    private static let values: [String: TemplateValue] = [
        "text": "a", "picture": .html("<svg/>"), "on": true, "off": false, "list": [["name": "a"], ["nam": "b"]], "none": [],
        "group": ["inner": "x"], "choice": "nowhere",
    ]

    @Test(arguments: [
        ("{{text}}{{{picture}}}{{#on}}{{text}}{{/on}}{{group.inner}}{{#group}}{{text}}{{inner}}{{/group}}", []),
        ("\n{{txet}}", ["2: there is no value \"txet\""]), ("{{#onn}}{{/onn}}", ["1: there is no value \"onn\""]),
        ("{{^onn}}{{/onn}}", ["1: there is no value \"onn\""]), ("{{group.outer}}", ["1: there is no value \"group.outer\""]),
        ("{{text.inner}}", ["1: there is no value \"text.inner\""]),
        ("{{#list}}\n{{name}}{{/list}}", ["2: there is no value \"name\""]),
        ("{{#off}}{{txet}}{{/off}}{{#none}}{{txet}}{{/none}}{{^on}}{{txet}}{{/on}}", []),
        ("{{^off}}{{a}}{{/off}}{{^none}}{{b}}{{/none}}", ["1: there is no value \"a\"", "1: there is no value \"b\""]),
        ("{{{text}}}", ["1: \"text\" is text and needs two braces"]),
        ("{{picture}}", ["1: \"picture\" is HTML and needs three braces"]),
        ("{{on}}{{list}}{{group}}", ["on", "list", "group"].map { "1: \"\($0)\" is neither text nor HTML" }),
        ("{{>*choice}}", ["1: there is no template \"nowhere\""]), ("{{>*on}}", ["1: \"on\" is not text"]),
        ("{{<page2}}{{$b}}\n{{txet}}{{/b}}{{/page2}}", ["2: there is no value \"txet\""]),
    ])
    func whatATemplateLacksIsFound(text: String, faults: [String]) throws {
        let found = try Self.faults(["page": text, "page2": "{{$b}}{{/b}}"], Self.values)
        #expect(found == faults.map { "page.mustache:\($0)" })
    }

    @Test func aFaultNamesThePartialThatHasIt() throws {
        #expect(
            try Self.faults(["page": "{{>part}}\n{{b}}", "part": "\n\n{{a}}"], [:])
                == ["part.mustache:3: there is no value \"a\"", "page.mustache:2: there is no value \"b\""])
    }

    private static func faults(_ texts: [String: String], _ values: [String: TemplateValue]) throws -> [String] {
        let found = Mutex<[String]>([])
        _ = try HTMLTemplates(texts) { faults in found.withLock { $0 += faults } }.render("page", values)
        return found.withLock { $0 }
    }

    @Test(arguments: [
        ("[{{nothing}}{{on}}{{list}}{{group}}]", "[]"), ("[{{#nothing}}a{{/nothing}}{{^nothing}}b{{/nothing}}]", "[b]"),
        ("[{{{text}}}{{picture}}]", "[a&lt;svg/&gt;]"), ("[{{>*choice}}]", "[]"),
    ])
    func whatHasAFaultIsShownAsNothingOrEscaped(text: String, shown: String) throws {
        #expect(try Self.render(text, Self.values) == shown)
    }

    @Test func plainTextIsNotEscaped() throws {
        #expect(try HTMLTemplates.plainText("  {{a}} & {{b}}{{c}}", ["a": "<", "b": "{{a}}"]) == "  < & {{a}}")
    }
}

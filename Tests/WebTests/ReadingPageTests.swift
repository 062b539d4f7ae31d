import HTTPTestSupport
import ServerWorld
import Testing

/// The articles on budgeting, without scripts.
@Suite struct ReadingPageTests {
    private static let path = "/operators/reading"

    private static func link(_ page: EdgeAnswer) -> String? {
        page.text.firstMatch(of: /href="(\/operators\/reading\/j_[0-9a-f]{16})"/).map { String($0.output.1) }
    }

    @Test func theSampleListIsCopiedAndSwitchedOff() async throws {
        try await PageVisitor.run { server, visitor in
            let journal = try await visitor.get("/expenses")
            #expect(journal.has("A personal budget") && journal.has("en.wikipedia.org<"), "\(journal.text)")
            #expect(journal.has(Self.path))
            let copied = try await visitor.post("\(Self.path)/sample", from: Self.path)
            #expect(copied["location"] == "\(Self.path)?done=saved", "\(copied.text)")
            let list = try await visitor.get(Self.path)
            #expect(list.has("Envelopes") && list.has(#"value="own" selected"#), "\(list.text)")
            let italian = PageVisitor(server, cookies: ["closecast-language": "it"])
            #expect(try await italian.get("/expenses").has("it.wikipedia.org<"))
            _ = try await visitor.post(Self.path, from: Self.path, ["shown": "none"])
            let off = try await visitor.get("/expenses")
            #expect(!off.has("A personal budget") && !off.has("Reading on budgeting") && off.has(Self.path), "\(off.text)")
            #expect(try await visitor.get(Self.path).has("Envelopes"))
        }
    }

    @Test func anArticleIsAddedEditedAndRemoved() async throws {
        try await PageVisitor.run { _, visitor in
            let new = "\(Self.path)/new"
            let wrong = try await visitor.post(
                new, from: new, ["number": "1", "title-en": "A <b>", "link-en": "http://example.org", "title-it": "Uno"])
            #expect(wrong.status == 422 && wrong.has("begins with https://") && wrong.has("A &lt;b&gt;"), "\(wrong.text)")
            #expect(try await visitor.post(new, from: new, ["number": "1", "link-ru": "https://example.org"]).status == 422)
            let first = ["number": "0", "title-en": "A", "link-en": "https://a.org"] as KeyValuePairs
            #expect(try await visitor.post(new, from: new, first).status == 422)
            let added = try await visitor.post(
                new, from: new, ["number": "1", "title-en": "A <b>", "link-en": "https://example.org/x", "title-it": "Uno"])
            #expect(added["location"] == "\(Self.path)?done=saved", "\(added.text)")
            let journal = try await visitor.get("/expenses")
            #expect(journal.has("A &lt;b&gt;") && journal.has(#"href="https://example.org/x""#), "\(journal.text)")
            #expect(journal.has(#"rel="noopener noreferrer nofollow""#) && journal.has("example.org<"))
            let own = try #require(Self.link(try await visitor.get(Self.path)))
            let fields = ["version": "1", "number": "2", "title-en": "B", "link-en": "https://example.org/y"] as KeyValuePairs
            #expect(try await visitor.post(own, from: own, fields)["location"] == "\(Self.path)?done=saved")
            #expect(try await visitor.post(own, from: own, fields).status == 409)
            let removed = try await visitor.post("\(own)/remove", from: own)
            #expect(removed["location"] == "\(Self.path)?done=topic-removed", "\(removed.text)")
            #expect(try await visitor.get(own).status == 404)
        }
    }

    @Test func operatorsEditTheListAndOthersDoNot() async throws {
        let accounts = TestAccounts()
        try await PageVisitor.run(accounts: accounts) { server, _ in
            let op = PageVisitor(server, token: try await server.makeOperator("op@example.com", accounts).person.token)
            let ann = PageVisitor(server, token: try await server.person("ann@example.com", accounts).token)
            let new = "\(Self.path)/new"
            #expect(try await op.get("/operators").has(Self.path))
            let added = try await op.post(new, from: new, ["number": "1", "title-en": "A", "link-en": "https://example.org"])
            #expect(added["location"] == "\(Self.path)?done=saved", "\(added.text)")
            let own = try #require(Self.link(try await op.get(Self.path)))
            let missing = try await op.upload("\(own)/picture", from: own, field: "picture")
            #expect(missing.status == 422 && missing.has("Choose a file first."), "\(missing.text)")
            let text = try await op.upload("\(own)/picture", from: own, file: ("p.jpg", "text"), field: "picture")
            #expect(text.status == 422, "\(text.text)")
            let sent = try await op.upload(
                "\(own)/picture", from: own, file: ("p.webp", ServerUnderTest.photo), field: "picture")
            #expect(sent["location"] == "\(own)?done=saved", "\(sent.text)")
            let journal = try await ann.get("/expenses")
            let picture = try #require(journal.text.firstMatch(of: /src="(\/v1\/expenses\/reading\/[^"]+)"/)?.output.1)
            #expect(try await ann.get(String(picture)).status == 200)
            #expect(!journal.has(Self.path), "\(journal.text)")
            for page in [Self.path, new, own] { #expect(try await ann.get(page).status == 403, "\(page)") }
            for form in [Self.path, "\(Self.path)/sample", new, own, "\(own)/picture", "\(own)/picture/removal", "\(own)/remove"] {
                #expect(try await ann.post(form, from: "/expenses/new", ["shown": "none"]).status == 403, "\(form)")
            }
            #expect(try await op.post("\(own)/picture/removal", from: own)["location"] == "\(own)?done=saved")
            #expect(!(try await ann.get("/expenses")).has("/v1/expenses/reading/"))
        }
    }

    @Test(arguments: ["en", "it", "ru", "kk"]) func everyPageIsInTheReadersLanguage(language: String) async throws {
        try await PageVisitor.run { server, _ in
            let visitor = PageVisitor(server, cookies: ["closecast-language": language])
            for path in [Self.path, "\(Self.path)/new"] {
                let page = try await visitor.get(path)
                #expect(page.status == 200 && (language == "en" || !page.has(">Save<")), "\(path): \(page.text)")
            }
        }
    }
}

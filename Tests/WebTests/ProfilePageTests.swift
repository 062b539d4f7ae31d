import HTTPTestSupport
import ServerWorld
import Testing

/// The profile, without scripts: a page of its own without accounts, a part of the account with them.
@Suite struct ProfilePageTests {
    private static let path = "/profile"
    private static let details: KeyValuePairs = [
        "first_name": "Ann <b>", "last_name": "Berg", "login_name": "ann.berg", "phone": "+39 333 123 4567",
        "email": "ann@example.com",
    ]

    @Test func onePersonFillsInTheProfile() async throws {
        try await PageVisitor.run { _, visitor in
            #expect(try await visitor.get("/more").has(#"href="/profile""#))
            let empty = try await visitor.get(Self.path)
            #expect(empty.status == 200 && empty.has(#"name="email""#) && !empty.has("/v1/profile/picture"), "\(empty.text)")
            let saved = try await visitor.post(Self.path, from: Self.path, Self.details)
            #expect(saved["location"] == "\(Self.path)?done=saved", "\(saved.text)")
            let page = try await visitor.get(Self.path)
            #expect(page.has("<b>Ann &lt;b&gt; Berg</b>") && page.has(#"value="+393331234567""#), "\(page.text)")
            #expect(page.has(#"value="ann@example.com""#) && page.has(#"href="/settings#region""#))
            let wrong = try await visitor.post(
                Self.path, from: Self.path, ["first_name": "Bea", "login_name": "a b", "phone": "12", "email": "x"])
            #expect(wrong.status == 422 && wrong.has(#"value="Bea""#) && wrong.has("Use 3 to 30 letters"), "\(wrong.text)")
            let phone = try await visitor.post(Self.path, from: Self.path, ["phone": "12"])
            #expect(phone.status == 422 && phone.has("with its country code"), "\(phone.text)")
            let name = try await visitor.post(Self.path, from: Self.path, ["first_name": "A\u{202E}nn"])
            #expect(name.status == 422 && name.has("visible characters"), "\(name.text)")
            #expect(try await visitor.get(Self.path).has("Ann &lt;b&gt;"), "nothing was changed")
            let cleared = try await visitor.post(Self.path, from: Self.path, ["first_name": "Bea"])
            #expect(cleared["location"] == "\(Self.path)?done=saved")
            #expect(try await !visitor.get(Self.path).has("ann.berg"))
        }
    }

    @Test func aPictureIsSentAndRemoved() async throws {
        try await PageVisitor.run { _, visitor in
            let form = "\(Self.path)/picture"
            let missing = try await visitor.upload(form, from: Self.path, field: "picture")
            #expect(missing.status == 422 && missing.has("Choose a file first."), "\(missing.text)")
            let text = try await visitor.upload(form, from: Self.path, file: ("p.jpg", "text"), field: "picture")
            #expect(text.status == 422 && text.has("This picture cannot be read."), "\(text.text)")
            let sent = try await visitor.upload(
                form, from: Self.path, file: ("p.webp", ServerUnderTest.photo), field: "picture")
            #expect(sent["location"] == "\(Self.path)?done=saved", "\(sent.text)")
            #expect(try await visitor.get(Self.path).has(#"<img class="avatar" src="/v1/profile/picture""#))
            #expect(try await visitor.get("/v1/profile/picture").status == 200)
            let removed = try await visitor.post("\(form)/removal", from: Self.path)
            #expect(removed["location"] == "\(Self.path)?done=saved", "\(removed.text)")
            #expect(try await visitor.get("/v1/profile/picture").status == 404)
        }
    }

    @Test func anAccountHasTheDetails() async throws {
        let accounts = TestAccounts()
        try await PageVisitor.run(accounts: accounts) { server, _ in
            let ann = PageVisitor(server, token: try await server.person("ann@example.com", accounts).token)
            let eve = PageVisitor(server, token: try await server.person("eve@example.com", accounts, name: "Eve").token)
            #expect(try await ann.get(Self.path)["location"] == "/account")
            let page = try await ann.get("/account")
            #expect(page.has(#"name="login_name""#) && page.has(#"action="/account/details""#), "\(page.text)")
            #expect(!page.has(#"href="/profile""#))
            let form = "/account/details"
            let saved = try await ann.post(form, from: "/account", ["first_name": "Ann", "login_name": "Wren"])
            #expect(saved["location"] == "/account?done=saved", "\(saved.text)")
            let taken = try await eve.post(form, from: "/account", ["first_name": "Eva", "login_name": "wren"])
            #expect(taken.status == 409 && taken.has("This login name is taken.") && taken.has(#"value="Eva""#), "\(taken.text)")
            #expect(try await !eve.get("/account").has("Wren"))
            #expect(try await ann.get("/account").has(#"value="Wren""#))
            let sent = try await ann.upload(
                "/account/picture", from: "/account", file: ("p.webp", ServerUnderTest.photo), field: "picture")
            #expect(sent["location"] == "/account?done=saved", "\(sent.text)")
            #expect(try await ann.get("/account").has(#"src="/v1/profile/picture""#))
            #expect(try await eve.get("/v1/profile/picture").status == 404)
            #expect(try await ann.post("/account/picture/removal", from: "/account")["location"] == "/account?done=saved")
        }
    }

    @Test(arguments: ["en", "it", "ru", "kk"]) func thePageIsInTheReadersLanguage(language: String) async throws {
        try await PageVisitor.run { server, _ in
            let page = try await PageVisitor(server, cookies: ["closecast-language": language]).get(Self.path)
            #expect(page.status == 200 && (language == "en") == page.has("Personal details"), "\(page.text)")
        }
    }
}

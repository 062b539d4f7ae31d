import Foundation
import ServerWorld
import Services
import Store
import Support
import Testing
import Trading

/// The pages of verification, referral, help and support, used as with a browser without scripts.
@Suite struct VerificationPageTests {
    private static let path = "/trading/verification"
    private static let photo = (name: "p.webp", content: ServerUnderTest.photo)

    private func run(_ body: (ServerUnderTest, TestAccounts, PageVisitor) async throws -> Void) async throws {
        let accounts = TestAccounts(startsVerified: false)
        try await PageVisitor.run(accounts: accounts, follows: true) { server, visitor in try await body(server, accounts, visitor)
        }
    }

    private func join(_ visitor: PageVisitor, _ email: String, _ server: ServerUnderTest, _ accounts: TestAccounts) async throws {
        _ = try await server.person(email, accounts)
        _ = try await visitor.get("/sign-in")
        _ = try await visitor.post("/sign-in", ["email": email, "password": PageVisitor.password])
        #expect(visitor.session != nil)
    }

    // MARK: Verification

    @Test func aPersonIsVerifiedWithoutScripts() async throws {
        try await run { server, accounts, ann in
            try await join(ann, "ann@example.com", server, accounts)
            let keeper = PageVisitor(
                server, token: try await server.makeOperator("op@example.com", accounts).person.token, follows: true)
            var page = try await ann.get(Self.path)
            #expect(page.status == 200 && page.has("Simulated money") && page.has("name=\"phone\"") && !page.has("type=\"file\""))
            page = try await ann.post(Self.path + "/phone", ["phone": "12345"])
            #expect(page.status == 422 && page.has("with its country code") && page.has("value=\"12345\""), "\(page.text)")
            page = try await ann.post(Self.path + "/phone", ["phone": ServerUnderTest.phone])
            #expect(page.status == 200 && page.has("Code sent.") && page.has("ends in 5431"), "\(page.text)")
            let code = try accounts.codes.last()
            page = try await ann.post(Self.path + "/code", ["code": code == "000000" ? "000001" : "000000"])
            #expect(page.status == 422 && page.has("The code is wrong."))
            page = try await ann.post(Self.path + "/code", ["code": code])
            #expect(page.has("Phone confirmed.") && page.has("··· 5431") && page.has("type=\"file\"") && page.has("phone verified"))

            page = try await ann.upload(Self.path + "/document", from: Self.path, ["kind": "passport", "side": "front"])
            #expect(page.status == 422 && page.has("Choose a photo first."))
            page = try await ann.upload(
                Self.path + "/document", from: Self.path, ["kind": "passport", "side": "front"], file: ("x.gif", "GIF89a"),
                field: "photo")
            #expect(page.status == 422 && page.has("id=\"trading-verification-document-photo\""), "\(page.text)")
            page = try await ann.upload(
                Self.path + "/document", from: Self.path, ["kind": "passport", "side": "front"], file: Self.photo, field: "photo")
            #expect(page.has("Photo added.") && page.has("Passport · Photo page"), "\(page.text)")
            page = try await ann.upload(
                Self.path + "/document", from: Self.path, ["kind": "passport", "side": "back"], file: Self.photo, field: "photo")
            #expect(page.status == 422 && page.has("A passport has no back here"), "\(page.text)")
            let removed = String(try #require(page.text.firstMatch(of: /name="document" value="(d_[0-9a-f]+)"/)).output.1)
            _ = try await keeper.post(Self.path + "/removal", ["document": removed])
            #expect(try await ann.get(Self.path).has("value=\"\(removed)\""), "it is not the operator's")
            page = try await ann.post(Self.path + "/removal", ["document": removed])
            #expect(page.has("Photo removed.") && !page.has("value=\"\(removed)\""), "\(page.text)")
            page = try await ann.post(Self.path + "/removal", ["document": removed])
            #expect(page.status == 200 && page.has("Photo removed."), "as in another tab: \(page.text)")
            page = try await ann.upload(
                Self.path + "/document", from: Self.path, ["kind": "identity-card", "side": "front"], file: Self.photo,
                field: "photo")
            page = try await ann.post(Self.path + "/submission")
            #expect(page.has("Still missing: Identity card · Back."), "\(page.text)")
            page = try await ann.upload(
                Self.path + "/document", from: Self.path, ["kind": "passport", "side": "front"], file: Self.photo, field: "photo")
            page = try await ann.post(Self.path + "/submission")
            #expect(page.has("Waiting for a decision") && !page.has("type=\"file\""))
            let home = try await ann.get("/practice")
            #expect(home.has("Waiting for a decision</a>") && !home.has("Add a document"), "\(home.text)")

            page = try await keeper.get("/operators/verifications")
            let account = try #require(page.text.firstMatch(of: /operators\/verifications\/(u_[0-9a-f]+)/)).output.1
            page = try await keeper.get("/operators/verifications/\(account)")
            #expect(page.has("ann@example.com") && page.has("··· 5431") && !page.has(ServerUnderTest.photoMark))
            let document = try #require(page.text.firstMatch(of: /documents\/(d_[0-9a-f]+)/)).output.1
            let seen = try await keeper.get("/operators/verifications/\(account)/documents/\(document)")
            let jpeg = try #require(seen.text.firstMatch(of: /src="data:image\/jpeg;base64,([^"]+)"/)).output.1
            let bytes = try #require(Data(base64Encoded: String(jpeg)))
            #expect(String(decoding: bytes, as: UTF8.self).contains(ServerUnderTest.photoMark))
            // The decision and the way back are in sight.
            #expect(
                seen.has(#"<option value="" selected>Choose a decision</option><option value="accepted">Accept</option>"#),
                "\(seen.text)")
            #expect(seen.has("name=\"decision\"") && seen.has("class=\"back\" href=\"/operators/verifications/\(account)\""))
            page = try await keeper.post(
                "/operators/verifications/decision", from: "/operators/verifications/\(account)",
                ["account": String(account), "decision": "more-needed", "reason": " "])
            #expect(page.status == 422 && page.has("Give a reason of 1 to 500 characters."), "\(page.text)")
            page = try await keeper.post(
                "/operators/verifications/decision", from: "/operators/verifications/\(account)",
                ["account": String(account), "decision": "", "reason": "Legible."])
            #expect(page.status == 422 && page.has("Choose a decision.") && page.has("Legible."), "\(page.text)")
            page = try await keeper.post(
                "/operators/verifications/decision",
                ["account": String(account), "decision": "more-needed", "reason": "The photo is <dark>."])
            #expect(page.has("Decided.") && page.has("No one is waiting."), "\(page.text)")

            page = try await ann.get(Self.path)
            #expect(page.has("More is needed") && page.has("The photo is &lt;dark&gt;."))
            #expect(!page.has("No operator has looked"), "the look is shown")
            _ = try await ann.post(Self.path + "/submission")
            page = try await keeper.post(
                "/operators/verifications/decision", from: "/operators/verifications/\(account)",
                ["account": String(account), "decision": "accepted", "reason": "Legible."])
            page = try await keeper.get("/operators/verifications/\(account)")
            #expect(page.has("/documents/\(document)"), "whoever decided can still look")
            let other = PageVisitor(server, token: try await server.makeOperator("op2@example.com", accounts).person.token)
            page = try await other.get("/operators/verifications/\(account)")
            #expect(page.status == 200 && page.has("Legible.") && !page.has("/documents/\(document)"))
            page = try await ann.get(Self.path)
            #expect(page.has("fully verified") && page.has("Legible."))
        }
    }

    @Test func onlyOperatorsSeeTheQueue() async throws {
        try await run { server, accounts, ann in
            #expect(try await ann.get(Self.path).has("name=\"password\""), "who is not signed in is asked to")
            try await join(ann, "ann@example.com", server, accounts)
            for path in ["/operators/verifications", "/operators/support", "/operators/verifications/u_00000000000000000000"] {
                #expect(try await ann.get(path).status == 403, "\(path)")
            }
            #expect(
                try await ann.post("/operators/verifications/decision", from: Self.path, ["account": "x", "decision": "accepted"])
                    .status == 403)
        }
    }

    @Test func aDecisionWithoutALookSaysSo() async throws {
        try await run { server, accounts, _ in
            let ann = try await server.person("ann@example.com", accounts)
            let keeper = PageVisitor(server, token: try await server.makeOperator("op@example.com", accounts).person.token)
            _ = try await server.submitPassport(ann, accounts)
            let owner = PageVisitor(server, token: ann.token)
            #expect(try await owner.get(Self.path).has("No operator has looked at your photos."))
            _ = try await keeper.post(
                "/operators/verifications/decision", from: "/operators/verifications/\(ann.id)",
                ["account": ann.id, "decision": "accepted", "reason": "Known to us."])
            let page = try await owner.get(Self.path)
            #expect(page.has("fully verified") && page.has("The decision was made without opening your photos."), "\(page.text)")
            #expect(!page.has("No operator has looked"), "\(page.text)")
        }
    }

    /// Looking at a photo needs the password again; the decision keeps the typed values.
    @Test func looksAndDecisionsNeedThePasswordAgain() async throws {
        try await run { server, accounts, _ in
            let ann = try await server.person("ann@example.com", accounts)
            let keeper = PageVisitor(server, token: try await server.makeOperator("op@example.com", accounts).person.token)
            let document = try await server.submitPassport(ann, accounts)
            server.clock.advance(by: 601)
            let path = "/operators/verifications/\(ann.id)"
            let look = try await keeper.get("\(path)/documents/\(document)")
            #expect(look.status == 303 && look["location"]?.hasPrefix("/confirm?next=") == true)
            let asked = try await keeper.post(
                "/operators/verifications/decision", from: path,
                ["account": ann.id, "decision": "accepted", "reason": "Legible."])
            #expect(asked.status == 200 && asked.has("name=\"kept-reason\" value=\"Legible.\""), "\(asked.text)")
            #expect(try await server.parts.identity.queue.find(ann.id).verification.state == .pending)
        }
    }

    @Test func onOnesOwnMachineThePagesSayWhy() async throws {
        try await PageVisitor.run { server, visitor in
            #expect(try await visitor.get(Self.path).has("without accounts or operators to decide"))
            #expect(try await visitor.get("/trading/referral").has("no one to invite"))
            let help = try await visitor.get("/help")
            #expect(help.has("no operators to answer messages") && !help.has("name=\"text\""))
            #expect(try await visitor.get("/operators/support").status == 404)
        }
    }

    // MARK: Referral

    @Test func aCodeIsGivenOnThePage() async throws {
        try await run { server, accounts, ann in
            try await join(ann, "ann@example.com", server, accounts)
            let bob = PageVisitor(server, follows: true)
            try await join(bob, "bob@example.com", server, accounts)
            let none = try await ann.get("/trading/referral")
            #expect(none.has("You have no code yet.") && none.has("10.00 USD") && !none.has("own-secret"))
            #expect(try await ann.get("/trading/referral").has("You have no code yet."), "looking makes none")
            let page = try await ann.post("/trading/referral/own", from: "/trading/referral")
            let code = String(try #require(page.text.firstMatch(of: /own-secret">([A-Z0-9]{8})</)).output.1)
            #expect(page.has("10.00 USD"))
            let wrong = try await bob.post("/trading/referral", from: "/trading/referral", ["code": "AAAAAAAA"])
            #expect(wrong.status == 422 && wrong.has("This code does not exist."))
            let used = try await bob.post("/trading/referral", ["code": code])
            #expect(used.has("Code saved.") && used.has("You have entered a code."), "\(used.text)")
        }
    }

    // MARK: Help

    @Test func questionsAreFoundByTheirWordsInEveryLanguage() async throws {
        try await PageVisitor.run { server, _ in
            for (language, search, answer) in [
                ("en", "fee", "What are the fees?"), ("en", "set ALERT", "How do I set an alert?"),
                ("en", "quiet hours", "How and when am I notified?"),
                ("en", "delete wallet", "How do I delete a wallet, and how do I restore it?"),
                ("it", "commissione", "Quali commissioni ci sono?"), ("ru", "комиссии", "Какие комиссии?"),
                ("kk", "комиссия", "Қандай комиссиялар бар?"), ("it", "perche vecchi", "Perché i prezzi sono vecchi?"),
            ] {
                let visitor = PageVisitor(server, headers: ["Accept-Language": language])
                let query = search.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
                let page = try await visitor.get("/help?search=\(query)")
                let first = page.text.firstMatch(of: /<summary>([^<]+)<\/summary>/).map { String($0.output.1) }
                #expect(first == answer.replacing("'", with: "&#39;"), "\(search): \(first ?? "nothing")")
            }
        }
    }

    @Test func questionsStandUnderTheNamesOfTheirPlaces() async throws {
        try await PageVisitor.run { _, visitor in
            let page = try await visitor.get("/help")
            let named = page.text.matches(of: /<h3 id="help-([a-z]+)">([^<]+)<\/h3>/).map { "\($0.output.1) \($0.output.2)" }
            #expect(
                named == [
                    "markets Markets", "portfolio Portfolio", "expenses Spending", "practice Practice", "home Home",
                    "settings Settings",
                ], "without accounts: \(named)")
            for place in ["markets", "settings"] { #expect(page.has("href=\"#help-\(place)\"")) }
            #expect(page.has("id=\"question-fees\""))
            let found = try await visitor.get("/help?search=fee")
            #expect(!found.has("<h3 id=\"help-") && found.has("What are the fees?"))
            #expect(!found.has("Where does the news come from?"), "feeds are no fees: \(found.text)")
            #expect(try await visitor.get("/help?search=feeds").has("Where does the news come from?"))
        }
    }

    @Test func questionsOnAccountsNeedAccounts() async throws {
        let questions = ["How do I delete everything?", "How do I contact an operator?"]
        try await PageVisitor.run { _, visitor in
            let help = try await visitor.get("/help")
            #expect(!questions.contains { help.has($0) })
        }
        try await run { server, accounts, ann in
            try await join(ann, "ann@example.com", server, accounts)
            let help = try await ann.get("/help")
            #expect(questions.allSatisfy { help.has($0) })
        }
    }

    @Test func aSearchWithoutAnAnswerSaysSo() async throws {
        try await PageVisitor.run { _, visitor in
            let all = try await visitor.get("/help").text.matches(of: /<summary>/).count
            #expect(all >= 15)
            let none = try await visitor.get("/help?search=zebra")
            #expect(none.has("0 answers found") && !none.has("<summary>") && none.has("href=\"/help\""))
            #expect(try await visitor.get("/help?search=%20").text.matches(of: /<summary>/).count == all)
        }
    }

    /// The figures in answers are those of the rules, and no placeholder is left.
    @Test func answersNameTheRules() async throws {
        try await PageVisitor.run { server, _ in
            for language in ["en", "it", "ru", "kk"] {
                let page = try await PageVisitor(server, headers: ["Accept-Language": language]).get("/help")
                let answers = page.text.matches(of: /<p class="muted">([^<]+)<\/p><\/details>/).map { String($0.output.1) }
                #expect(answers.count >= 15 && answers.allSatisfy { !$0.contains("{") }, "\(language)")
                let tolerance = language == "ru" ? "1\u{A0}%" : "1%"
                #expect(answers.contains { $0.contains("30") && $0.contains(tolerance) }, "\(language): seconds and tolerance")
            }
        }
    }

    // MARK: Support

    @Test func aThreadIsReadOnBothSides() async throws {
        try await run { server, accounts, ann in
            try await join(ann, "ann@example.com", server, accounts)
            let keeper = PageVisitor(
                server, token: try await server.makeOperator("op@example.com", accounts).person.token, follows: true)
            var page = try await ann.post("/help/message", from: "/help", ["text": "Where is <my> deposit?"])
            #expect(page.has("Message sent.") && page.has("Where is &lt;my&gt; deposit?"), "\(page.text)")
            page = try await ann.post("/help/message", from: "/help", ["text": "  "])
            #expect(page.status == 422 && page.has("Write a message of 1 to 4,000 characters."))
            page = try await keeper.get("/operators/support")
            #expect(page.has("1 unread"))
            let account = try #require(page.text.firstMatch(of: /operators\/support\/(u_[0-9a-f]+)/)).output.1
            // All forms of a page have one key; an operation without keys leaves it to the others.
            page = try await keeper.post(
                "/operators/support/read", from: "/operators/support/\(account)", ["account": String(account)], key: "answer-1")
            #expect(page.has("Marked as read."), "\(page.text)")
            // A form that is sent twice, as with two clicks, results in one answer.
            for _ in 1...2 {
                page = try await keeper.post(
                    "/operators/support/answer", from: "/operators/support/\(account)",
                    ["account": String(account), "text": "Tomorrow."], key: "answer-1")
                #expect(page.has("Message sent.") && page.has("Tomorrow."), "\(page.text)")
            }
            let (support, person) = (server.parts.support, Support.Person(account: String(account)))
            let stored = try await server.database.reading { try support.thread($0, Caller(owner: "local"), person) }
            #expect(stored.thread.messages.map(\.text) == ["Where is <my> deposit?", "Tomorrow."])
            #expect(!(try await keeper.get("/operators/support").has(">1 unread<")))
            page = try await ann.get("/help")
            #expect(page.has("Tomorrow.") && page.has("1 unread"))
            page = try await ann.post("/help/read")
            #expect(page.has("Marked as read.") && !page.has("1 unread"))
        }
    }
}

import Foundation
import HTTPTestSupport
import People
import Secrets
import ServerWorld
import Testing

/// The pages of an account, used as with a browser without scripts.
@Suite struct AccountPageTests {
    private static let password = PageVisitor.password

    private func run(
        _ accounts: TestAccounts = TestAccounts(), _ body: (ServerUnderTest, TestAccounts, PageVisitor) async throws -> Void
    ) async throws {
        try await PageVisitor.run(accounts: accounts) { server, visitor in try await body(server, accounts, visitor) }
    }

    private static let pagePaths = [
        "", "/password", "/second-factor", "/pin", "/devices", "/events", "/tokens", "/export", "/deletion",
    ]
    .map { "/account\($0)" }

    private static func texts(_ pattern: String, in page: String) -> [String] {
        let expression = try! NSRegularExpression(pattern: pattern)
        let whole = NSRange(page.startIndex..., in: page)
        return expression.matches(in: page, range: whole).map { String(page[Range($0.range(at: 1), in: page)!]) }
    }

    // MARK: The walk

    @Test func aPersonJoinsSignsInByPINAndOnASecondDevice() async throws {
        try await run { server, accounts, visitor in
            let ann = visitor
            #expect(try await ann.get("/account")["location"] == "/sign-in?next=%2Faccount")
            try await ann.join("ann@example.com", accounts)
            #expect(try await ann.get("/account").text.contains("ann@example.com"))

            _ = try await ann.get("/account/pin")
            #expect(
                try await ann.post("/account/pin", ["pin": "730418", "pin_again": "730418"])["location"]
                    == "/account/pin?done=pin-set")
            let out = try await ann.post("/sign-out")
            #expect(out["clear-site-data"] == #""cache", "storage""# && ann.session == nil && ann.device != nil)
            #expect(try await ann.get("/sign-in?next=/wallets")["location"] == "/sign-in/pin?next=%2Fwallets")
            #expect(try await ann.get("/sign-in/pin").text.contains("as Ann"))
            let wrong = try await ann.post("/sign-in/pin", ["pin": "730419"])
            #expect(wrong.status == 422 && ann.session == nil)
            #expect(try await ann.post("/sign-in/pin", ["pin": "730418", "next": "/portfolio"])["location"] == "/portfolio")

            // The PIN does not count as the password: the password is asked for, and the typed values are kept.
            _ = try await ann.get("/account/tokens")
            let asked = try await ann.post("/account/tokens", ["name": "my <b>sheet", "scope": "read", "days": "30"])
            #expect(asked.status == 200 && asked.text.contains("name=\"kept-name\" value=\"my &lt;b&gt;sheet\""), "\(asked.text)")
            let confirmed = try await ann.post(
                "/confirm",
                [
                    "password": Self.password, "next": "/account/tokens", "waits": "yes", "kept-name": "sheet",
                    "kept-scope": "read",
                    "kept-days": "30",
                ])
            #expect(confirmed.status == 200 && confirmed.setCookies.count == 1, "\(confirmed.text)")
            for days in ["1e5", "thirty", "-1"] {
                let refused = try await ann.post("/account/tokens", ["name": "sheet", "scope": "read", "days": days])
                #expect(refused.status == 422, "\(days)")
            }
            let made = try await ann.post("/account/tokens", ["name": "sheet", "scope": "read", "days": "30"])
            #expect(made.text.contains("closecast_") && made["cache-control"] == "no-store")
            #expect(try await !ann.get("/account/tokens").text.contains("closecast_"), "a token is shown once")

            let phone = PageVisitor(server)
            #expect(try await phone.get("/sign-in/pin")["location"] == "/sign-in", "no PIN where nobody signed in")
            try await phone.signIn("ann@example.com")
            let devices = try await ann.get("/account/devices").text
            #expect(Self.texts("name=\"session\" value=\"(s_[0-9a-f]+)\"", in: devices).count == 1, "all sessions but one's own")
            _ = try await ann.post("/account/devices/others-end")
            #expect(try await phone.get("/account")["location"] == "/sign-in?next=%2Faccount")
            let events = try await ann.get("/account/events").text
            for word in ["Signed in", "Wrong PIN", "PIN set", "Token created", "Sessions ended"] { #expect(events.contains(word)) }
        }
    }

    @Test func aSecondFactorIsSetUpAndAskedForAndTheAccountEnds() async throws {
        try await run { server, accounts, visitor in
            let ann = visitor
            try await ann.join("ann@example.com", accounts)
            _ = try await ann.get("/account/second-factor")
            let offer = try await ann.post("/account/second-factor/offer")
            #expect(offer.text.contains("<svg") && offer["cache-control"] == "no-store")
            let seed = try #require(
                ServerUnderTest.base32(Self.texts("id=\"set-up-secret\">([A-Z2-7 ]+)<", in: offer.text).first ?? ""))
            func code() -> String { TOTP.code(seed: seed, step: TOTP.step(at: server.clock.now)) }
            let refused = try await ann.post("/account/second-factor/code", ["code": "000000"])
            #expect(refused.status == 422 && !refused.text.contains("set-up-secret"), "the key is shown once")
            let on = try await ann.post("/account/second-factor/code", ["code": code()])
            let codes = Self.texts("<li>([a-z2-7-]{20,60})</li>", in: on.text)
            #expect(codes.count == 10, "\(on.text)")
            // The page that shows the codes once also saves them, without scripts and without a trace in a cache.
            let fields = Self.texts("name=\"code\" value=\"([a-z2-7-]+)\"", in: on.text)
            #expect(fields == codes)
            let file = try await ann.post("/account/second-factor/codes/file", ["code": codes[0], "code": codes[1], "code": "<b>"])
            #expect(file.text == "Closecast: Recovery codes\n\n\(codes[0])\n\(codes[1])\n")
            #expect(file["content-type"] == "text/plain; charset=utf-8" && file["cache-control"]?.contains("no-store") == true)
            #expect(file["content-disposition"] == "attachment; filename=\"closecast-recovery-codes.txt\"")
            _ = try await ann.get("/account/second-factor")
            let none = try await ann.post("/account/second-factor/codes/file")
            #expect(none["location"] == "/account/second-factor")

            _ = try await ann.post("/sign-out")
            server.clock.advance(by: 30)
            let second = try await ann.post("/sign-in", ["email": "ann@example.com", "password": Self.password])
            #expect(second.status == 200 && ann.session == nil)
            let signIn = try #require(PageVisitor.value(of: "sign_in", in: second.text))
            let wrong = try await ann.post("/sign-in/code", ["sign_in": signIn, "code": "1"])
            #expect(wrong.status == 422 && ann.session == nil && wrong.text.contains(signIn))
            #expect(try await ann.post("/sign-in/code", ["sign_in": signIn, "code": code()])["location"] == "/")

            _ = try await ann.get("/account/export")
            let export = try await ann.post("/account/export")
            #expect(
                export.status == 200 && export["content-type"] == "application/zip" && export.body.starts(with: Array("PK".utf8)))
            #expect(try await ann.post("/account/export").status == 429)

            _ = try await ann.get("/account/password")
            let new = "brown owls wake at dusk"
            let differing = try await ann.post(
                "/account/password",
                ["current_password": Self.password, "password": new, "password_again": "x", "recovery_code": codes[0]])
            #expect(differing.status == 422 && !differing.text.contains(new), "no answer repeats a password")
            let changed = try await ann.post(
                "/account/password",
                ["current_password": Self.password, "password": new, "password_again": new, "recovery_code": codes[0]])
            #expect(changed["location"] == "/account/password?done=password-changed", "\(changed.text)")

            _ = try await ann.get("/account/deletion")
            let end: KeyValuePairs = ["email": "ann@example.com", "password": new, "recovery_code": codes[1]]
            #expect(try await ann.post("/account/deletion", end)["location"] == "/account/deletion")
            #expect(try await ann.get("/portfolio")["location"] == "/account/deletion", "nothing else is open")
            _ = try await ann.get("/account/deletion")
            #expect(try await ann.post("/account/deletion/undo")["location"] == "/account?done=account-kept")
        }
    }

    @Test func aForgottenPasswordIsSetWithTheWholeLink() async throws {
        try await run { _, accounts, visitor in
            let ann = visitor
            try await ann.join("ann@example.com", accounts)
            let other = PageVisitor(ann.server)
            _ = try await other.get("/reset")
            _ = try await other.post("/reset/mail", ["email": "ann@example.com"])
            let token = try await accounts.token(.passwordReset, to: "ann@example.com")
            let link = "https://closecast.example.com/reset#\(token)"
            let new: KeyValuePairs = [
                "token": link, "password": "brown owls wake at dusk", "password_again": "brown owls wake at dusk",
            ]
            #expect(try await other.post("/reset", new)["location"] == "/sign-in?done=password-reset")
            let used = try await other.post("/reset", new)
            #expect(used.status == 422 && used.text.contains("used or expired"))
            #expect(try await ann.get("/account").status == 303, "all sessions ended")
        }
    }

    // MARK: Nothing is revealed to strangers

    @Test func noPageTellsWhichAddressesAreKnown() async throws {
        try await run { server, accounts, visitor in
            let ann = visitor
            try await ann.join("ann@example.com", accounts)
            let stranger = PageVisitor(server)
            func answer(_ path: String, _ email: String) async throws -> (Int, String) {
                _ = try await stranger.get("/sign-in")
                let answer = try await stranger.post(
                    path,
                    [
                        "name": "X", "email": email, "password": "nine green hats in a row",
                        "password_again": "nine green hats in a row",
                        "accept_terms": "yes",
                    ])
                let page = answer.text.replacing(email, with: "").replacing(/value="[0-9a-f]{32}"/, with: "")
                return (answer.status, page)
            }
            for path in ["/sign-in", "/sign-up", "/reset/mail", "/verify/mail"] {
                // Earlier mails must not count.
                server.clock.advance(by: 7200)
                let (known, unknown) = (try await answer(path, "ann@example.com"), try await answer(path, "nobody@example.com"))
                #expect(known == unknown, "\(path)")
            }
        }
    }

    @Test func aMailedLinkChangesNothingBeforeAClick() async throws {
        try await run { server, accounts, visitor in
            for page in LinkPage.allCases {
                for _ in 0..<2 {
                    let answer = try await visitor.get(page.rawValue)
                    // The page of a new address asks people to sign in first.
                    #expect(answer.status == 200 && (page == .emailChange || answer.text.contains("<form")), "\(page)")
                }
            }
            _ = try await visitor.get("/sign-up")
            _ = try await visitor.post(
                "/sign-up",
                [
                    "name": "Ann", "email": "ann@example.com", "password": Self.password, "accept_terms": "yes",
                ])
            let token = try await accounts.token(.verification, to: "ann@example.com")
            _ = try await visitor.get("/verify")
            #expect(try await accounts.people.administration.list(matching: nil, after: nil, limit: 1).isEmpty)
            // A secret in the query is not read, so no log and no Referer contains a working one.
            let inAddress = try await visitor.get("/verify?token=\(token)")
            #expect(!inAddress.text.contains(token))
        }
    }

    /// The schema refuses the name, and rules refuse the address, the password and the missing consent.
    @Test func aSignUpShowsAllErrorsAtOnce() async throws {
        try await run { _, _, visitor in
            _ = try await visitor.get("/sign-up")
            func expectErrors(_ page: EdgeAnswer, _ fields: String...) throws {
                for field in fields {
                    let error = try Regex("<p class=\"error\" id=\"sign-up-\(field)-error\"[^>]*>[^<]+</p>")
                    #expect(page.text.contains(error), "\(field): \(page.text)")
                }
            }
            let page = try await visitor.post("/sign-up", ["name": "", "email": "nobody", "password": "short"])
            #expect(page.status == 422)
            try expectErrors(page, "name", "email", "password", "accept_terms")
            #expect(!page.has("password_again"), "the page of the mailed link asks for it once more")
            // The use case stops at the address; the form says what is wrong with the password too.
            let other = try await visitor.post(
                "/sign-up", ["name": "Ann", "email": "nobody", "password": "short", "accept_terms": "yes"])
            try expectErrors(other, "email", "password")
            #expect(other.has("Choose another password: 15 to 128 characters"))
        }
    }

    // MARK: Every page

    @Test func everyPageSignsOut() async throws {
        try await run { _, accounts, visitor in
            let ann = visitor
            try await ann.join("ann@example.com", accounts)
            for path in ["/", "/portfolio", "/settings"] + Self.pagePaths {
                let page = try await ann.get(path)
                #expect(page.status == 200 && page.text.contains("action=\"/sign-out\""), "\(path)")
            }
        }
    }

    @Test func browsersKeepNothingPersonal() async throws {
        try await run { _, accounts, visitor in
            let ann = visitor
            try await ann.join("ann@example.com", accounts)
            _ = try await ann.get("/settings")
            _ = try await ann.post(
                "/settings", ["language": "it", "currency": "EUR", "appearance": "dark", "hidden": "yes", "coin": ""])
            let known = ["__Host-closecast", "__Host-closecast-device"]
            let choices = ["closecast-language", "closecast-currency", "closecast-look", "closecast-hidden"]
            #expect(Set(ann.cookies.keys) == Set(known + choices))
            for name in choices { #expect(["it", "EUR", "dark", "yes"].contains(ann.cookies[name] ?? "")) }
        }
    }

    // MARK: Foreign forms

    /// Every form of the pages, sent by a person who is signed in.
    private func forms(_ server: ServerUnderTest) -> [String] {
        server.routes.filter {
            $0.hasPrefix("POST /") && !$0.contains("/v1/") && !$0.contains("/v2") && !$0.contains("csp-reports")
                && !$0.contains("openapi")
        }
        .map { String($0.dropFirst("POST ".count)).replacing(/\{[a-z]+\}|:[a-z]+/, with: "x") }
    }

    @Test func everyFormNeedsTheTokenOfItsSession() async throws {
        try await run { server, accounts, visitor in
            let (ann, bob) = (visitor, PageVisitor(server))
            try await ann.join("ann@example.com", accounts)
            try await bob.join("bob@example.com", accounts)
            _ = try await ann.get("/settings")
            _ = try await bob.get("/settings")
            let own = "http://127.0.0.1:\(server.port)"
            let paths = forms(server)
            #expect(paths.count > 30, "\(paths)")
            for path in paths {
                for token in ["", "x", bob.formToken] {
                    let answer = try await ann.sendForm(path, [("csrf", token)], site: "same-origin", origin: own)
                    #expect(answer.status == 403, "\(path) with \(token): \(answer.status)")
                }
                let foreign = try await ann.sendForm(
                    path, [("csrf", ann.formToken)], site: "cross-site", origin: "https://evil.example")
                #expect(foreign.status == 403, "\(path) from another site: \(foreign.status)")
            }
            #expect(try await ann.get("/account").status == 200, "nothing was ended")
        }
    }

    @Test func nobodyIsSignedInFromAnotherSite() async throws {
        try await run { server, accounts, visitor in
            let ann = visitor
            try await ann.join("ann@example.com", accounts)
            let fields = [("email", "ann@example.com"), ("password", Self.password)]
            for (site, origin) in [("cross-site", "https://evil.example"), ("same-site", "http://127.0.0.1:1"), ("none", nil)] {
                let answer = try await PageVisitor(server).sendForm("/sign-in", fields, site: site, origin: origin)
                #expect(answer.status == 403 && answer.setCookies.isEmpty, "\(site)")
            }
        }
    }

    @Test func aPlantedSessionIsNotKept() async throws {
        try await run { server, accounts, visitor in
            let eve = visitor
            try await eve.join("eve@example.com", accounts)
            try await accounts.joinAnother("ann@example.com", on: server)
            let planted = "closecast_session_" + String(repeating: "0", count: 64)
            let ann = PageVisitor(server, cookies: ["__Host-closecast": planted])
            try await ann.signIn("ann@example.com")
            #expect(ann.session != planted)
        }
    }

    // MARK: Redirects and escaping

    @Test(arguments: [
        "//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "/\tx", "//", "\\\\evil", " /x",
        "/x\r\nSet-Cookie: a=b",
        "http:/x", "evil", "/%0d%0a/../..//evil.example#", "///evil.example",
    ])
    func nextLeadsNowhereElse(_ next: String) async throws {
        try await run { _, accounts, visitor in
            let ann = visitor
            try await ann.join("ann@example.com", accounts)
            _ = try await ann.get("/account")
            _ = try await ann.post("/sign-out")
            let answer = try await ann.post("/sign-in", ["email": "ann@example.com", "password": Self.password, "next": next])
            let location = answer["location"] ?? ""
            #expect(["/", "/x"].contains(location), "\(next) leads to \(location)")
        }
    }

    @Test func whatIsTypedIsEscapedAndNoSecretIsRepeated() async throws {
        try await run { _, _, visitor in
            let hostile = "\"\u{200D}><script>alert(1)</script>"
            _ = try await visitor.get("/sign-up")
            for (path, fields) in [
                ("/sign-in", ["email": hostile, "password": "s3cret-\(hostile)", "next": "/\(hostile)"]),
                ("/sign-up", ["name": hostile, "email": hostile, "password": "s3cret-\(hostile)", "password_again": "s3cret"]),
                ("/verify", ["token": hostile, "password": "s3cret-\(hostile)"]),
                ("/reset", ["token": hostile, "password": "s3cret-\(hostile)", "password_again": "s3cret-\(hostile)"]),
                ("/second-factor/stop", ["token": hostile]), ("/invitation", ["invitation": hostile, "name": hostile]),
            ] as [(String, [String: String])] {
                let answer = try await visitor.sendForm(
                    path, fields.map { ($0.key, $0.value) }, site: "same-origin", origin: "http://127.0.0.1:\(visitor.server.port)")
                #expect(answer.status == 422, "\(path): \(answer.status)")
                #expect(!answer.text.contains("<script>alert") && !answer.text.contains("\"\u{200D}>"), "\(path)")
                #expect(!answer.text.contains("s3cret"), "\(path) repeats a password")
            }
        }
    }

    // MARK: Others and modes

    @Test func sessionsAndTokensOfOthersAreNotFound() async throws {
        try await run { server, accounts, visitor in
            let (ann, bob) = (visitor, PageVisitor(server))
            try await ann.join("ann@example.com", accounts)
            try await bob.join("bob@example.com", accounts)
            _ = try await bob.get("/account/tokens")
            let page = try await bob.post("/account/tokens", ["name": "sheet", "scope": "read", "days": "30"]).text
            let token = try #require(PageVisitor.value(of: "id", in: page))
            let person = try #require(try await accounts.people.administration.list(matching: "bob", after: nil, limit: 1).first)
            let session = try #require(try await accounts.people.sessions.all(of: person.person.id).first)
            _ = try await ann.get("/account/devices")
            #expect(try await ann.post("/account/devices/session-end", ["session": session.id]).status == 404)
            #expect(try await ann.post("/account/tokens/revocation", ["id": token]).status == 404)
            #expect(try await ann.get("/operators").status == 403)
            #expect(try await bob.get("/account").status == 200)
        }
    }

    @Test func operatorsCannotLockTheirOwnAccount() async throws {
        let accounts = TestAccounts()
        try await PageVisitor.run(accounts: accounts) { server, _ in
            let (boss, _) = try await server.makeOperator("boss@example.com", accounts)
            let other = try await server.makeOperator("other@example.com", accounts).person
            let visitor = PageVisitor(server, headers: boss.headers)
            let page = try await visitor.get("/operators")
            let reasons = [other.id, boss.id].map { page.has("id=\"operators-lock-\($0)-reason\"") }
            #expect(reasons == [true, false], "\(page.text)")
            #expect(page.has("<details class=\"opens\"><summary>Actions") && !page.has("<details class=\"opens\" open"))
            let refused = try await visitor.post("/operators/lock", from: "/operators", ["account": boss.id, "reason": "x"])
            #expect(refused.status == 409 && refused.has("You cannot lock your own account."), "\(refused.text)")
        }
    }

    @Test func aPageOfPersonalDataSaysWhyToSignIn() async throws {
        try await run { _, _, visitor in
            let (sent, own) = (try await visitor.get("/sign-in?next=/portfolio"), try await visitor.get("/sign-in"))
            #expect(sent.has("This page shows personal data. Sign in to open it.") && !own.has("personal data"), "\(sent.text)")
        }
    }

    @Test(arguments: [SignUpPolicy.invite, .closed]) func signingUpSaysWhoMay(_ policy: SignUpPolicy) async throws {
        try await run(TestAccounts(policy)) { _, _, visitor in
            let page = try await visitor.get("/sign-up").text
            #expect(!page.contains("name=\"password\""))
            #expect(page.contains(policy == .closed ? "Sign-up is closed" : "You need an invitation"))
        }
    }

    @Test func settingsAreOfTheAccountOnEveryDevice() async throws {
        try await run { server, accounts, visitor in
            let ann = visitor
            try await ann.join("ann@example.com", accounts)
            _ = try await ann.get("/settings")
            let saved = try await ann.post(
                "/settings", ["language": "kk", "currency": "EUR", "appearance": "dark", "hidden": "no", "coin": ""])
            #expect(saved["location"] == "/settings?done=saved", "\(saved.text)")
            let phone = PageVisitor(server)
            try await phone.signIn("ann@example.com")
            let page = try await phone.get("/settings").text
            #expect(page.contains("lang=\"kk\" data-theme=\"dark\""))
            #expect(page.contains("<option value=\"EUR\" selected>"))
        }
    }

    @Test func withoutAccountsSettingsAreCookies() async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            let visitor = PageVisitor(server)
            _ = try await visitor.get("/settings")
            _ = try await visitor.post("/settings", ["language": "it", "appearance": "light", "hidden": "yes"])
            let page = try await visitor.get("/settings").text
            #expect(page.contains("lang=\"it\" data-theme=\"light\"") && page.contains("hides-amounts"))
            #expect(try await visitor.get("/sign-in").status == 404, "there are no accounts")
            let foreign = try await visitor.sendForm("/settings", [("language", "ru")], site: "same-origin", origin: nil)
            #expect(foreign.status == 403)
        }
    }
}

extension TestAccounts {
    /// Signs a person up through the API.
    func joinAnother(_ email: String, on server: ServerUnderTest) async throws { _ = try await server.person(email, self) }
}

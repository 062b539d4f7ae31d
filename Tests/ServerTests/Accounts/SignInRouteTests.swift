import Foundation
import JSONText
import People
import Secrets
import ServerWorld
import Testing

/// Signing up and in, over HTTP.
@Suite struct SignInRouteTests {
    @Test func aPersonSignsUpVerifiesAndSignsIn() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("Ann@example.com", accounts)
            let account = try await server.get("/v1/account", headers: ann.headers)
            #expect(account.json["email"]?.string == "Ann@example.com" && account.json["role"]?.string == "person")
            #expect(account.header("Cache-Control") == "no-store")
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#, headers: ann.headers))
            let other = try await server.signIn("ann@EXAMPLE.com")
            #expect(try await server.get("/v1/wallets/Main", headers: other.headers).status == 200)
            // With accounts, no caller has rights without a credential, not even on this machine.
            #expect(try await server.get("/v1/wallets").status == 401)
        }
    }

    /// A link alone makes no account: a person who signs up with another person's address gains nothing when that person clicks.
    @Test func verifyingTakesThePasswordOfTheSignUp() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let signUp = #"{"name":"Eve","email":"ann@example.com","password":"\#(ServerUnderTest.password)","accept_terms":true}"#
            #expect(try await server.post("/v1/accounts", json: signUp).status == 202)
            let token = try await accounts.token(.verification, to: "ann@example.com")
            func verify(_ token: String, _ password: String) async throws -> Int {
                try await server.post(
                    "/v1/accounts/verification", json: #"{"token":"\#(token)","password":"\#(password)"}"#
                ).status
            }
            #expect(try await verify(token, "brown owls wake at dusk") == 403)
            #expect(try await server.post("/v1/accounts/verification", json: #"{"token":"\#(token)"}"#).status == 400)
            #expect(try await verify(token, ServerUnderTest.password) == 201)
            #expect(try await verify(token, ServerUnderTest.password) == 422, "a link works once")
            #expect(try await verify("closecast_link_" + String(repeating: "0", count: 64), ServerUnderTest.password) == 422)
        }
    }

    @Test func linksExpire() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            _ = try await server.person("ann@example.com", accounts)
            #expect(try await server.post("/v1/password-resets", json: #"{"email":"ann@example.com"}"#).status == 202)
            let token = try await accounts.token(.passwordReset, to: "ann@example.com")
            func reset() async throws -> Int {
                try await server.post(
                    "/v1/password-resets/completion",
                    json: #"{"token":"\#(token)","password":"brown owls wake at dusk","password_again":"brown owls wake at dusk"}"#
                ).status
            }
            server.clock.advance(by: 30 * 60)
            #expect(try await reset() == 422)
            server.clock.advance(by: -1)
            #expect(try await reset() == 204)
            #expect(try await reset() == 422)
        }
    }

    /// Neither the answer nor the number of hashes shows that an address is in use; its owner gets a mail.
    @Test func anAddressInUseIsToldByMailOnly() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            _ = try await server.person("ann@example.com", accounts)
            func signUp(_ email: String) async throws -> (ServerUnderTest.Answer, Int) {
                let before = accounts.hasher.hashCount
                let answer = try await server.post(
                    "/v1/accounts",
                    json: #"{"name":"Bob","email":"\#(email)","password":"\#(ServerUnderTest.password)","accept_terms":true}"#)
                return (answer, accounts.hasher.hashCount - before)
            }
            let (known, hashes) = try await signUp("ANN@example.com")
            let (unknown, otherHashes) = try await signUp("bob@example.com")
            #expect(known.body == unknown.body && known.status == unknown.status && hashes == otherHashes)
            #expect(Set(known.headers.keys) == Set(unknown.headers.keys))
            #expect(try await accounts.mails(to: "ann@example.com").last?.notice.kind == .addressInUse)
            server.clock.advance(by: 3600)
            for (path, body) in [
                ("/v1/password-resets", #"{"email":"EMAIL"}"#), ("/v1/accounts/verification/mail", #"{"email":"EMAIL"}"#),
                ("/v1/sessions", #"{"email":"EMAIL","password":"wrong wrong wrong wrong"}"#),
            ] {
                var answers: [String] = []
                for email in ["ann@example.com", "nobody@example.com"] {
                    let before = accounts.hasher.hashCount
                    let answer = try await server.post(path, json: body.replacingOccurrences(of: "EMAIL", with: email))
                    let text = answer.text.replacingOccurrences(of: answer.json["request_id"]?.string ?? "-", with: "")
                    answers.append("\(answer.status) \(text) \(accounts.hasher.hashCount - before)")
                }
                #expect(answers[0] == answers[1], "\(path)")
            }
        }
    }

    @Test(arguments: [
        ("", "/name"), ("a\u{202E}b", "/name"), (" Ann", "/name"), (String(repeating: "a", count: 81), "/name"),
    ]) func badNamesAreRefused(name: String, field: String) async throws {
        try await ServerUnderTest.run(accounts: TestAccounts()) { server async throws in
            let answer = try await server.post(
                "/v1/accounts",
                json: #"{"name":"\#(name)","email":"a@example.com","password":"\#(ServerUnderTest.password)","accept_terms":true}"#)
            #expect(answer.status == 422 && answer.json["field"]?.string == field, "\(answer.text)")
        }
    }

    @Test func badPasswordsAreRefusedOnAllThreeWays() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts, name: "Annabella")
            #expect(try await server.post("/v1/password-resets", json: #"{"email":"ann@example.com"}"#).status == 202)
            let token = try await accounts.token(.passwordReset, to: "ann@example.com")
            for password in [
                TestAccounts.leaked, TestAccounts.leaked.uppercased(), "fourteen chars", "closecast-bitcoin-2026",
                "aaaaaaaaaaaaaaaaaaaaa", "qwertyuiopasdfghjkl", String(repeating: "long and longer ", count: 9),
                "annabella-2026-wallet",
            ] {
                for (method, path, body) in [
                    (
                        "POST", "/v1/accounts",
                        #"{"name":"Annabella","email":"b@example.com","password":"PASS","accept_terms":true}"#
                    ),
                    (
                        "PUT", "/v1/account/password",
                        #"{"current_password":"\#(ServerUnderTest.password)","password":"PASS","password_again":"PASS"}"#
                    ),
                    (
                        "POST", "/v1/password-resets/completion",
                        #"{"token":"\#(token)","password":"PASS","password_again":"PASS"}"#
                    ),
                ] {
                    let answer = try await server.send(
                        method, path, body: body.replacingOccurrences(of: "PASS", with: password), headers: ann.headers)
                    #expect(
                        answer.status == 422 && answer.json["code"]?.string == "bad-password", "\(path) \(password) \(answer.text)")
                    #expect(!answer.text.contains(password), "\(path) repeats the password")
                }
            }
        }
    }

    /// No error repeats a secret of the request, in whatever wrong form it was sent.
    @Test func errorsRepeatNoSecret() async throws {
        try await ServerUnderTest.run(accounts: TestAccounts()) { server async throws in
            let secret = String(repeating: "s3cret-", count: 100)
            for (path, body) in [
                ("/v1/accounts", #"{"name":"A","email":"a@example.com","password":"\#(secret)","accept_terms":true}"#),
                ("/v1/sessions", #"{"email":"a@example.com","password":"\#(secret)"}"#),
                ("/v1/sessions/pin", #"{"pin":"\#(secret)"}"#),
                ("/v1/sessions/pin", #"{"pin":"123456","device_token":"\#(secret)"}"#),
                ("/v1/sessions/second-factor", #"{"sign_in":"\#(secret)","code":"123456"}"#),
                ("/v1/sessions/second-factor", #"{"sign_in":"x","code":"\#(secret)"}"#),
                ("/v1/accounts/verification", #"{"token":"\#(secret)","password":"x"}"#),
                ("/v1/password-resets/completion", #"{"token":"\#(secret)","password":"x","password_again":"y"}"#),
            ] {
                let answer = try await server.post(path, json: body)
                #expect((400..<500).contains(answer.status) && !answer.text.contains("s3cret"), "\(path) \(answer.text)")
            }
        }
    }

    // MARK: Limits

    /// After ten wrong passwords, all clients must wait, even with the right password, but not on the owner's own device.
    @Test func wrongPasswordsMakeStrangersWait() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            func signIn(_ email: String, _ password: String, device: String? = nil) async throws -> ServerUnderTest.Answer {
                let device = device.map { #","device_token":"\#($0)""# } ?? ""
                return try await server.post("/v1/sessions", json: #"{"email":"\#(email)","password":"\#(password)"\#(device)}"#)
            }
            for email in ["ann@example.com", "nobody@example.com"] {
                for _ in 0..<10 { #expect(try await signIn(email, "wrong wrong wrong").status == 401) }
                let blocked = try await signIn(email, ServerUnderTest.password)
                #expect(blocked.status == 429 && blocked.header("Retry-After") == "900", "\(blocked.text)")
            }
            #expect(try await signIn("ann@example.com", ServerUnderTest.password, device: ann.device).status == 201)
            server.clock.advance(by: 900)
            #expect(try await signIn("ann@example.com", ServerUnderTest.password).status == 201)
            #expect(accounts.events.contains { $0.kind == .signInBlocked && $0.person == ann.id })
        }
    }

    /// Simultaneous guesses are not additional guesses.
    @Test func guessesAtOnceAreCounted() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            _ = try await server.person("ann@example.com", accounts)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<25 {
                    group.addTask {
                        try await server.post(
                            "/v1/sessions", json: #"{"email":"ann@example.com","password":"wrong wrong wrong \#(number)"}"#
                        ).status
                    }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 401 } == 10 && statuses.count { $0 == 429 } == 15, "\(statuses)")
        }
    }

    @Test func aHundredWrongPasswordsTakeALink() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            _ = try await server.person("ann@example.com", accounts)
            func signIn(_ password: String) async throws -> ServerUnderTest.Answer {
                try await server.post("/v1/sessions", json: #"{"email":"ann@example.com","password":"\#(password)"}"#)
            }
            var wrong = 0
            while wrong < 100 {
                switch try await signIn("wrong wrong wrong").status {
                case 401: wrong += 1
                case 429: server.clock.advance(by: 86_400)
                default: Issue.record("an unexpected answer")
                }
            }
            server.clock.advance(by: 10 * 86_400)
            let refused = try await signIn(ServerUnderTest.password)
            #expect(refused.status == 429 && refused.json["code"]?.string == "reset-needed", "\(refused.text)")
            #expect(try await server.post("/v1/password-resets", json: #"{"email":"ann@example.com"}"#).status == 202)
            let token = try await accounts.token(.passwordReset, to: "ann@example.com")
            let reset = try await server.post(
                "/v1/password-resets/completion",
                json: #"{"token":"\#(token)","password":"brown owls wake at dusk","password_again":"brown owls wake at dusk"}"#)
            #expect(reset.status == 204)
            #expect(try await signIn("brown owls wake at dusk").status == 201)
        }
    }

    @Test func mailsAndSignUpsAreLimited() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            var statuses: [Int] = []
            for _ in 0..<4 {
                statuses.append(try await server.post("/v1/password-resets", json: #"{"email":"x@example.com"}"#).status)
            }
            #expect(statuses == [202, 202, 202, 429])
            statuses = []
            for number in 0..<6 {
                statuses.append(
                    try await server.post(
                        "/v1/accounts",
                        json:
                            #"{"name":"A","email":"a\#(number)@example.com","password":"\#(ServerUnderTest.password)","accept_terms":true}"#
                    ).status)
            }
            #expect(statuses == [202, 202, 202, 202, 202, 429])
        }
    }

    // MARK: Invitations

    @Test func signingUpTakesAnInvitationThatWorksOnce() async throws {
        let accounts = TestAccounts(.invite)
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            func signUp(_ invitation: String?, email: String? = nil) async throws -> ServerUnderTest.Answer {
                let more = (invitation.map { #","invitation":"\#($0)""# } ?? "") + (email.map { #","email":"\#($0)""# } ?? "")
                return try await server.post(
                    "/v1/accounts", json: #"{"name":"Bob","password":"\#(ServerUnderTest.password)","accept_terms":true\#(more)}"#)
            }
            #expect(try await signUp(nil, email: "bob@example.com").json["code"]?.string == "invitation-needed")
            let (boss, _) = try await server.makeOperator("boss@example.com", accounts)
            let invited = try await server.post(
                "/v1/operator/invitations", json: #"{"email":"bob@example.com"}"#, headers: boss.headers)
            #expect(invited.status == 201, "\(invited.text)")
            let token = try await accounts.token(.invitation, to: "bob@example.com")
            #expect(try await signUp(token, email: "eve@example.com").status == 422, "for one address only")
            server.clock.advance(by: 72 * 3600)
            #expect(try await signUp(token).status == 422, "expired")
            server.clock.advance(by: -1)
            #expect(try await signUp(token).status == 201)
            #expect(try await signUp(token).status == 422, "once")
            #expect(try await server.signIn("bob@example.com").id.hasPrefix("u_"))
        }
    }

    @Test func closedMeansOnTheMachineOnly() async throws {
        let accounts = TestAccounts(.closed)
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let answer = try await server.post(
                "/v1/accounts",
                json: #"{"name":"B","email":"b@example.com","password":"\#(ServerUnderTest.password)","accept_terms":true}"#)
            #expect(answer.json["code"]?.string == "sign-up-closed")
            let (boss, _) = try await server.makeOperator("boss@example.com", accounts)
            let invited = try await server.post(
                "/v1/operator/invitations", json: #"{"email":"bob@example.com"}"#, headers: boss.headers)
            #expect(invited.status == 403 && invited.json["code"]?.string == "sign-up-closed")
        }
    }
}

import Foundation
import JSONText
import People
import ServerWorld
import Testing
import Waits

/// Sessions: how they are listed, how long they last, and how they end.
@Suite struct SessionRouteTests {
    @Test func sessionsEndWhenIdleAndInAnyCase() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            _ = try await server.person("ann@example.com", accounts)
            func status(_ person: ServerUnderTest.SignedInPerson) async throws -> Int {
                try await server.get("/v1/account", headers: person.headers).status
            }
            let idle = try await server.signIn("ann@example.com")
            server.clock.advance(by: 3599)
            #expect(try await status(idle) == 200)
            try await server.waitForUse(of: idle, accounts)
            server.clock.advance(by: 3600)
            #expect(try await status(idle) == 401, "an hour without a use")
            let used = try await server.signIn("ann@example.com")
            for _ in 0..<47 {
                server.clock.advance(by: 1800)
                #expect(try await status(used) == 200)
                try await server.waitForUse(of: used, accounts)
            }
            server.clock.advance(by: 1800)
            #expect(try await status(used) == 401, "24 hours in all")
        }
    }

    @Test func operatorsAndTheRememberedHaveTheirOwnTimes() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            _ = try await server.person("ann@example.com", accounts)
            let (boss, _) = try await server.makeOperator("boss@example.com", accounts)
            let remembered = try ServerUnderTest.person(
                await server.post(
                    "/v1/sessions",
                    json: #"{"email":"ann@example.com","password":"\#(ServerUnderTest.password)","remember_me":true}"#))
            server.clock.advance(by: 30 * 60)
            #expect(try await server.get("/v1/account", headers: boss.headers).status == 401, "half an hour for operators")
            server.clock.advance(by: 14 * 86_400 - 30 * 60 - 1)
            #expect(try await server.get("/v1/account", headers: remembered.headers).status == 200)
        }
    }

    @Test func theTwentyFirstSessionEndsTheOneIdleLongest() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let first = try await server.person("ann@example.com", accounts)
            var others: [ServerUnderTest.SignedInPerson] = []
            for _ in 0..<20 {
                server.clock.advance(by: 1)
                others.append(try await server.signIn("ann@example.com"))
            }
            #expect(try await server.get("/v1/account", headers: first.headers).status == 401)
            #expect(try await server.get("/v1/account", headers: others[0].headers).status == 200)
            #expect(try await server.get("/v1/sessions", headers: others[19].headers).json["data"]?.array?.count == 20)
            let devices = try await server.get("/v1/account/devices", headers: others[19].headers)
            #expect(devices.json["data"]?.array?.count == 10, "ten devices at most")
            #expect(accounts.events.contains { $0.kind == .sessionEnded && $0.person == first.id })
        }
    }

    @Test func sessionsAreListedAndEnded() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let first = try await server.person("ann@example.com", accounts)
            let eve = try await server.person("eve@example.com", accounts, name: "Eve")
            let second = try await server.signIn("ann@example.com")
            let third = try await server.signIn("ann@example.com")
            let list = try await server.get("/v1/sessions", headers: first.headers)
            let ids = list.json["data"]?.array?.compactMap { $0["id"]?.string } ?? []
            #expect(ids.count == 3 && list.json["data"]?.array?.count { $0["current"] == .boolean(true) } == 1)
            #expect(!list.text.contains("127.0.0.1"))
            let other = try #require(
                try await server.get("/v1/sessions/current", headers: second.headers).json["id"]?.string)
            #expect(try await server.send("DELETE", "/v1/sessions/\(other)", headers: eve.headers).status == 404, "another's")
            #expect(try await server.send("DELETE", "/v1/sessions/\(other)", headers: first.headers).status == 204)
            #expect(try await server.get("/v1/account", headers: second.headers).status == 401)
            #expect(try await server.send("DELETE", "/v1/sessions", headers: first.headers).json["ended"]?.integer == 1)
            #expect(try await server.get("/v1/account", headers: third.headers).status == 401)
            #expect(try await server.send("DELETE", "/v1/sessions/current", headers: first.headers).status == 204)
            #expect(try await server.get("/v1/account", headers: first.headers).status == 401)
            #expect(try await server.get("/v1/account", headers: eve.headers).status == 200)
        }
    }

    /// Changes to an account need the password again after ten minutes, and a PIN is not enough.
    @Test func freshnessLastsTenMinutes() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let routes: [(String, String, String?)] = [
                ("PUT", "/v1/account/email", #"{"email":"x@example.org"}"#), ("DELETE", "/v1/account/pin", nil),
                ("PUT", "/v1/account/pin", #"{"pin":"730418","pin_again":"730418"}"#), ("POST", "/v1/account/second-factor", nil),
                ("PUT", "/v1/account/second-factor", #"{"code":"123456"}"#), ("DELETE", "/v1/account/second-factor", nil),
                ("POST", "/v1/account/recovery-codes", nil), ("POST", "/v1/account/tokens", #"{"name":"x","scope":"read"}"#),
                ("POST", "/v1/account/export", nil), ("DELETE", "/v1/account/devices/d_1", nil),
                ("DELETE", "/v1/sessions/s_1", nil), ("DELETE", "/v1/sessions", nil),
            ]
            let pin = #"{"pin":"730418","pin_again":"730418","device_token":"\#(ann.device)"}"#
            #expect(try await server.send("PUT", "/v1/account/pin", body: pin, headers: ann.headers).status == 204)
            let byPIN = try ServerUnderTest.person(
                await server.post("/v1/sessions/pin", json: #"{"pin":"730418","device_token":"\#(ann.device)"}"#))
            for (method, path, body) in routes {
                let answer = try await server.send(method, path, body: body, headers: byPIN.headers)
                #expect(answer.status == 403 && answer.json["code"]?.string == "not-fresh", "\(method) \(path) \(answer.text)")
            }
            server.clock.advance(by: 600)
            for (method, path, body) in routes {
                let answer = try await server.send(method, path, body: body, headers: ann.headers)
                #expect(answer.status == 403 && answer.json["code"]?.string == "not-fresh", "\(method) \(path) \(answer.text)")
            }
            let wrong = try await server.post(
                "/v1/sessions/current/confirmation", json: #"{"password":"wrong wrong wrong"}"#, headers: ann.headers)
            #expect(wrong.status == 403 && wrong.json["code"]?.string == "wrong-password")
            let confirmed = try await server.post(
                "/v1/sessions/current/confirmation", json: #"{"password":"\#(ServerUnderTest.password)"}"#, headers: ann.headers)
            #expect(confirmed.status == 200, "\(confirmed.text)")
            #expect(try await server.get("/v1/account", headers: ann.headers).status == 401, "the session has a new secret")
            let headers = ["Authorization": "Bearer \(confirmed.json["token"]?.string ?? "")"]
            #expect(
                try await server.send("POST", "/v1/account/tokens", body: #"{"name":"x","scope":"read"}"#, headers: headers).status
                    == 201)
        }
    }

    @Test func aChangedPasswordEndsTheOtherSessions() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let other = try await server.signIn("ann@example.com")
            func change(_ current: String, _ new: String, _ again: String) async throws -> ServerUnderTest.Answer {
                try await server.send(
                    "PUT", "/v1/account/password",
                    body: #"{"current_password":"\#(current)","password":"\#(new)","password_again":"\#(again)"}"#,
                    headers: ann.headers)
            }
            let new = "brown owls wake at dusk"
            #expect(try await change("wrong wrong wrong", new, new).json["code"]?.string == "wrong-password")
            #expect(try await change(ServerUnderTest.password, new, new + "!").json["code"]?.string == "passwords-differ")
            let changed = try await change(ServerUnderTest.password, new, new)
            #expect(changed.status == 200, "\(changed.text)")
            #expect(try await server.get("/v1/account", headers: other.headers).status == 401)
            let headers = ["Authorization": "Bearer \(changed.json["token"]?.string ?? "")"]
            #expect(try await server.get("/v1/account", headers: headers).status == 200)
            #expect(try await server.signIn("ann@example.com", password: new).id == ann.id)
            #expect(try await accounts.mails(to: "ann@example.com").contains { $0.notice.kind == .passwordChanged })
        }
    }

    @Test func theStoreHasNoSecretInTheClear() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let (seed, codes) = try await server.setUpSecondFactor(ann)
            let made = try await server.post(
                "/v1/account/tokens", json: #"{"name":"x","scope":"read"}"#,
                headers: ann.headers.merging(["Idempotency-Key": "once"]) { $1 })
            let pin = #"{"pin":"730418","pin_again":"730418","device_token":"\#(ann.device)"}"#
            #expect(try await server.send("PUT", "/v1/account/pin", body: pin, headers: ann.headers).status == 204)
            #expect(try await server.post("/v1/password-resets", json: #"{"email":"ann@example.com"}"#).status == 202)
            let link = try await accounts.token(.passwordReset, to: "ann@example.com")
            let secrets =
                [ann.token, ann.device, link, "730418", ServerUnderTest.password, made.json["token"]?.string ?? "?"] + codes
                + codes.map { $0.filter { $0 != "-" } }
            try await server.database.wipeDeleted()
            let bytes = try Data(contentsOf: URL(filePath: server.folder + "/closecast.db"))
            for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret.prefix(20))") }
            #expect(bytes.range(of: Data(seed)) == nil)
        }
    }
}

extension ServerUnderTest {
    /// Waits until the use of a session is recorded; requests do not wait for that.
    func waitForUse(of person: SignedInPerson, _ accounts: TestAccounts) async throws {
        try await until("the use of the session is recorded") {
            try await accounts.people.sessions.all(of: person.id).contains { $0.lastUsedAt == clock.now }
        }
    }
}

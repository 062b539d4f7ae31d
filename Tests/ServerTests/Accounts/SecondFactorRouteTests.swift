import Foundation
import JSONText
import People
import Secrets
import ServerWorld
import Testing

/// One-time codes, recovery codes and PINs.
@Suite struct SecondFactorRouteTests {
    private struct World {
        let server: ServerUnderTest
        let ann: ServerUnderTest.SignedInPerson
        let seed: [UInt8]
        let recoveryCodes: [String]

        init(_ server: ServerUnderTest, _ accounts: TestAccounts) async throws {
            self.server = server
            ann = try await server.person("ann@example.com", accounts)
            (seed, recoveryCodes) = try await server.setUpSecondFactor(ann)
            // The code of the set-up is used up.
            server.clock.advance(by: 60)
        }

        func code(_ offset: Int = 0) -> String { TOTP.code(seed: seed, step: TOTP.step(at: server.clock.now + offset)) }

        func begin() async throws -> String {
            let answer = try await server.post(
                "/v1/sessions", json: #"{"email":"ann@example.com","password":"\#(ServerUnderTest.password)"}"#)
            #expect(answer.status == 202, "\(answer.text)")
            return answer.json["sign_in"]?.string ?? ""
        }

        func complete(_ signIn: String, _ factor: String) async throws -> ServerUnderTest.Answer {
            try await server.post("/v1/sessions/second-factor", json: #"{"sign_in":"\#(signIn)",\#(factor)}"#)
        }
    }

    @Test func aCodeWorksOnce() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let world = try await World(server, accounts)
            let code = world.code()
            let (first, second) = (try await world.begin(), try await world.begin())
            #expect(try await world.complete(first, #""code":"\#(code)""#).status == 201)
            #expect(try await world.complete(first, #""code":"\#(code)""#).json["code"]?.string == "sign-in-over")
            #expect(try await world.complete(second, #""code":"\#(code)""#).json["code"]?.string == "wrong-code", "used")
            #expect(try await world.complete(second, #""code":"\#(world.code(-30))""#).status == 401, "an earlier step")
            let recovery = #""recovery_code":"\#(world.recoveryCodes[0].uppercased())""#
            #expect(try await world.complete(second, recovery).status == 201)
            #expect(try await world.complete(try await world.begin(), recovery).status == 401, "used")
            let state = try await server.get("/v1/account/second-factor", headers: world.ann.headers)
            #expect(state.json["recovery_codes"]?.integer == 9 && state.json["on"] == .boolean(true))
        }
    }

    /// The same code sent twice at once opens only one session.
    @Test func twoAtOnceAreOne() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let world = try await World(server, accounts)
            let (first, second) = (try await world.begin(), try await world.begin())
            for factor in [#""code":"\#(world.code())""#, #""recovery_code":"\#(world.recoveryCodes[3])""#] {
                async let one = world.complete(first, factor).status
                async let other = world.complete(second, factor).status
                #expect(Set(try await [one, other]) == [201, 401], "\(factor)")
                if factor.contains("recovery") { break }
                _ = try await world.begin()
            }
        }
    }

    @Test(arguments: [(29, true), (-29, true), (31, true), (-31, true), (61, false), (-61, false)])
    func clocksMayDifferByAStep(offset: Int, isAccepted: Bool) async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let world = try await World(server, accounts)
            // To the middle of a step, from whose start 29 and 31 seconds are at most one step away.
            server.clock.advance(by: 120 - server.clock.now % 30 + (offset > 0 ? 0 : 29))
            let answer = try await world.complete(try await world.begin(), #""code":"\#(world.code(offset))""#)
            #expect((answer.status == 201) == isAccepted, "\(offset) \(answer.text)")
        }
    }

    @Test func fiveWrongCodesEndASignInAndTenAnHourTheAccount() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let world = try await World(server, accounts)
            func wrong(_ signIn: String) async throws -> String? {
                try await world.complete(signIn, #""code":"000000""#).json["code"]?.string
            }
            for _ in 0..<2 {
                let signIn = try await world.begin()
                for _ in 0..<4 { #expect(try await wrong(signIn) == "wrong-code") }
                #expect(try await wrong(signIn) == "sign-in-over")
            }
            #expect(try await wrong(try await world.begin()) == "too-many-attempts")
            #expect(try await accounts.mails(to: "ann@example.com").count { $0.notice.kind == .secondFactorFailed } == 1)
            let late = try await world.begin()
            server.clock.advance(by: 600)
            #expect(try await wrong(late) == "sign-in-over", "a sign-in lives ten minutes")
        }
    }

    @Test func aSeedIsShownOnceAndCountsAfterItsFirstCode() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            func confirm(_ code: String) async throws -> ServerUnderTest.Answer {
                try await server.send("PUT", "/v1/account/second-factor", body: #"{"code":"\#(code)"}"#, headers: ann.headers)
            }
            #expect(try await confirm("123456").json["code"]?.string == "no-offer")
            let offer = try await server.send("POST", "/v1/account/second-factor", headers: ann.headers)
            #expect(offer.json["uri"]?.string?.hasPrefix("otpauth://totp/Closecast:ann%40example.com?secret=") == true)
            #expect(offer.json["svg"]?.string?.hasPrefix("<svg ") == true)
            #expect(try await confirm("000000").json["code"]?.string == "wrong-code")
            #expect(try await server.signIn("ann@example.com").id == ann.id, "not on before the first right code")
            _ = try await server.setUpSecondFactor(ann)
            #expect(try await server.send("POST", "/v1/account/second-factor", headers: ann.headers).status == 409)
            let state = try await server.get("/v1/account/second-factor", headers: ann.headers)
            #expect(state.json.members?.map(\.key) == ["on", "needed", "recovery_codes", "removed_from"])
        }
    }

    /// A reset with the mailbox alone does not bypass the second factor.
    @Test func aResetTakesTheSecondFactorToo() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let world = try await World(server, accounts)
            #expect(try await server.post("/v1/password-resets", json: #"{"email":"ann@example.com"}"#).status == 202)
            let token = try await accounts.token(.passwordReset, to: "ann@example.com")
            func reset(_ factor: String = "") async throws -> ServerUnderTest.Answer {
                try await server.post(
                    "/v1/password-resets/completion",
                    json:
                        #"{"token":"\#(token)","password":"brown owls wake at dusk","password_again":"brown owls wake at dusk"\#(factor)}"#
                )
            }
            #expect(try await reset().json["code"]?.string == "code-needed")
            #expect(try await reset(#","code":"000000""#).json["code"]?.string == "wrong-code")
            #expect(try await reset(#","code":"\#(world.code())""#).status == 204)
            #expect(try await server.get("/v1/account", headers: world.ann.headers).status == 401)
        }
    }

    @Test func operatorsSetItUpBeforeAnythingElse() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let (_, secret) = try await accounts.people.administration.makeInvitation(
                for: "boss@example.com", .operator, takingOver: nil, .commandLine)
            _ = try await server.post(
                "/v1/accounts",
                json: #"{"name":"Op","password":"\#(ServerUnderTest.password)","accept_terms":true,"invitation":"\#(secret.text)"}"#
            )
            let boss = try await server.signIn("boss@example.com")
            for path in ["/v1/wallets", "/v1/operator/accounts", "/v1/assets", "/v1/account/tokens"] {
                let answer = try await server.get(path, headers: boss.headers)
                #expect(answer.status == 403 && answer.json["code"]?.string == "second-factor-first", "\(path) \(answer.text)")
            }
            #expect(try await server.get("/v1/sessions/current", headers: boss.headers).json["first"]?.string == "second-factor")
            _ = try await server.setUpSecondFactor(boss)
            #expect(try await server.get("/v1/operator/accounts", headers: boss.headers).status == 200)
        }
    }

    /// If it is lost with its codes, an operator, the mailbox and the password together remove it, a day later, and a mail can stop
    /// that.
    @Test func aLostSecondFactorIsRemovedByThreeTogether() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let world = try await World(server, accounts)
            let (boss, _) = try await server.makeOperator("boss@example.com", accounts)
            func start() async throws -> String {
                let started = try await server.send(
                    "POST", "/v1/operator/accounts/\(world.ann.id)/second-factor-removal", headers: boss.headers)
                #expect(started.status == 202, "\(started.text)")
                return try await accounts.token(.secondFactorRemoval, to: "ann@example.com")
            }
            func confirm(_ token: String, _ password: String) async throws -> Int {
                try await server.post(
                    "/v1/second-factor-removals", json: #"{"token":"\#(token)","password":"\#(password)"}"#
                ).status
            }
            var token = try await start()
            #expect(try await confirm(token, "wrong wrong wrong") == 403)
            #expect(try await confirm(token, ServerUnderTest.password) == 202)
            let stop = try await accounts.token(.secondFactorRemovalPending, to: "ann@example.com")
            #expect(try await server.post("/v1/second-factor-removals/stop", json: #"{"token":"\#(stop)"}"#).status == 204)
            server.clock.advance(by: 86_400)
            try await accounts.people.tidy { _ in }
            _ = try await world.begin()
            let again = try ServerUnderTest.person(
                await server.post("/v1/sessions", json: #"{"email":"boss@example.com","password":"x"}"#).status == 401
                    ? await world.complete(try await world.begin(), #""recovery_code":"\#(world.recoveryCodes[5])""#)
                    : await world.complete("", ""))
            #expect(again.id == world.ann.id)
            // Once more, without stopping it. The operator signs in again by then.
            _ = try await accounts.people.administration.startSecondFactorRemoval(of: world.ann.id, .commandLine)
            token = try await accounts.token(.secondFactorRemoval, to: "ann@example.com")
            #expect(try await confirm(token, ServerUnderTest.password) == 202)
            server.clock.advance(by: 86_399)
            try await accounts.people.tidy { _ in }
            _ = try await world.begin()
            server.clock.advance(by: 1)
            try await accounts.people.tidy { _ in }
            #expect(try await server.signIn("ann@example.com").id == world.ann.id)
        }
    }

    // MARK: PIN

    @Test(arguments: ["123456", "654321", "111111", "121212", "123123", "20011989", "19890112", "890123", "12345", "1234567890123"])
    func pinsThatOthersTryFirstAreRefused(pin: String) async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let answer = try await server.send(
                "PUT", "/v1/account/pin", body: #"{"pin":"\#(pin)","pin_again":"\#(pin)","device_token":"\#(ann.device)"}"#,
                headers: ann.headers)
            #expect(answer.status == 422 && !answer.text.contains(pin), "\(answer.text)")
        }
    }

    @Test func fiveWrongPINsEndItThere() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            func set(_ pin: String) async throws -> Int {
                try await server.send(
                    "PUT", "/v1/account/pin", body: #"{"pin":"\#(pin)","pin_again":"\#(pin)","device_token":"\#(ann.device)"}"#,
                    headers: ann.headers
                ).status
            }
            func signIn(_ pin: String, device: String? = nil) async throws -> ServerUnderTest.Answer {
                try await server.post("/v1/sessions/pin", json: #"{"pin":"\#(pin)","device_token":"\#(device ?? ann.device)"}"#)
            }
            #expect(try await set("730418") == 204)
            #expect(try await signIn("730418", device: "closecast_device_" + String(repeating: "0", count: 64)).status == 401)
            for _ in 0..<4 { #expect(try await signIn("730419").json["code"]?.string == "wrong-pin") }
            #expect(try await signIn("730418").status == 201, "a right PIN resets the count")
            for _ in 0..<4 { #expect(try await signIn("730419").json["code"]?.string == "wrong-pin") }
            #expect(try await signIn("730419").json["code"]?.string == "pin-not-usable")
            #expect(try await signIn("730418").json["code"]?.string == "pin-not-usable")
            #expect(try await accounts.mails(to: "ann@example.com").contains { $0.notice.kind == .pinRemoved })
            #expect(try await set("730418") == 204)
            #expect(try await server.send("DELETE", "/v1/account/pin", headers: ann.headers).status == 204)
            #expect(try await signIn("730418").status == 401)
        }
    }

    /// A PIN can open any number of sessions: the wrong codes in all of them count together, and a mail reports them.
    @Test func wrongCodesInSessionsOfAPINCountTogether() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let world = try await World(server, accounts)
            let set = #"{"pin":"730418","pin_again":"730418","device_token":"\#(world.ann.device)"}"#
            #expect(try await server.send("PUT", "/v1/account/pin", body: set, headers: world.ann.headers).status == 204)
            func guess() async throws -> String? {
                let session = try ServerUnderTest.person(
                    try await server.post("/v1/sessions/pin", json: #"{"pin":"730418","device_token":"\#(world.ann.device)"}"#))
                return try await server.send(
                    "POST", "/v1/sessions/current/confirmation",
                    body: #"{"password":"\#(ServerUnderTest.password)","code":"000000"}"#, headers: session.headers
                ).json["code"]?.string
            }
            for _ in 0..<10 { #expect(try await guess() == "wrong-code") }
            #expect(try await guess() == "too-many-attempts")
            #expect(try await accounts.mails(to: "ann@example.com").count { $0.notice.kind == .secondFactorFailed } == 1)
            server.clock.advance(by: 3600)
            for _ in 0..<10 { #expect(try await guess() == "wrong-code") }
            server.clock.advance(by: 3600)
            #expect(try await guess() == "too-many-attempts", "the second wait is longer")
        }
    }

    @Test func guessesOfAPINAtOnceAreCounted() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let set = #"{"pin":"730418","pin_again":"730418","device_token":"\#(ann.device)"}"#
            #expect(try await server.send("PUT", "/v1/account/pin", body: set, headers: ann.headers).status == 204)
            let before = accounts.hasher.hashCount
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<30 {
                    group.addTask {
                        try await server.post(
                            "/v1/sessions/pin", json: #"{"pin":"9\#(10_000 + number)","device_token":"\#(ann.device)"}"#
                        ).status
                    }
                }
                for try await status in group { #expect(status == 401) }
            }
            #expect(accounts.hasher.hashCount - before == 5)
        }
    }
}

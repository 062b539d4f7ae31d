import Foundation
import JSONText
import People
import ServerWorld
import Services
import Testing

/// Faults that were found once.
@Suite struct AccountRegressionTests {
    /// A PIN would bypass the second factor that operators must have.
    @Test func operatorsHaveNoPIN() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let (boss, _) = try await server.makeOperator("boss@example.com", accounts)
            let pin = #"{"pin":"730418","pin_again":"730418","device_token":"\#(boss.device)"}"#
            let refused = try await server.send("PUT", "/v1/account/pin", body: pin, headers: boss.headers)
            #expect(refused.json["code"]?.string == "operators-have-no-pin", "\(refused.text)")
            #expect(
                try await server.post("/v1/sessions/pin", json: #"{"pin":"730418","device_token":"\#(boss.device)"}"#).status == 401
            )
        }
    }

    /// Refused requests use up nothing that others need.
    @Test func manyResetsFromOneAddressLeaveTheMailsOfAll() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            // Two mails: one for a sign-up and one for a reset.
            _ = try await server.person("ann@example.com", accounts)
            _ = try await server.post("/v1/password-resets", json: #"{"email":"ann@example.com"}"#)
            for number in 0..<40 {
                _ = try await server.post("/v1/password-resets", json: #"{"email":"x\#(number)@example.com"}"#)
            }
            let count = try await server.database.readPeople { try $0.attempts("mails-in-all")?.count }
            #expect(count == 2, "nobody has the other addresses")
        }
    }

    @Test func whatIsAPersonsIsStoredNowhere() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#, headers: ann.headers))
            for path in ["/v1/wallets", "/v1/wallets/Main", "/v1/favourites", "/v1/jobs", "/v1/account", "/v1/transactions/export"]
            {
                let answer = try await server.get(path, headers: ann.headers)
                #expect(answer.status == 200 && answer.header("Cache-Control") == "no-store", "\(path)")
            }
            #expect(try await server.get("/v1/assets", headers: ann.headers).header("Cache-Control") != "no-store")
        }
    }

    @Test func whatIsDegradedIsForOperators() async throws {
        let accounts = TestAccounts()
        let health = Health([.init(.disk, "the disk is almost full", preventsService: false)])
        try await ServerUnderTest.run(health: { health }, accounts: accounts) { server async throws in
            let (boss, _) = try await server.makeOperator("boss@example.com", accounts)
            #expect(try await server.get("/v2/health/ready").json["degraded"]?.array == [])
            #expect(try await server.get("/v2/health/ready", headers: boss.headers).json["degraded"]?.array?.count == 1)
        }
    }

    @Test func anAccountHasAHundredWallets() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            for number in 1...100 {
                let made = try await server.post("/v1/wallets", json: #"{"name":"W\#(number)"}"#, headers: ann.headers)
                #expect(made.status == 201, "\(made.text)")
            }
            let next = try await server.post("/v1/wallets", json: #"{"name":"W101"}"#, headers: ann.headers)
            #expect(next.status == 409 && next.json["code"]?.string == "too-many-wallets", "\(next.text)")
            let bob = try await server.person("bob@example.com", accounts)
            #expect(try await server.post("/v1/wallets", json: #"{"name":"Main"}"#, headers: bob.headers).status == 201)
            #expect(try await server.send("DELETE", "/v1/wallets/W7", headers: ann.headers).status == 204)
            #expect(try await server.post("/v1/wallets", json: #"{"name":"W101"}"#, headers: ann.headers).status == 201)
        }
    }

    @Test func anEventStreamEndsWithItsSession() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let line = "{\"closes\":[\((1...510).map { "\(100 + $0 % 7)" }.joined(separator: ","))],\"last\":\"2025-02-20\"}\n"
            let job = try await server.send(
                "POST", "/v1/jobs?paths=1000", body: String(repeating: line, count: 1_000),
                headers: ann.headers.merging(["Content-Type": "application/x-ndjson"]) { $1 })
            let id = try #require(job.json["id"]?.string, "\(job.text)")
            async let events = server.get("/v1/jobs/\(id)/events", headers: ann.headers)
            let second = try await server.signIn("ann@example.com")
            #expect(try await server.send("DELETE", "/v1/sessions/current", headers: ann.headers).status == 204)
            #expect(try await !events.text.contains("event: end"))
            let state = try await server.get("/v1/jobs/\(id)", headers: second.headers).json["state"]?.string
            #expect(["waiting", "running"].contains(state), "the job ended before the session: the test shows nothing")
            #expect(try await server.send("DELETE", "/v1/jobs/\(id)", headers: second.headers).status == 204)
        }
    }

    @Test func aLeakedPasswordMustBeChangedBeforeAnythingElse() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let hash = try await accounts.people.cryptography.hash(password: TestAccounts.leaked)
            try await server.database.changePeople { records in
                var person = try #require(try records.person(id: ann.id))
                person.password = hash
                try records.update(person)
            }
            let answer = try await server.post(
                "/v1/sessions", json: #"{"email":"ann@example.com","password":"\#(TestAccounts.leaked)"}"#)
            #expect(answer.status == 201 && answer.json["first"]?.string == "password", "\(answer.text)")
            let signedIn = try ServerUnderTest.person(answer)
            #expect(try await server.get("/v1/wallets", headers: signedIn.headers).json["code"]?.string == "password-first")
            let next = "seven green bicycles rusting"
            let changed = try await server.send(
                "PUT", "/v1/account/password",
                body: #"{"current_password":"\#(TestAccounts.leaked)","password":"\#(next)","password_again":"\#(next)"}"#,
                headers: signedIn.headers)
            let token = try #require(changed.json["token"]?.string, "\(changed.text)")
            #expect(try await server.get("/v1/wallets", headers: ["Authorization": "Bearer \(token)"]).status == 200)
        }
    }

    @Test func aMailTellsOfANewDevice() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            func count() async throws -> Int {
                try await accounts.mails(to: "ann@example.com").count { $0.notice.kind == .newDevice }
            }
            let ann = try await server.person("ann@example.com", accounts)
            #expect(try await count() == 0, "the first device of a new account")
            _ = try await server.signIn("ann@example.com")
            #expect(try await count() == 1)
            let known = try await server.post(
                "/v1/sessions",
                json: #"{"email":"ann@example.com","password":"\#(ServerUnderTest.password)","device_token":"\#(ann.device)"}"#)
            #expect(known.status == 201)
            #expect(try await count() == 1, "a known device")
        }
    }
}

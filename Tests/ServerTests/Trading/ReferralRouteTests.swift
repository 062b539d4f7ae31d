import JSONText
import ServerWorld
import Testing

/// Referral codes and their reward.
@Suite struct ReferralRouteTests {
    private func use(
        _ code: String, _ person: ServerUnderTest.SignedInPerson, _ server: ServerUnderTest
    ) async throws -> ServerUnderTest.Answer {
        try await server.send("PUT", "/v1/trading/referral", body: "{\"code\":\"\(code)\"}", headers: person.headers)
    }

    /// The code of a person, whose account is opened for it.
    private func code(_ person: ServerUnderTest.SignedInPerson, _ server: ServerUnderTest) async throws -> String {
        try server.done(await server.send("PUT", "/v1/trading/account", headers: person.headers))
        let answer = try await server.get("/v1/trading/referral", headers: person.headers)
        return try #require(answer.json["code"]?.string)
    }

    private func dollars(_ person: ServerUnderTest.SignedInPerson, _ server: ServerUnderTest) async throws -> String? {
        let account = try await server.get("/v1/trading/account", headers: person.headers).json
        return account["balances"]?.array?.first { $0["asset"]?.string == "usd" }?["free"]?.string
    }

    @Test func whoeverBroughtSomebodyIsRewardedOnce() async throws {
        let accounts = TestAccounts(startsVerified: false)
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let bob = try await server.person("bob@example.com", accounts, name: "Bob")
            let keeper = try await server.makeOperator("op@example.com", accounts).person
            let code = try await code(ann, server)
            #expect(try await use("AAAAAAAA", bob, server).json["code"]?.string == "unknown-referral-code")
            #expect(try await use(code, ann, server).json["code"]?.string == "own-referral-code")
            #expect(try await use(code.lowercased(), bob, server).json["used"] == .boolean(true))
            #expect(try await use(code, bob, server).json["code"]?.string == "referral-code-used")
            let mutual = try await use(try await self.code(bob, server), ann, server)
            #expect(mutual.json["code"]?.string == "own-referral-code", "\(mutual.text)")
            var status = try await server.get("/v1/trading/referral", headers: ann.headers).json
            #expect(status["referred"]?.integer == 1 && status["rewards"]?.integer == 0)
            #expect(try await dollars(ann, server) == nil, "not before the verification")

            _ = try await server.submitPassport(bob, accounts)
            #expect(try await server.decide("more-needed", bob, by: keeper).status == 200)
            #expect(try await dollars(ann, server) == nil)
            #expect(try await server.submit(bob).status == 200)
            #expect(try await server.decide("accepted", bob, by: keeper).status == 200)
            #expect(try await dollars(ann, server) == "10")
            #expect(try await server.decide("accepted", bob, by: keeper).status == 409)
            #expect(try await dollars(ann, server) == "10")
            status = try await server.get("/v1/trading/referral", headers: ann.headers).json
            #expect(status["rewards"]?.integer == 1 && status["reward_usd"]?.string == "10")
            let history = try await server.get("/v1/trading/history", headers: ann.headers).json["data"]?.array
            #expect(history?.first?["kind"]?.string == "reward" && history?.first?["cash"]?.string == "10")
            #expect(try await dollars(bob, server) == nil)
        }
    }

    @Test func noRingOfPeopleReferEachOther() async throws {
        let accounts = TestAccounts(startsVerified: false)
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            var people: [ServerUnderTest.SignedInPerson] = []
            for name in ["Ann", "Bob", "Cid", "Dan"] {
                people.append(try await server.person("\(name.lowercased())@example.com", accounts, name: name))
            }
            let codes = [try await code(people[0], server), try await code(people[1], server), try await code(people[2], server)]
            for (person, code) in zip(people.dropFirst(), codes) {
                #expect(try await use(code, person, server).json["used"] == .boolean(true))
            }
            let last = try await code(people[3], server)
            for code in [codes[1], codes[2], last] {
                #expect(try await use(code, people[0], server).json["code"]?.string == "own-referral-code")
            }
        }
    }

    /// Reading the code does not create one.
    @Test func aCodeComesWithTheAccountAndStays() async throws {
        let accounts = TestAccounts(startsVerified: false)
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            for _ in 0..<2 {
                let status = try await server.get("/v1/trading/referral", headers: ann.headers).json
                #expect(status["code"] == .null && status["referred"]?.integer == 0 && status["can_use"] == .boolean(true))
                let account = try await server.get("/v1/trading/account", headers: ann.headers).json
                #expect(account["created_at"] == .null && account["level"]?.string == "none")
            }
            let before = try await server.get("/v1/trading/account", headers: ann.headers).json["id"]?.string
            let first = try await code(ann, server)
            let opened = try await server.get("/v1/trading/account", headers: ann.headers)
            #expect(opened.json["id"]?.string == before && opened.json["created_at"]?.string == "2025-03-01T12:00:00Z")
            server.clock.advance(by: 60)
            #expect(try await code(ann, server) == first, "opening it again changes nothing")
        }
    }

    @Test func aCodeComesTooLateForTheVerified() async throws {
        let accounts = TestAccounts(startsVerified: false)
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let bob = try await server.person("bob@example.com", accounts, name: "Bob")
            let keeper = try await server.makeOperator("op@example.com", accounts).person
            _ = try await server.submitPassport(bob, accounts)
            #expect(try await server.decide("accepted", bob, by: keeper).status == 200)
            #expect(try await use(try await code(ann, server), bob, server).json["code"]?.string == "referral-too-late")
            #expect(try await dollars(ann, server) == nil)
        }
    }
}

import Identity
import JSONText
import People
import Platform
import ServerWorld
import Testing

/// Writes whose answers did not arrive. The same request with the same key gets the first answer and takes effect only once.
@Suite struct RepeatedTradingTests {
    private typealias Answer = ServerUnderTest.Answer
    private typealias Person = ServerUnderTest.SignedInPerson

    /// Sends a request twice with one key.
    private func sendTwice(
        _ method: String, _ path: String, _ body: String?, _ person: Person, _ server: ServerUnderTest
    ) async throws -> (first: Answer, again: Answer) {
        var headers = person.headers
        headers["Idempotency-Key"] = RandomID.hexadecimal(digits: 16)
        let first = try await server.send(method, path, body: body, headers: headers)
        let again = try await server.send(method, path, body: body, headers: headers)
        if first.status < 300 { #expect(again.header("Idempotency-Replayed") == "true" && again.body == first.body) }
        return (first, again)
    }

    @Test func eachStepOfAVerificationIsTakenOnce() async throws {
        let accounts = TestAccounts(startsVerified: false)
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let keeper = try await server.makeOperator("op@example.com", accounts).person
            let path = "/v1/trading/verification"
            _ = try await server.sendCode(ann)
            let code = try accounts.codes.last()
            let wrong = code == "000000" ? "000001" : "000000"
            let missed = try await sendTwice("POST", path + "/phone/confirmation", "{\"code\":\"\(wrong)\"}", ann, server)
            #expect(missed.first.status == 422 && missed.again.status == 422, "\(missed.again.text)")
            let phone = try await sendTwice("POST", path + "/phone/confirmation", "{\"code\":\"\(code)\"}", ann, server)
            #expect(phone.first.status == 200 && phone.again.status == 200, "\(phone.again.text)")
            #expect(phone.again.json["phone_last_four"]?.string == "5431")
            #expect(try await server.confirm(ann, code: code).json["code"]?.string == "no-code", "another request")

            #expect(try await server.addDocument(ann).status == 201)
            let submission = try await sendTwice("POST", path + "/submission", nil, ann, server)
            #expect(submission.first.status == 200 && submission.again.status == 200, "\(submission.again.text)")
            #expect(submission.again.json["state"]?.string == "pending")
            #expect(try await server.submit(ann).json["code"]?.string == "verification-waits", "another request")

            let verdict = #"{"decision":"accepted","reason":"Legible."}"#
            let decided = try await sendTwice(
                "POST", "/v1/operator/verifications/\(ann.id)/decision", verdict, keeper, server)
            #expect(decided.first.status == 200 && decided.again.status == 200, "\(decided.again.text)")
            #expect(decided.again.json["state"]?.string == "accepted")
            #expect(accounts.events.count { $0.kind == .identityDecided } == 1)
            #expect(try await accounts.mails(to: "ann@example.com").count { $0.notice.kind == .identityDecided } == 1)
            #expect(try await server.decide("accepted", ann, by: keeper).json["code"]?.string == "not-pending", "another request")
        }
    }

    @Test func aReferralCodeIsGivenOnce() async throws {
        let accounts = TestAccounts(startsVerified: false)
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let bob = try await server.person("bob@example.com", accounts, name: "Bob")
            let path = "/v1/trading/referral"
            try server.done(await server.send("PUT", "/v1/trading/account", headers: ann.headers))
            let code = try #require(try await server.get(path, headers: ann.headers).json["code"]?.string)
            let body = "{\"code\":\"\(code)\"}"
            let used = try await sendTwice("PUT", path, body, bob, server)
            #expect(used.first.status == 200 && used.again.status == 200, "\(used.again.text)")
            #expect(used.again.json["used"] == .boolean(true))
            #expect(try await server.get(path, headers: ann.headers).json["referred"]?.integer == 1)
            let other = try await server.send("PUT", path, body: body, headers: bob.headers)
            #expect(other.json["code"]?.string == "referral-code-used", "another request")
        }
    }

    @Test func aPaymentMethodIsRemovedOnce() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let bob = try await server.person("bob@example.com", accounts, name: "Bob")
            let card = try await server.post(
                "/v1/trading/methods/cards", json: #"{"number":"4242 4242 4242 4242","expires":"12/30"}"#, headers: ann.headers)
            let path = "/v1/trading/methods/" + (try #require(card.json["id"]?.string))
            let foreign = try await sendTwice("DELETE", path, nil, bob, server)
            #expect(foreign.first.status == 404 && foreign.again.status == 404, "not his")
            let removed = try await sendTwice("DELETE", path, nil, ann, server)
            #expect(removed.first.status == 204 && removed.again.status == 204, "\(removed.again.text)")
            #expect(try await server.send("DELETE", path, headers: ann.headers).status == 404, "another request")
            #expect(try await sendTwice("DELETE", path, nil, bob, server).again.status == 404, "not his")
        }
    }
}

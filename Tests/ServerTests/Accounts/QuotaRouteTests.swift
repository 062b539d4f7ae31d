import JSONText
import Platform
import ServerWorld
import Testing

/// Storage quotas: refusals, and the person's view of them.
@Suite struct QuotaRouteTests {
    private static func rows(_ count: Int, from first: Int = 0) -> String {
        let rows = (first..<first + count).map { "2025-01-02,deposit,USD,1,Main,\($0)\n" }
        return "time,kind,asset,quantity,wallet,key\n" + rows.joined()
    }

    private func refusal(_ answer: ServerUnderTest.Answer, _ quota: String, used: Int, limit: Int) {
        let json = answer.json
        #expect(answer.status == 413 && json["code"]?.string == "quota-exceeded", "\(answer.text)")
        let numbers = ["used", "limit"].map { json[$0]?.string }
        #expect(json["quota"]?.string == quota && numbers == ["\(used)", "\(limit)"], "\(answer.text)")
        #expect(json["detail"]?.string?.contains("ask an operator") == true, "\(answer.text)")
    }

    @Test func nobodyStoresMoreThanTheirQuota() async throws {
        let accounts = TestAccounts()
        let quotas = StorageQuotas(transactions: 100, jobBytes: 3000, pictureBytes: 2000)
        try await ServerUnderTest.run(accounts: accounts, hasPages: true, quotas: quotas) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let bob = try await server.person("bob@example.com", accounts, name: "Bob")
            func send(
                _ method: String, _ path: String, _ body: String, _ type: String, _ person: ServerUnderTest.SignedInPerson
            ) async throws -> ServerUnderTest.Answer {
                try await server.send(method, path, body: body, headers: person.headers.merging(["Content-Type": type]) { $1 })
            }
            func importRows(_ body: String, _ person: ServerUnderTest.SignedInPerson, preview: String = "") async throws
                -> ServerUnderTest.Answer
            { try await send("POST", "/v1/transactions/import\(preview)?create=true", body, "text/csv", person) }

            for preview in ["/preview", ""] {
                let many = try await importRows(Self.rows(5000), ann, preview: preview)
                refusal(many, "transactions", used: 0, limit: 100)
            }
            #expect(try await server.get("/v1/wallets", headers: ann.headers).json["wallets"]?.array?.isEmpty != false)
            for _ in 0..<2 {
                let fitting = try await importRows(Self.rows(100), ann)
                #expect((200...201).contains(fitting.status), "\(fitting.text)")
            }
            refusal(try await importRows(Self.rows(1, from: 100), ann), "transactions", used: 100, limit: 100)
            let deposit = #"{"kind":"deposit","asset":"USD","quantity":"1"}"#
            refusal(
                try await send("POST", "/v1/wallets/Main/transactions", deposit, "application/json", ann), "transactions",
                used: 100,
                limit: 100)
            #expect((200...201).contains(try await importRows(Self.rows(100), bob).status), "another person's quota is another")

            let series = (0..<200).map { "{\"id\":\($0),\"closes\":[1,2,3]}\n" }.joined()
            refusal(try await send("POST", "/v1/jobs", series, "application/x-ndjson", ann), "job_bytes", used: 0, limit: 3000)

            let picture = String(repeating: "x", count: 2000)
            refusal(
                try await send("PUT", "/v1/account/picture", "RIFF0000WEBP" + picture, "image/webp", ann), "picture_bytes", used: 0,
                limit: 2000)
            #expect(try await send("PUT", "/v1/account/picture", "RIFF0000WEBPxxxx", "image/webp", ann).status == 204)

            let storage = try await server.get("/v1/account/storage", headers: ann.headers).json
            let expected: [(String, Int, Int)] = [("transactions", 100, 100), ("job_bytes", 0, 3000), ("picture_bytes", 16, 2000)]
            for (name, used, limit) in expected {
                #expect(storage[name]?["used"]?.integer == used && storage[name]?["limit"]?.integer == limit, "\(name)")
            }
            let visitor = PageVisitor(server)
            _ = try await visitor.get("/sign-in")
            try await visitor.signIn("ann@example.com")
            let page = try await visitor.get("/account").text
            #expect(page.contains("100 of 100") && page.contains("of 3.0"), "the account page shows it")
        }
    }

    @Test func withoutQuotasThereIsNoLimit() async throws {
        let accounts = TestAccounts()
        try await ServerUnderTest.run(accounts: accounts) { server async throws in
            let ann = try await server.person("ann@example.com", accounts)
            let storage = try await server.get("/v1/account/storage", headers: ann.headers).json
            for name in ["transactions", "job_bytes", "picture_bytes"] {
                #expect(storage[name]?["used"]?.integer == 0 && storage[name]?["limit"] == .null, "\(name)")
            }
        }
    }
}

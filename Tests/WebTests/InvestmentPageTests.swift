import Foundation
import JSONText
import Platform
import ServerWorld
import Testing

/// Investments on their pages: added completely or not at all, corrected in one step, removed together, and only the person's own.
@Suite struct InvestmentPageTests {
    private static func lots(_ server: ServerUnderTest, headers: [String: String] = [:]) async throws -> [JSONValue] {
        try await server.get("/v1/investments", headers: headers).json["lots"]?.array ?? []
    }

    @Test func anIncompleteInvestmentIsRefusedBesideItsFields() async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            let visitor = PageVisitor(server, follows: true)
            let page = try await visitor.post(
                "/investments/new", from: "/investments/new", ["asset": "BTC", "quantity": "0,5x", "price": ""])
            #expect(page.status == 422)
            for field in ["quantity", "price", "time"] {
                #expect(page.text.contains(try Regex("<p class=\"error\" id=\"\(field)-error\">[^<]+</p>")), "\(field)")
            }
            #expect(page.text.contains(#"value="0,5x""#) && page.text.contains(#"value="BTC""#))
            #expect(try await Self.lots(server).isEmpty)
        }
    }

    @Test func aCorrectionThatIsRefusedLeavesTheInvestmentAsItWas() async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            let visitor = PageVisitor(server, follows: true)
            let added = try await visitor.post(
                "/investments/new", from: "/investments/new",
                ["asset": "BTC", "quantity": "0.5", "price": "100", "time": "2025-02-20"])
            #expect(added.status == 200)
            let id = try #require(try await Self.lots(server).first?["transaction"]?.integer)
            let refused = try await visitor.post(
                "/investments/\(id)", from: "/investments/\(id)",
                ["asset": "NOSUCH", "quantity": "1", "price": "100", "time": "2025-02-20"])
            #expect(refused.status == 422)
            #expect(try await Self.lots(server).first?["quantity"]?.string == "0.5")
            // Sent twice, as by a double click, it is corrected once.
            for _ in 0..<2 {
                let changed = try await visitor.post(
                    "/investments/\(id)", from: "/investments/new",
                    ["asset": "BTC", "quantity": "0.75", "price": "120", "time": "2025-02-21"], key: "correction")
                #expect(changed.status == 200)
            }
            let lots = try await Self.lots(server)
            #expect(lots.map { $0["quantity"]?.string } == ["0.75"])
            #expect(lots.first?["cost"]?.string == "90")
        }
    }

    @Test func severalAreRemovedAtOnce() async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            let visitor = PageVisitor(server, follows: true)
            for day in 1...3 {
                _ = try await visitor.post(
                    "/investments/new", from: "/investments/new",
                    ["asset": "BTC", "quantity": "\(day)", "price": "100", "time": "2025-02-0\(day)"])
            }
            let ids = try await Self.lots(server).compactMap { $0["transaction"]?.integer }
            try #require(ids.count == 3)
            _ = try await visitor.post("/investments", from: "/investments", ["id": "\(ids[0])", "id": "\(ids[2])"])
            #expect(try await Self.lots(server).compactMap { $0["transaction"]?.integer } == [ids[1]])
        }
    }

    @Test func anotherOwnerSeesAndChangesNothing() async throws {
        try await ServerUnderTest.run(requiresToken: true, hasPages: true) { server async throws in
            let anns = try await server.token(owner: "ann")
            let (ann, bob) = (
                PageVisitor(server, token: anns, follows: true),
                PageVisitor(server, token: try await server.token(owner: "bob"), follows: true)
            )
            _ = try await ann.post("/wallets/new", from: "/wallets/new", ["name": "Secret savings", "basis": "fifo"])
            _ = try await ann.post(
                "/wallets/Secret%20savings/record", from: "/wallets/Secret%20savings/record",
                ["kind": "deposit", "asset": "USD", "quantity": "4711"])
            _ = try await ann.post(
                "/investments/new", from: "/investments/new", ["asset": "BTC", "quantity": "3", "price": "9", "time": "2025-02-01"])
            let headers = ["Authorization": "Bearer \(anns)"]
            let id = try #require(
                try await server.get("/v1/wallets/Secret%20savings", headers: headers).json["id"]?.string)
            let lot = try #require(try await Self.lots(server, headers: headers).first?["transaction"]?.integer)
            let before = try await server.get("/v1/transactions/export", headers: headers).text
            for path in ["", "/history", "/settings", "/files", "/record", "/chart.json", "/odds.json?above=1"] {
                let page = try await bob.get("/wallets/\(id)\(path)")
                #expect(page.status == 404, "\(path)")
                #expect(!page.text.contains("Secret") && !page.text.contains("4,711"), "\(path)")
            }
            #expect(try await bob.get("/investments/\(lot)").status == 404)
            for page in ["/portfolio", "/wallets/all", "/investments"] {
                let text = try await bob.get(page).text
                #expect(!text.contains("Secret") && !text.contains("4,711"), "\(page)")
            }
            let writes: [(KeyValuePairs<String, String>, String)] = [
                (["kind": "withdrawal", "asset": "USD", "quantity": "1"], "/wallets/\(id)/record"),
                (["name": "Mine", "basis": "fifo"], "/wallets/\(id)/settings"),
                (["confirmation": "Secret savings"], "/wallets/\(id)/delete"),
                (["id": "1"], "/wallets/\(id)/history"),
                (["do": "preview", "text": "time,kind,asset,quantity\n2025-02-20,deposit,USD,1\n"], "/wallets/\(id)/files"),
                (["asset": "BTC", "quantity": "1", "price": "9", "time": "2025-02-01"], "/investments/\(lot)"),
                (["id": "\(lot)"], "/investments"),
            ]
            for (fields, path) in writes {
                let status = try await bob.post(path, from: "/wallets/new", fields).status
                #expect(status == 404, "\(path)")
            }
            #expect(try await server.get("/v1/transactions/export", headers: headers).text == before)
        }
    }
}

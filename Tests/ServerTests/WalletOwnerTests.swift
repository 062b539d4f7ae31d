import Foundation
import JSONText
import ServerWorld
import Testing

/// One owner never sees or changes another's data.
@Suite(.serialized) struct WalletOwnerTests {
    @Test func anothersWalletsAndTransactionsAreAsIfTheyWereNotThere() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            try server.done(await server.post("/v1/investments", json: #"{"asset":"BTC","quantity":"1","price":"5"}"#))
            let before = try await server.get("/v1/transactions/export")
            let id = try #require(try await server.get("/v1/wallets/Main").json["id"]?.string)
            let other = ["Authorization": "Bearer \(try await server.token(owner: "other"))"]
            #expect(try await server.get("/v1/wallets", headers: other).json["data"]?.array == [])
            #expect(try await server.get("/v1/investments", headers: other).json["lots"]?.array == [])
            #expect(try await server.get("/v1/transactions/export", headers: other).json["transactions"]?.array == [])
            let deposit = #"{"kind":"deposit","asset":"USD","quantity":"1"}"#
            for (method, path, body) in [
                ("GET", "/v1/wallets/NAME", nil), ("PATCH", "/v1/wallets/NAME", #"{"name":"Mine"}"#),
                ("DELETE", "/v1/wallets/NAME?with_holdings=true", nil), ("GET", "/v1/wallets/NAME/transactions", nil),
                ("POST", "/v1/wallets/NAME/restoration", nil),
                ("POST", "/v1/wallets/NAME/transactions", deposit), ("POST", "/v1/wallets/NAME/transactions/preview", deposit),
                ("GET", "/v1/wallets/NAME/valuation", nil), ("GET", "/v1/wallets/NAME/gains", nil),
                ("GET", "/v1/wallets/NAME/value", nil), ("GET", "/v1/wallets/NAME/forecast", nil),
                ("GET", "/v1/transactions/export?wallet=NAME", nil), ("GET", "/v1/transactions/ID", nil),
                ("POST", "/v1/transactions/ID/correction", nil), ("POST", "/v1/corrections", #"{"transactions":[ID]}"#),
                ("POST", "/v1/restorations", #"{"transactions":[ID]}"#),
                ("DELETE", "/v1/investments?ids=ID", nil),
                ("PUT", "/v1/investments/ID", #"{"asset":"BTC","quantity":"2","price":"5"}"#),
            ] as [(String, String, String?)] {
                // The id, name and number of existing data, and of missing data.
                let byID = try await server.ask(method, path, body, name: id, id: "12", other)
                #expect(byID.status == 404, "\(method) \(path) \(byID.text)")
                let theirs = try await server.ask(method, path, body, name: "Main", id: "12", other)
                let nobodys = try await server.ask(method, path, body, name: "Nobody", id: "4712", other)
                #expect(theirs.status == 404, "\(method) \(path) \(theirs.text)")
                #expect(theirs.status == nobodys.status)
                func plain(_ text: String) -> String {
                    text.replacingOccurrences(of: "Nobody", with: "Main").replacingOccurrences(of: "4712", with: "12")
                }
                for name in ["code", "detail", "field", "value"] {
                    #expect(plain(theirs.json[name]?.string ?? "") == plain(nobodys.json[name]?.string ?? ""), "\(method) \(path)")
                }
            }
            // A transfer to another's wallet, and a file that names it.
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Mine"}"#, headers: other))
            try server.done(await server.post("/v1/wallets/Mine/transactions", json: deposit, headers: other))
            let transfer = try await server.post(
                "/v1/wallets/Mine/transactions", json: #"{"kind":"transfer","asset":"USD","quantity":"1","to":"Main"}"#,
                headers: other)
            #expect(transfer.status == 422)
            var refusals: Set<String> = []
            for number in ["1", "4712"] {
                let file = "time,kind,wallet,asset,quantity\n2025-02-01,deposit,#\(number),USD,5\n"
                let imported = try await server.send(
                    "POST", "/v1/transactions/import", body: file, headers: other.merging(["Content-Type": "text/csv"]) { $1 })
                #expect(imported.status == 422, "\(imported.text)")
                refusals.insert((imported.json["detail"]?.string ?? "").replacingOccurrences(of: "#\(number)", with: "#N"))
            }
            #expect(refusals.count == 1, "\(refusals)")
            #expect(try await server.get("/v1/transactions/export").body == before.body)
        }
    }

    @Test func anothersDeletedWalletIsNotRestored() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let id = try #require(try await server.get("/v1/wallets/Main").json["id"]?.string)
            try server.done(await server.send("DELETE", "/v1/wallets/Main?with_holdings=true"))
            let other = ["Authorization": "Bearer \(try await server.token(owner: "other"))"]
            for name in [id, "Main"] {
                let answer = try await server.send("POST", "/v1/wallets/\(name)/restoration", headers: other)
                #expect(answer.status == 404 && answer.json["code"]?.string == "no-such-wallet", "\(answer.text)")
            }
            #expect(try await server.get("/v1/wallets/Main").status == 404)
            #expect(try await server.send("POST", "/v1/wallets/\(id)/restoration").status == 200)
        }
    }

    @Test func namesAndKeysAreEachOwnersOwn() async throws {
        try await ServerUnderTest.run { server async throws in
            let other = ["Authorization": "Bearer \(try await server.token(owner: "other"))"]
            for headers in [[:], other] {
                let key = headers.merging(["Idempotency-Key": "same"]) { $1 }
                #expect(try await server.post("/v1/wallets", json: #"{"name":"Main"}"#, headers: headers).status == 201)
                let deposit = try await server.post(
                    "/v1/wallets/Main/transactions", json: #"{"kind":"deposit","asset":"USD","quantity":"1"}"#, headers: key)
                #expect(deposit.status == 201, "\(deposit.text)")
            }
        }
    }

    @Test func aTokenThatReadsCannotWrite() async throws {
        try await ServerUnderTest.run { server async throws in
            let reader = ["Authorization": "Bearer \(try await server.token(owner: "local", scope: .read))"]
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let deposit = #"{"kind":"deposit","asset":"USD","quantity":"1"}"#
            #expect(try await server.get("/v1/wallets/Main", headers: reader).status == 200)
            #expect(try await server.post("/v1/wallets/Main/transactions/preview", json: deposit, headers: reader).status == 200)
            for (method, path, body) in [
                ("POST", "/v1/wallets", #"{"name":"x"}"#), ("PATCH", "/v1/wallets/Main", #"{"name":"x"}"#),
                ("DELETE", "/v1/wallets/Main", nil), ("POST", "/v1/wallets/Main/transactions", deposit),
                ("POST", "/v1/wallets/Main/restoration", nil),
                ("POST", "/v1/transactions/1/correction", nil), ("POST", "/v1/corrections", #"{"transactions":[1]}"#),
                ("POST", "/v1/restorations", #"{"transactions":[1]}"#),
                ("DELETE", "/v1/investments?ids=1", nil),
            ] as [(String, String, String?)] {
                #expect(try await server.send(method, path, body: body, headers: reader).status == 403, "\(method) \(path)")
            }
        }
    }
}

extension ServerUnderTest {
    fileprivate func ask(
        _ method: String, _ path: String, _ body: String?, name: String, id: String, _ headers: [String: String]
    ) async throws -> Answer {
        func filled(_ text: String) -> String {
            text.replacingOccurrences(of: "NAME", with: name).replacingOccurrences(of: "ID", with: id)
        }
        return try await send(method, filled(path), body: body.map(filled), headers: headers)
    }
}

import APIKit
import JSONText
import Market
import ServerWorld
import Services
import Testing

@Suite(.serialized) struct AssetRouteTests {
    @Test func assetsAreSortedByWhatIsKnownAndTheUnknownComesLast() async throws {
        try await ServerUnderTest.run { server async throws in
            for (index, id) in ["bitcoin", "cardano", "litecoin"].enumerated() {
                try await server.storeCloses(of: id, simulatedHistory(index, days: 40))
            }
            let listed = try await server.get("/v1/assets?stored=true").json["data"]?.array ?? []
            let prices = listed.compactMap { $0["price"]?.number }
            #expect(prices.count == 3 && listed.allSatisfy { $0["change_1mo"]?.number != nil && $0["change_12h"] == .null })
            let byPrice = zip(listed.compactMap { $0["id"]?.string }, prices).sorted { $0.1 < $1.1 }.map(\.0)
            #expect(try await server.ids("/v1/assets?sort=price").prefix(3) == byPrice[...])
            #expect(try await server.ids("/v1/assets?sort=price&order=descending").prefix(3) == byPrice.reversed()[...])
            #expect(try await server.ids("/v1/assets?sort=price").count == KnownAssets.all.count)
            for field in ["ticker", "name", "volume", "supply", "high", "low", "12h", "24h", "3d", "7d", "1mo"] {
                #expect(try await server.ids("/v1/assets?sort=\(field)&limit=500").count == KnownAssets.all.count, "\(field)")
            }
            var seen: [String] = []
            var next: String? = ""
            while let cursor = next {
                let suffix = cursor.isEmpty ? "" : "&cursor=\(cursor)"
                let page = try await server.get("/v1/assets?sort=name&order=descending&limit=10\(suffix)").json
                seen += (page["data"]?.array ?? []).compactMap { $0["id"]?.string }
                next = page["next_cursor"]?.string
            }
            #expect(seen == (try await server.ids("/v1/assets?sort=name&order=descending")))
        }
    }

    @Test func assetsAreFoundByPartsOfTheirNames() async throws {
        try await ServerUnderTest.run { server async throws in
            #expect(try await server.ids("/v1/assets?search=BITCOIN") == ["bitcoin", "bitcoin-cash", "bitcoin-cash-sv"])
            #expect(try await server.ids("/v1/assets?search=xrp") == ["ripple"])
            #expect(try await server.ids("/v1/assets?search=no%20such").isEmpty)
        }
    }

    @Test func anAssetIsShownWithItsCloses() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.storeCloses(of: "bitcoin", simulatedHistory(0, days: 40))
            let asset = try await server.get("/v1/assets/btc").json
            #expect(asset["id"]?.string == "bitcoin" && asset["providers"]?["binance"]?.string == "BTCUSDT")
            #expect(asset["closes"]?["closes"]?.integer == 40 && asset["closes"]?["last"]?.string == "\(yesterday)")
            #expect(asset["favourite"] == .boolean(false))
            #expect(try await server.get("/v1/assets/ethereum").json["closes"] == .null)
            #expect(try await server.get("/v1/assets/nix").status == 404)
            #expect(try await server.get("/v1/assets/no%20name").status == 404)
        }
    }

    @Test func aTickerOfTwoAssetsIsAConflictThatListsTheirIds() async throws {
        try await ServerUnderTest.run { server async throws in
            _ = try await server.post("/v1/assets", json: #"{"ticker":"SOL","id":"solana"}"#)
            let added = try await server.post("/v1/assets", json: #"{"ticker":"SOL","id":"sol-other","name":"Another"}"#)
            #expect(added.status == 201 && added.header("Location") == "/v1/assets/sol-other", "\(added.text)")
            for path in ["", "/history", "/history/check", "/forecast", "/diary"] {
                let answer = try await server.get("/v1/assets/SOL\(path)")
                #expect(answer.status == 409 && answer.json["code"]?.string == "ambiguous-ticker", "\(path)")
                #expect(answer.json["ids"]?.array?.compactMap(\.string) == ["sol-other", "solana"], "\(path)")
            }
            #expect(try await server.get("/v1/assets/sol-other").status == 200)
            #expect(try await server.post("/v1/assets", json: #"{"ticker":"SOL"}"#).status == 409)
        }
    }

    @Test func anUnknownAssetHasOneCodeEverywhere() async throws {
        try await ServerUnderTest.run { server async throws in
            let operations = server.operations.filter { $0.path.contains("{asset}") }
            #expect(operations.count >= 10)
            for operation in operations {
                let path = operation.path.replacing("{asset}", with: "nix")
                let headers = operation.body?.contents.first.map { ["Content-Type": $0.type] } ?? [:]
                let body = operation.body?.examples.first
                let answer = try await server.send(operation.method.rawValue.uppercased(), path, body: body, headers: headers)
                #expect(answer.status == 404 && answer.json["code"]?.string == "unknown-asset", "\(operation.id): \(answer.text)")
                #expect(answer.json["field"]?.string == "asset" && answer.json["value"]?.string == "\"nix\"", "\(answer.text)")
            }
            for (method, path) in [("GET", "/v1/wallets/Main/transactions?asset=nix"), ("DELETE", "/v1/favourites?assets=nix")] {
                _ = try await server.post("/v1/wallets", json: #"{"name":"Main"}"#)
                #expect(try await server.send(method, path).json["code"]?.string == "unknown-asset", "\(path)")
            }
        }
    }

    @Test func anAssetIsAddedChangedAndRemoved() async throws {
        try await ServerUnderTest.run { server async throws in
            let body = #"{"ticker":"new","providers":{"kraken":"NEWUSD"},"supply":5,"first_trade":"2024-01-01"}"#
            let added = try await server.post("/v1/assets", json: body)
            #expect(added.status == 201 && added.json["name"]?.string == "NEW", "\(added.text)")
            let answer = try await server.post(
                "/v1/assets", json: #"{"ticker":"NEW","name":"New coin","providers":{"binance":"N"}}"#)
            #expect(answer.status == 200 && answer.json["supply"]?.number == 5)
            #expect(answer.json["providers"]?.members?.map(\.key) == ["binance", "kraken"])
            #expect(try await server.send("DELETE", "/v1/assets/new").status == 204)
            #expect(try await server.get("/v1/assets/new").status == 404)
            #expect(try await server.send("DELETE", "/v1/assets/bitcoin").json["code"]?.string == "known-asset")
            for (body, status, field) in [
                (#"{"ticker":"no name"}"#, 422, "/ticker"), (#"{"ticker":"X","id":"Up"}"#, 422, "/id"),
                (#"{"ticker":"X","id":"usd"}"#, 409, "/id"), (#"{"ticker":"bitcoin"}"#, 409, "/id"),
                (#"{"ticker":"X","supply":0}"#, 422, "/supply"), (#"{"ticker":"X","name":"a\u202Eb"}"#, 422, "body"),
                (#"{"ticker":"X","providers":{"nobody":"x"}}"#, 400, "/providers/nobody"),
            ] {
                let answer = try await server.post("/v1/assets", json: body)
                #expect(answer.status == status && answer.json["field"]?.string == field, "\(body): \(answer.text)")
            }
        }
    }

    @Test func whatAllOwnersShareIsChangedByAdministratorsOnly() async throws {
        try await ServerUnderTest.run(requiresToken: true) { server async throws in
            func headers(_ owner: String, _ scope: String) async throws -> [String: String] {
                ["Authorization": "Bearer \(try await server.token(owner: owner, scope: .init(rawValue: scope)!))"]
            }
            let (reader, writer, admin) = (
                try await headers("ann", "read"), try await headers("ann", "write"), try await headers("bob", "admin")
            )
            let body = #"{"ticker":"BTC","name":"Renamed"}"#
            for headers in [reader, writer] {
                #expect(try await server.post("/v1/assets", json: body, headers: headers).status == 403)
                #expect(try await server.post("/v1/assets", json: #"{"ticker":"NEW"}"#, headers: headers).status == 403)
            }
            #expect(try await server.get("/v1/assets/BTC", headers: reader).json["name"]?.string == "Bitcoin")
            #expect(try await server.post("/v1/assets", json: #"{"ticker":"NEW"}"#, headers: admin).status == 201)
            #expect(try await server.post("/v1/assets", json: body, headers: admin).status == 200)
            #expect(try await server.send("DELETE", "/v1/assets/new", headers: writer).status == 403)
            let csv = "date,close\n2025-02-27,5\n"
            for query in ["", "?replace=true"] {
                #expect(try await server.put("/v1/assets/BTC/history\(query)", csv: csv, headers: writer).status == 403)
            }
            #expect(try await server.put("/v1/assets/BTC/history", csv: csv, headers: admin).status == 200)
            #expect(try await server.send("DELETE", "/v1/assets/BTC/history", headers: writer).status == 403)
        }
    }

    /// In 0.1.0 a token of scope write could do this: another owner's order for `xrp` was booked in EVIL.
    @Test func nobodyChangesWhatAnothersOrderTrades() async throws {
        try await ServerUnderTest.run(requiresToken: true) { server async throws in
            func headers(_ owner: String, _ scope: String) async throws -> [String: String] {
                ["Authorization": "Bearer \(try await server.token(owner: owner, scope: .init(rawValue: scope)!))"]
            }
            let (mallory, ann, root) = (
                try await headers("mallory", "write"), try await headers("ann", "write"), try await headers("root", "admin")
            )
            let entries = [
                #"{"ticker":"EVIL","id":"xrp"}"#, #"{"ticker":"USD","id":"usd-two"}"#, #"{"ticker":"BTC","id":"btc-two"}"#,
                #"{"ticker":"BITCOIN"}"#, #"{"ticker":"EVIL","id":"bitcoin"}"#,
            ]
            for entry in entries {
                let refused = try await server.post("/v1/assets", json: entry, headers: mallory)
                #expect(refused.status == 403 && refused.json["code"]?.string == "scope-too-small", "\(entry): \(refused.text)")
                let reserved = try await server.post("/v1/assets", json: entry, headers: root)
                #expect(reserved.status == 409, "\(entry): \(reserved.text)")
            }
            try await server.storeCloses(of: "ripple", simulatedHistory(0, days: 40))
            let price = simulatedHistory(0, days: 40).lastClose / 1000
            let csv = "date,close\n2025-02-28,\(price)\n"
            _ = try await server.send("DELETE", "/v1/assets/ETH/history", headers: root)
            #expect(try await server.put("/v1/assets/XRP/history", csv: csv, headers: mallory).status == 403)
            // A store that already has the clash.
            try await server.database.save(Asset(id: AssetID("xrp")!, ticker: Ticker("EVIL")!, name: "Evil"))
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#, headers: ann))
            for name in ["xrp", "XRP", "ripple", "Ripple"] {
                let order = #"{"kind":"deposit","asset":"\#(name)","quantity":"1","cost":"1"}"#
                let booked = try await server.post("/v1/wallets/Main/transactions", json: order, headers: ann)
                #expect(booked.status == 201 && booked.text.contains("ripple") && !booked.text.contains("EVIL"), "\(booked.text)")
            }
            // A clash of two other assets is refused, not guessed.
            try await server.database.save(Asset(id: AssetID("kaspa")!, ticker: Ticker("KAS")!, name: "Kaspa"))
            try await server.database.save(Asset(id: AssetID("evil")!, ticker: Ticker("KASPA")!, name: "Evil"))
            let clash = try await server.post(
                "/v1/wallets/Main/transactions", json: #"{"kind":"deposit","asset":"kaspa","quantity":"1","cost":"1"}"#,
                headers: ann)
            #expect(clash.status == 409 && clash.json["code"]?.string == "ambiguous-ticker", "\(clash.text)")
            #expect(try await server.get("/v1/assets/kaspa", headers: ann).json["detail"]?.string?.contains("KAS") == true)
            #expect(try await server.get("/v1/assets/kas", headers: ann).json["id"]?.string == "kaspa")
        }
    }

    // MARK: Refresh

    @Test func aRefreshReportsItsResult() async throws {
        let came = RefreshedCloses(newest: yesterday, added: 3, differing: 1, providers: ["binance"], failure: nil)
        try await ServerUnderTest.run(refresh: { _, _ in came }) { server async throws in
            let answer = try await server.send("POST", "/v1/assets/BTC/refresh")
            #expect(answer.status == 200 && answer.json["added"]?.integer == 3, "\(answer.text)")
            #expect(answer.json["last"]?.string == "\(yesterday)" && answer.json["providers"]?.array == [.string("binance")])
            _ = try await server.post("/v1/assets", json: #"{"ticker":"NEW"}"#)
            #expect(try await server.send("POST", "/v1/assets/NEW/refresh").json["code"]?.string == "no-provider")
        }
    }

    @Test func aRefreshWithoutAnAnswerIsReported() async throws {
        let failed = RefreshedCloses(
            newest: yesterday - 3, added: 0, differing: 0, providers: [], failure: "binance: no connection")
        try await ServerUnderTest.run(refresh: { _, _ in failed }) { server async throws in
            let answer = try await server.send("POST", "/v1/assets/BTC/refresh")
            #expect(answer.status == 502 && answer.json["code"]?.string == "no-provider-answered")
            #expect(answer.json["detail"]?.string?.contains("2025-02-25") == true)
        }
        try await ServerUnderTest.run { server async throws in
            #expect(try await server.send("POST", "/v1/assets/BTC/refresh").json["code"]?.string == "offline")
        }
    }
}

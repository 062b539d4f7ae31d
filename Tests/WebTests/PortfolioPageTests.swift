import Foundation
import HTTPTestSupport
import JSONText
import Market
import Platform
import ServerWorld
import Testing

/// The portfolio: wallets with the investments among them, the practice account beside their total, and only the person's own.
@Suite struct PortfolioPageTests {
    @Test func anInvestmentIsAPurchaseInTheWalletOfThatName() async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            let (visitor, path) = (PageVisitor(server), "/wallets/Investments/record")
            let empty = try await visitor.get("/portfolio")
            #expect(empty.has("An investment is a purchase in the wallet “Investments”.") && empty.has("href=\"\(path)?kind=buy\""))
            func send(_ asset: String, _ what: String, key: String? = nil) async throws -> EdgeAnswer {
                try await visitor.post(
                    path, from: path,
                    ["kind": "buy", "asset": asset, "quantity": "0.5", "price": "100", "deposit": "yes", "do": what], key: key)
            }
            // Neither the form, nor a preview, nor a refusal makes the wallet.
            #expect(try await visitor.get("\(path)?kind=buy").status == 200)
            let preview = try await send("BTC", "preview")
            #expect(preview.status == 200 && preview.has("action=\"\(path)\"") && preview.has("What will change"))
            #expect(try await send("NOSUCH", "record").status == 422)
            #expect(try await server.get("/v1/wallets").json["data"]?.array?.isEmpty == true)
            #expect(!(try await visitor.get("/portfolio").has("Deleted wallets")))
            // Pressed twice, the wallet is made once.
            for done in ["wallet-deposited", "wallet-same"] {
                let answer = try await send("BTC", "record", key: "first")
                let wallets = try await server.get("/v1/wallets").json["data"]?.array ?? []
                #expect(wallets.map { $0["name"]?.string } == ["Investments"])
                let id = try #require(wallets.first?["id"]?.string)
                #expect(answer.status == 303 && answer["location"] == "/wallets/\(id)?done=\(done)")
            }
            let page = try await visitor.get("/portfolio")
            #expect(page.has("<b>Investments</b>") && page.has("BTC"))
        }
    }

    /// The page of wallets and the first page name the wallet whose value is too large, and show the others.
    @Test func aWalletThatIsTooLargeLeavesTheOthersAlone() async throws {
        try await PageVisitor.run { server, visitor in
            try await server.makeTradedWallet()
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Huge"}"#))
            let deposit = #"{"kind":"deposit","asset":"BTC","quantity":"900000000000000000","cost":"1","time":"2025-02-25"}"#
            try server.done(await server.post("/v1/wallets/Huge/transactions", json: deposit))
            for path in ["/portfolio", "/", "/wallets/Huge"] {
                let page = try await visitor.get(path)
                #expect(page.status == 200 && page.has("The value of BTC is too large to be shown"), "\(path): \(page.text)")
                #expect(!page.has("is stored for BTC"), "\(path)")
            }
            let list = try await visitor.get("/portfolio")
            #expect(list.has("<b>Huge</b>") && list.has("<b>Main</b>") && list.has("<b>Other</b>"))
        }
    }

    @Test func theTotalNamesTheCoinsThatItLeavesOut() async throws {
        try await PageVisitor.run { server, visitor in
            try await server.makeTradedWallet()
            try await server.store([5, 6], of: "dogecoin", through: Day(iso: "2024-12-31")!)
            #expect(!(try await visitor.get("/portfolio")).has("not included in the total"))
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Old"}"#))
            let deposit = #"{"kind":"deposit","asset":"DOGE","quantity":"2","time":"2024-12-31"}"#
            try server.done(await server.post("/v1/wallets/Old/transactions", json: deposit))
            let page = try await visitor.get("/portfolio")
            #expect(page.has("is stored for DOGE: not included in the total."), "\(page.text)")
            #expect(page.has("At the closes of 31 December 2024"), "\(page.text)")
        }
    }

    @Test func thePracticeAccountIsACardOutsideTheTotal() async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            try await server.storeTradingPrices()
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let deposit = #"{"kind":"deposit","asset":"USD","quantity":"4711"}"#
            try server.done(await server.post("/v1/wallets/Main/transactions", json: deposit))
            let page = try await PageVisitor(server).get("/portfolio")
            let card = try #require(page.text.range(of: "practice-card"))
            #expect(page.text[..<card.lowerBound].contains("id=\"hide\""), "no button that hides the amounts")
            #expect(page.text[..<card.lowerBound].contains("4,711.00") && !page.text[card.lowerBound...].contains("4,711.00"))
            #expect(page.text[card.lowerBound...].contains("<span class=\"badge practice\">Practice</span>"))
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
            let headers = ["Authorization": "Bearer \(anns)"]
            let id = try #require(
                try await server.get("/v1/wallets/Secret%20savings", headers: headers).json["id"]?.string)
            let before = try await server.get("/v1/transactions/export", headers: headers).text
            for path in ["", "/history", "/settings", "/files", "/record", "/chart.json", "/odds.json?above=1"] {
                let page = try await bob.get("/wallets/\(id)\(path)")
                #expect(page.status == 404, "\(path)")
                #expect(!page.text.contains("Secret") && !page.text.contains("4,711"), "\(path)")
            }
            for page in ["/", "/portfolio", "/wallets/all"] {
                let text = try await bob.get(page).text
                #expect(!text.contains("Secret") && !text.contains("4,711"), "\(page)")
            }
            let writes: [(KeyValuePairs<String, String>, String)] = [
                (["kind": "withdrawal", "asset": "USD", "quantity": "1"], "/wallets/\(id)/record"),
                (["name": "Mine", "basis": "fifo"], "/wallets/\(id)/settings"),
                (["confirmation": "Secret savings"], "/wallets/\(id)/delete"), ([:], "/wallets/\(id)/restore"),
                (["id": "1"], "/wallets/\(id)/history"),
                (["do": "preview", "text": "time,kind,asset,quantity\n2025-02-20,deposit,USD,1\n"], "/wallets/\(id)/files"),
            ]
            for (fields, path) in writes {
                let status = try await bob.post(path, from: "/wallets/new", fields).status
                #expect(status == 404, "\(path)")
            }
            #expect(try await server.get("/v1/transactions/export", headers: headers).text == before)
            // Nor is a deleted wallet theirs to see or to restore.
            _ = try await ann.post("/wallets/\(id)/delete", from: "/wallets/\(id)/settings", ["confirmation": "Secret savings"])
            #expect(try await ann.get("/portfolio?undo=\(id)").has("Wallet Secret savings was deleted."))
            // Without the notice too.
            let listed = try await ann.get("/portfolio")
            #expect(listed.has("Deleted wallets") && listed.has("<b>Secret savings</b>"))
            #expect(listed.has("action=\"/wallets/\(id)/restore\""))
            #expect(!(try await bob.get("/portfolio?undo=\(id)").text.contains("Secret")))
            #expect(try await bob.post("/wallets/\(id)/restore", from: "/wallets/new", [:]).status == 404)
            #expect(try await server.get("/v1/wallets/\(id)", headers: headers).status == 404)
        }
    }
}

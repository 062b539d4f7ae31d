import Foundation
import HTTPTestSupport
import JSONText
import ServerWorld
import Testing
import Trading

/// Orders, plans, the history and its receipts on pages, and only the person's own.
@Suite struct TradingHistoryPageTests {
    private static func funded(_ body: (ServerUnderTest, PageVisitor) async throws -> Void) async throws {
        try await ServerUnderTest.run(hasPages: true) { server async throws in
            try await server.fund()
            try await body(server, PageVisitor(server))
        }
    }

    private static let bitcoin = "/trading/trade/BTC"

    /// Places a limit order of 100 EUR at 120 EUR and returns the path of its page.
    private static func place(_ visitor: PageVisitor, key: String? = nil) async throws -> String {
        let answer = try await visitor.post(
            bitcoin, from: bitcoin,
            ["side": "buy", "tab": "limit", "unit": "EUR", "amount": "100", "price": "120", "days": "7", "do": "place"], key: key)
        return try #require(answer["location"], "\(answer.text)")
    }

    private static func buy(_ visitor: PageVisitor) async throws -> String {
        let page = try await visitor.post(
            bitcoin, from: bitcoin, ["side": "buy", "tab": "now", "unit": "EUR", "amount": "65", "do": "preview"])
        let quote = try #require(PageVisitor.value(of: "quote", in: page.text))
        let done = try await visitor.post(bitcoin, ["side": "buy", "unit": "EUR", "amount": "65", "quote": quote, "do": "confirm"])
        return try #require(done["location"])
    }

    // MARK: Orders and plans

    @Test func anOrderIsPlacedOnceAndCancelled() async throws {
        try await Self.funded { server, visitor in
            let path = try await Self.place(visitor, key: "one-order")
            #expect(try await Self.place(visitor, key: "one-order") == path)
            let placed = try await visitor.get(path)
            #expect(placed.has("Order placed: Buy BTC for 100.00 EUR") && placed.has("at 120.00 EUR or lower"))
            #expect(try await server.free("eur") == "900")
            let list = try await visitor.get("/trading/orders")
            #expect(list.has("Cancel order: Buy BTC for 100.00 EUR") && list.has("Reserves <span data-amount>100.00 EUR</span>"))
            let cancelled = try await visitor.post(path, from: "/trading/orders")
            #expect(cancelled.status == 303 && cancelled["location"] == "/trading/orders?done=trade-order-cancelled")
            #expect(try await server.free("eur") == "1000")
            #expect(try await visitor.get("/trading/orders").has("No open orders"))
            #expect(try await visitor.get(path).has("Cancelled: Buy BTC for 100.00 EUR"))
        }
    }

    @Test func anOrderThatWasExecutedMeanwhileIsNotCancelled() async throws {
        try await Self.funded { server, visitor in
            let path = try await Self.place(visitor)
            _ = try await visitor.get("/trading/orders")
            server.clock.advance(by: 86_400)
            try await server.storeTradingPrices(bitcoin: 100)
            try await server.parts.trading.work.run()
            let late = try await visitor.post(path)
            #expect(late.status == 409 && late.has("This order has ended in the meantime"))
            #expect(try await visitor.get(path).has("Bought "))
        }
    }

    @Test func aRecurringPurchaseIsStartedAndEnded() async throws {
        try await Self.funded { server, visitor in
            let started = try await visitor.post(
                Self.bitcoin, from: Self.bitcoin + "?tab=recurring",
                ["tab": "recurring", "unit": "EUR", "amount": "50", "every": "week", "days": "90", "do": "place"])
            #expect(started["location"] == "/trading/plans?done=trade-plan-started", "\(started.text)")
            let soon = try await visitor.get("/trading/plans")
            #expect(soon.has("The first purchase follows in a moment.") && soon.has(">Active</span>") && !soon.has("Last purchase"))
            try await server.parts.trading.work.run()
            let list = try await visitor.get("/trading/plans")
            #expect(list.has("50.00 EUR of BTC every week") && list.has("1 purchase attempted."))
            #expect(list.has("Last purchase</a> <span class=\"badge up\">Executed</span>") && !list.has("in a moment"))
            let id = try #require(list.text.firstMatch(of: /\/trading\/plans\/(r_[0-9a-f]+)/)?.output.1)
            let ended = try await visitor.post("/trading/plans/\(id)", from: "/trading/plans")
            #expect(ended["location"] == "/trading/plans?done=trade-plan-cancelled")
            let after = try await visitor.get("/trading/plans")
            #expect(after.has("No recurring purchases") && after.has("Cancelled"))
        }
    }

    /// The person is not present when a plan buys, so its page shows the result.
    @Test func aPurchaseOfAPlanThatFailedSaysWhy() async throws {
        try await Self.funded { server, visitor in
            let body = #"{"asset":"BTC","currency":"EUR","cash":"5000","every":"week","days":90}"#
            let plan = try server.done(await server.post("/v1/trading/plans", json: body)).json
            #expect(plan["last_order"] == .null)
            try await server.parts.trading.work.run()
            let listed = try await server.get("/v1/trading/plans").json["data"]?.array?.first
            let order = try #require(listed?["last_order"]?.string)
            let page = try await visitor.get("/trading/plans")
            #expect(page.has("<span class=\"badge danger\">Failed</span> The available balance was too low."))
            #expect(page.has("href=\"/trading/history/\(order)\""), "\(page.text)")
            let entry = try await visitor.get("/trading/history/\(order)")
            #expect(entry.status == 200 && entry.has("Failed") && entry.has("The available balance was too low."))
            #expect(try await server.get("/v1/trading/orders/\(order)").json["reason"]?.string == "not-enough")
        }
    }

    // MARK: History

    @Test func theHistoryIsFilteredAndHasReceipts() async throws {
        try await Self.funded { server, visitor in
            let order = try await Self.buy(visitor)
            let id = try #require(order.split(separator: "/").last)
            let all = try await visitor.get("/trading/history")
            #expect(all.has("+0.4021875 BTC") && all.has("\u{2212}65.00 EUR") && all.has("+1,000.00 EUR") && all.has("Completed"))
            let trades = try await visitor.get("/trading/history?show=trades")
            #expect(trades.has("Purchase") && !trades.has("+1,000.00 EUR"))
            #expect(trades.has("/v1/trading/history/export?format=csv&amp;kind=buy,sell"))
            let deposits = try await visitor.get("/trading/history?show=deposits")
            #expect(deposits.has("+200.00 USD") && !deposits.has("Purchase"))
            #expect(try await visitor.get("/trading/history?asset=ETH").has("Nothing matches these filters"))
            #expect(try await visitor.get("/trading/history?since=2025-03-06").has("Nothing matches these filters"))
            #expect(try await visitor.get("/trading/history?asset=NOSUCH").has("is not a known coin"))
            let receipt = try await visitor.get("/trading/history/\(id)")
            for part in [
                "Receipt: Purchase", "Simulated: not a bank document", "Simulated money", "160.00 EUR", "0.65 EUR",
                "65.00 EUR", "0.4021875 BTC", "Print or save as PDF", "\(id)", "test,",
            ] { #expect(receipt.has(part), "\(part)") }
            let file = try await visitor.get("/v1/trading/history/export?format=csv&kind=buy,sell")
            #expect(file.status == 200 && file.has("\(id)"))
        }
    }

    /// A file is often read without its page, so it states itself that the money is not real.
    @Test func filesSayThatTheMoneyIsSimulated() async throws {
        try await Self.funded { server, visitor in
            _ = try await Self.buy(visitor)
            let csv = try await server.get("/v1/trading/history/export?format=csv")
            let lines = csv.text.split(separator: "\n")
            #expect(lines.count == 4 && lines[0].hasSuffix(",reason,ticker,simulated"), "\(csv.text)")
            #expect(lines.dropFirst().allSatisfy { $0.hasSuffix(",true") }, "\(csv.text)")
            let json = try await server.get("/v1/trading/history/export?format=json").json
            #expect(json["simulated"] == .boolean(true) && json["entries"]?.array?.count == 3)
        }
    }

    @Test func aLongHistoryHasPages() async throws {
        try await Self.funded { server, visitor in
            for _ in 0..<52 {
                let wish = #"{"side":"buy","asset":"BTC","currency":"EUR","cash":"2"}"#
                let quote = try #require(try await server.post("/v1/trading/quotes", json: wish).json["id"]?.string)
                try #require(try await server.send("POST", "/v1/trading/quotes/\(quote)/confirmation").status < 300)
            }
            let first = try await visitor.get("/trading/history?show=trades")
            let older = try #require(first.text.firstMatch(of: /href="([^"]*after=[^"]*)"/)?.output.1)
            let second = try await visitor.get(String(older).replacing("&amp;", with: "&"))
            func ids(_ page: String) -> Set<String> {
                Set(page.matches(of: /history\/(o_[0-9a-f]{16})/).map { String($0.output.1) })
            }
            #expect(ids(first.text).count == 50 && ids(second.text).count == 2)
            #expect(ids(first.text).isDisjoint(with: ids(second.text)))
        }
    }

    // MARK: Others

    @Test func anotherPersonsQuoteAndOrderAreNobodysElse() async throws {
        try await ServerUnderTest.run(requiresToken: true, hasPages: true) { server async throws in
            let (anns, bobs) = (try await server.token(owner: "ann"), try await server.token(owner: "bob"))
            try await server.fund(headers: ["Authorization": "Bearer \(anns)"])
            let (ann, bob) = (PageVisitor(server, token: anns), PageVisitor(server, token: bobs))
            let order = try await Self.place(ann)
            let page = try await ann.post(
                Self.bitcoin, from: Self.bitcoin, ["side": "buy", "tab": "now", "unit": "EUR", "amount": "65", "do": "preview"])
            let quote = try #require(PageVisitor.value(of: "quote", in: page.text))
            let bought = try await Self.buy(ann)
            let taken = try await bob.post(
                Self.bitcoin, from: Self.bitcoin,
                ["side": "buy", "unit": "EUR", "amount": "65", "quote": quote, "do": "confirm"])
            #expect(taken.status == 404 && taken.has("This preview no longer exists."))
            for path in [order, bought, bought.replacing("/orders/", with: "/history/")] {
                let page = try await bob.get(path)
                #expect(page.status == 404 && !page.has("65.00") && !page.has("100.00"), "\(path)")
            }
            #expect(try await bob.post(order, from: "/trading/tolerance").status == 404)
            for path in ["/practice", "/trading/orders", "/trading/plans", "/trading/history"] {
                let text = try await bob.get(path).text
                #expect(!text.contains("100.00 EUR") && !text.contains("935.00"), "\(path)")
            }
            let headers = ["Authorization": "Bearer \(anns)"]
            #expect(try await server.get("/v1/trading/orders", headers: headers).json["data"]?.array?.count == 1)
            // Visitors without a token see nothing.
            #expect(try await PageVisitor(server).get("/practice").status == 401)
        }
    }

    @Test func theCoinsPageLeadsToBuyingAndSelling() async throws {
        try await Self.funded { server, visitor in
            _ = try await Self.buy(visitor)
            let page = try await visitor.get("/coins/BTC")
            #expect(page.has(#"href="/trading/trade/BTC?side=buy""#) && page.has(#"href="/trading/trade/BTC?side=sell""#))
            #expect(page.has("In the simulated account:") && page.has("0.4021875 BTC") && page.has("Simulated money"))
        }
    }

    @Test func aCoinIsChosenByNameOrTicker() async throws {
        try await Self.funded { _, visitor in
            #expect(try await visitor.get("/trading/trade?side=buy&asset=cardano")["location"] == "/trading/trade/ADA?side=buy")
            let unknown = try await visitor.get("/trading/trade?side=buy&asset=NOSUCH")
            #expect(unknown.status == 422 && unknown.has(#"value="NOSUCH""#))
            #expect(try await visitor.get("/trading/trade?side=sell&asset=EUR").has("is cash and cannot be traded"))
            #expect(try await visitor.get("/trading/trade?side=sell").has("There are no coins to sell."))
            // Coins with a fresh price are offered, with it.
            let choice = try await visitor.get("/trading/trade?side=buy")
            #expect(choice.has(#"href="/trading/trade/BTC?side=buy""#) && choice.has("<b>200.00 USD</b>"))
            #expect(try await visitor.get("/trading/trade/EUR").status == 404)
        }
    }
}

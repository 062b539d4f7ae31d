import Ledger
import Market
import Testing
import Trading

/// Limit and stop orders: their held amounts, and the effects of prices, time and restarts on them.
@Suite struct StandingOrderTests {
    private func request(
        _ kind: TradeOrder.Kind, _ wish: Trades.Wish, at price: String, days: Int = 7
    ) -> StandingOrders.Request { StandingOrders.Request(kind, wish, price: d(price), days: days) }

    private func place(_ world: TradingWorld, _ request: StandingOrders.Request) async throws -> TradeOrder {
        try await world.trading().orders.place(request, of: "ann")
    }

    /// Stores a price a moment later and lets the worker look.
    private func tick(_ world: TradingWorld, _ price: Double, of asset: AssetID = .bitcoin) async throws -> Int? {
        world.wait(60)
        try await world.quote(price, of: asset)
        return try await world.trading().work.run()
    }

    /// A price better than the limit costs less, and the rest of the held amount becomes available again.
    @Test func aPurchaseCostsWhatItCosts() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("1000")))
        let order = try await place(world, request(.limit, .buy(coins: "0.01"), at: "40000"))
        #expect(order.held == d("404") && order.heldAsset == .usd)
        #expect(try await world.balance(.usd, of: "ann") == TradingBalance(free: d("596"), held: d("404")))
        #expect(try await tick(world, 40_000.01) == 0)
        #expect(try await tick(world, 39_000) == 1)
        let filled = try await world.trading().orders.order(order.id, of: "ann")
        #expect(filled.state == .filled && filled.fill?.cash == d("393.90") && filled.fill?.fee == d("3.90"))
        #expect(try await world.balance(.usd, of: "ann") == TradingBalance(free: d("606.10")))
        #expect(try await world.balance(.bitcoin, of: "ann") == TradingBalance(free: d("0.01")))
        #expect(try await world.used(.trade, of: "ann") == d("393.90"))
    }

    /// The size is checked when an order is placed: a price better than the limit does not make it too large, and one that falls
    /// below a stop does not make it too small.
    @Test func aPlacedOrderIsOfTheRightSizeAtEveryPrice() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.bitcoin, d("1")))
        let large = try await place(world, request(.limit, .sell(coins: "0.1"), at: "99990"))
        let small = try await place(world, request(.stop, .sell(coins: "0.00003"), at: "40000"))
        #expect(try await tick(world, 100_010) == 1)
        let filled = try await world.trading().orders.order(large.id, of: "ann")
        #expect(filled.state == .filled && filled.fill?.cash == d("9900.99"))
        #expect(try await tick(world, 30_000) == 1)
        #expect(try await world.trading().orders.order(small.id, of: "ann").fill?.cash == d("0.89"))
    }

    @Test(arguments: [
        (TradeOrder.Kind.limit, TradeSide.buy, 49_000.0, 49_000.01), (.limit, .sell, 51_000, 50_999.99),
        (.stop, .buy, 51_000, 50_999.99), (.stop, .sell, 49_000, 49_000.01),
    ]) func anOrderWaitsForItsPrice(kind: TradeOrder.Kind, side: TradeSide, reached: Double, short: Double) async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("1000")), (.bitcoin, d("1")))
        let wish = side == .buy ? Trades.Wish.buy(cash: "100") : .sell(coins: "0.01")
        let order = try await place(world, request(kind, wish, at: "\(Int(reached))"))
        #expect(try await tick(world, short) == 0)
        #expect(try await tick(world, reached) == 1)
        #expect(try await tick(world, reached) == 0, "once")
        let filled = try await world.trading().orders.order(order.id, of: "ann")
        #expect(filled.state == .filled && filled.fill?.price == FixedDecimal(exactly: reached))
        try await world.expectSoundBooks(of: ["ann"], "\(kind) \(side)")
    }

    /// In euros, the price is that of the coin divided by the current rate.
    @Test func anOrderInEurosFollowsTheRate() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.eur, d("1000")))
        let order = try await place(world, request(.limit, .buy(.bitcoin, .eur, cash: "101"), at: "39000"))
        #expect(order.heldAsset == .eur && order.held == d("101"))
        // 50,000 USD at 1.30 are 38,461.54 EUR, but the coin's own price must be checked again.
        world.wait(1)
        try await world.quote(1.3, of: .eur)
        #expect(try await tick(world, 50_000) == 1)
        #expect(try await world.balance(.eur, of: "ann") == TradingBalance(free: d("899")))
        #expect(try await world.balance(.usd, of: "ann") == TradingBalance())
        try await world.expectSoundBooks(of: ["ann"], "euros")
    }

    @Test func anOrderEndsAndFreesWhatItHeld() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.bitcoin, d("1")))
        let (one, two) = (try await place(world, .limitSale(days: 1)), try await place(world, .limitSale(days: 1)))
        #expect(try await world.trading().orders.cancel(one.id, of: "ann").state == .cancelled)
        #expect(try await world.trading().orders.cancel(one.id, of: "ann").state == .cancelled, "cancelling twice is cancelling")
        #expect(try await world.balance(.bitcoin, of: "ann") == TradingBalance(free: d("0.996"), held: d("0.004")))
        world.wait(86_399)
        #expect(try await world.trading().work.run() == 0)
        world.wait(1)
        #expect(try await world.trading().work.run() == 1)
        #expect(try await world.trading().orders.order(two.id, of: "ann").state == .expired)
        #expect(try await world.balance(.bitcoin, of: "ann") == TradingBalance(free: d("1")))
        let error = await tradingError { try await world.trading().orders.cancel(two.id, of: "ann") }
        #expect(error == .orderEnded(two.id, state: .expired))
    }

    /// No worker ran when the price arrived. The price is still fresh, so the order is executed at it, even if its end has passed
    /// since.
    @Test func aPriceThatCameWhileNobodyLookedCounts() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.bitcoin, d("1")))
        let order = try await place(world, .limitSale(days: 1))
        world.wait(86_400 - 60)
        try await world.quote(51_500, of: .bitcoin)
        world.wait(70)
        try await world.quote(48_000, of: .bitcoin)
        try world.restart()
        #expect(try await world.trading().work.run() == 1)
        let filled = try await world.trading().orders.order(order.id, of: "ann")
        #expect(filled.fill?.price == d("51500") && filled.fill?.priceTime == world.now - 70)
        // A price from after the end, or one that is now too old, executes nothing.
        let second = try await place(world, .limitSale(days: 1))
        world.wait(86_400)
        try await world.quote(51_500, of: .bitcoin, ago: 16 * 60)
        try await world.quote(51_500, of: .bitcoin, ago: -1)
        world.wait(1)
        #expect(try await world.trading().work.run() == 1)
        #expect(try await world.trading().orders.order(second.id, of: "ann").state == .expired)
    }

    /// A daily close executes orders too, as long as it is fresh enough.
    @Test func aCloseExecutesAnOrder() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.bitcoin, d("1")))
        let order = try await place(world, .limitSale())
        let day = Day(secondsSince1970: world.now)
        try await world.close(51_000, of: .bitcoin, on: day)
        #expect(try await world.trading().work.run() == 0, "its day has not ended")
        world.now = (day.daysSince1970 + 1) * 86_400
        #expect(try await world.trading().work.run() == 1)
        #expect(try await world.trading().orders.order(order.id, of: "ann").fill?.price == d("51000"))
    }

    @Test func anOrderThatCannotBeExecutedFailsWithTheReason() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.bitcoin, d("1")), (.usd, d("20000")))
        let (order, other) = (
            try await place(world, .limitSale()), try await place(world, request(.stop, .buy(cash: "200"), at: "50500"))
        )
        try await world.setLevel(.basic, of: "ann")
        #expect(try await tick(world, 51_000) == 2)
        #expect(try await world.trading().orders.order(order.id, of: "ann").reason == "over-limit")
        #expect(try await world.trading().orders.order(other.id, of: "ann").reason == "over-limit")
        #expect(try await world.balance(.bitcoin, of: "ann") == TradingBalance(free: d("1")))
        #expect(try await world.used(.trade, of: "ann") == .zero)
        let entry = try await world.trading().accounts.entry(order.id, of: "ann")
        #expect(entry.state == "failed" && entry.reason == "over-limit" && entry.quantity == nil)
    }

    /// A clock that is set back executes nothing that was not due, and loses nothing.
    @Test func aClockThatJumpsLosesNothing() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.bitcoin, d("1")))
        let order = try await place(world, .limitSale(days: 30))
        world.wait(-3 * 86_400)
        #expect(try await world.trading().work.run() == 0)
        world.wait(10 * 86_400)
        try await world.waitWithPrices(0)
        #expect(try await world.trading().work.run() == 0)
        #expect(try await tick(world, 51_000) == 1)
        #expect(try await world.trading().orders.order(order.id, of: "ann").state == .filled)
        world.wait(-2 * 86_400)
        // Postings never go back in time.
        try await world.waitWithPrices(0)
        try await world.trading().trade(.sell(coins: "0.01"), of: "ann")
        try await world.expectSoundBooks(of: ["ann"], "jumps")
    }
}

import Banking
import Ledger
import Market
import Storage
import Testing
import Trading

/// The worker, its lease and its restarts.
@Suite(.serialized) struct WorkTests {
    /// Samples of everything that will be due, for several people.
    private func fill(_ world: TradingWorld, _ owners: [String]) async throws {
        for owner in owners {
            try await world.fund(owner, (.usd, d("1000")), (.bitcoin, d("1")))
            let trading = world.trading()
            let method = try await trading.methods.addBankAccount(iban: PaymentTests.iban, label: nil, of: owner).id
            _ = try await trading.orders.place(.limitSale(days: 300), of: owner)
            _ = try await trading.plans.start(Plans.Request(.bnb, .usd, amount: d("10"), every: .day, days: 90), of: owner)
            _ = try await trading.payments.withdraw(d("100"), .usd, to: method, of: owner)
            _ = try await trading.payments.deposit(d("70"), .usd, of: owner)
        }
    }

    private func makeDue(_ world: TradingWorld) async throws {
        try await world.waitWithPrices(30 * 86_400)
        world.wait(1)
        try await world.quote(51_000, of: .bitcoin)
    }

    /// Two processes that both have the lease, as when a clock jumps, still do each thing once.
    @Test func twoWorkersDoEachThingOnce() async throws {
        let world = try await TradingWorld()
        let owners = (0..<5).map { "person \($0)" }
        try await fill(world, owners)
        try await makeDue(world)
        let devices = [world.trading("one"), world.trading("one", on: try world.secondDevice()), world.trading("one")]
        let counts = try await withThrowingTaskGroup(of: Int?.self) { group in
            for index in 0..<12 { group.addTask { try await devices[index % 3].work.run() } }
            return try await group.reduce(into: [Int]()) { counts, count in counts.append(count ?? -1) }
        }
        // An order, a plan, a withdrawal and a deposit of each.
        #expect(counts.reduce(0, +) == 20 && !counts.contains(-1), "\(counts)")
        for owner in owners {
            let state = try await world.trading().accounts.state(of: owner)
            #expect(state.openOrders == [] && state.openPayments == [])
            // 1,000 - 100.50 + 70 - 10, and 204 less 2.04 for the coins.
            #expect(state.balances[.usd] == TradingBalance(free: d("1161.46")))
            #expect(state.balances[.bitcoin] == TradingBalance(free: d("0.996")))
        }
        try await world.expectSoundBooks(of: owners, "two workers")
    }

    @Test func oneWorksAndTheOtherWaitsForItsEnd() async throws {
        let world = try await TradingWorld()
        let (one, two) = (world.trading("one"), world.trading("two", on: try world.secondDevice()))
        #expect(try await one.work.run() == 0)
        #expect(try await two.work.run() == 0, "nothing is due, so nobody takes the lease")
        try await fill(world, ["ann"])
        #expect(try await one.work.run() == 1)
        try await fill(world, ["bob"])
        #expect(try await two.work.run() == nil)
        world.wait(DueWork.leaseSeconds - 1)
        #expect(try await two.work.run() == nil, "a second of the lease is left")
        world.wait(1)
        #expect(try await two.work.run() == 1, "whoever has died is waited for no longer")
        try await fill(world, ["eve"])
        #expect(try await one.work.run() == nil)
        try await two.work.stop()
        #expect(try await one.work.run() == 1, "whoever stops lets the other begin")
        // A lease from the future, made by a clock that was set back, is not valid.
        try await world.waitWithPrices(86_400)
        #expect(try await one.work.run() != nil)
        world.wait(-86_400)
        try await fill(world, ["kim"])
        #expect(try await two.work.run() == 1)
    }

    /// A step that the ledger refuses for one person, because a key was used for something else, does not delay other people.
    @Test(arguments: ["payment", "order", "release"]) func whatCannotBeDoneHoldsUpNobodyElse(stuck: String) async throws {
        let world = try await TradingWorld()
        try await fill(world, ["bad", "good", "later"])
        try await makeDue(world)
        let state = try await world.trading().accounts.state(of: "bad")
        let wallet = try #require(try await world.trading().accounts.find(of: "bad")).wallet
        let payment = try #require(state.openPayments.first { $0.kind == .deposit }).id
        let order = try #require(state.openOrders.first).id
        let (id, end) = stuck == "payment" ? (payment, "") : (order, stuck == "order" ? "" : "/release")
        let taken = try Transaction.deposit(
            key: "trading/\(id)\(end)", time: world.now, wallet: wallet, asset: .usd, quantity: d("1"))
        try await world.database.changeTrading { try $0.append([taken], of: "bad", recordedAt: 1) }
        for _ in 0..<2 {
            let error = await #expect(throws: UnfinishedWork.self) { try await world.trading().work.run() }
            #expect(error?.ids == [id])
        }
        for owner in ["good", "later"] {
            let state = try await world.trading().accounts.state(of: owner)
            #expect(state.openOrders == [] && state.openPayments == [], "\(owner)")
            #expect(state.balances[.usd] == TradingBalance(free: d("1161.46")), "\(owner)")
        }
    }

    /// The bank's clock continues from where it stood, at any speed.
    @Test func theBanksClockIsKept() async throws {
        let world = try await TradingWorld()
        let start = world.now
        let now: @Sendable () -> Int = { world.now }
        let first = try await TradingParts.clock(of: world.database, speed: 100, now: now)
        world.wait(1000)
        #expect(first.bankTime(at: world.now) == start + 100_000)
        try world.restart()
        #expect(try await TradingParts.clock(of: world.database, speed: 100, now: now) == first)
        let slower = try await TradingParts.clock(of: world.database, speed: 1, now: now)
        #expect(slower.bankTime(at: world.now) == start + 100_000)
        world.wait(10)
        #expect(try await TradingParts.clock(of: world.database, speed: 1, now: now).bankTime(at: world.now) == start + 100_010)
        let trading = world.trading(clock: slower)
        _ = try await trading.payments.deposit(d("10"), .usd, of: "ann")
        world.wait(-86_400)
        #expect(try await trading.accounts.bankTime() == start + 100_010, "never before what has happened")
    }

    /// A coin in use by trading cannot be removed from the store.
    @Test func coinsInUseStay() async throws {
        let world = try await TradingWorld()
        let coin = AssetID("dogecoin")!
        try await world.quote(0.5, of: coin)
        _ = try await world.trading().transfers.address(of: "ann", asset: coin)
        try await world.forgetPrices(of: coin)
        #expect(try await world.database.remove(coin) == false)
        let other = AssetID("litecoin")!
        _ = try await world.trading().accounts.setFavouriteOrder([other], of: "ann")
        #expect(try await world.database.remove(other) == false)
        #expect(try await world.trading().accounts.favouriteOrder(of: "ann") == [other])
    }
}

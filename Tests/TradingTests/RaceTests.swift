import Ledger
import Market
import Testing
import Trading

/// Simultaneous requests on two devices: each thing happens once, and each balance is spent once.
@Suite(.serialized) struct RaceTests {
    /// Runs a request many times at once, on two devices in turn; returns the successes and the error codes of the failures.
    private func race<Value: Sendable>(
        _ world: TradingWorld, times: Int = 100, _ body: @escaping @Sendable (Trading, Int) async throws -> Value
    ) async throws -> (values: [Value], codes: [String]) {
        let devices = [world.trading("one"), world.trading("two", on: try world.secondDevice())]
        return await withTaskGroup(of: Result<Value, any Error>.self) { group in
            for index in 0..<times {
                group.addTask {
                    do { return .success(try await body(devices[index % 2], index)) } catch { return .failure(error) }
                }
            }
            var (values, codes) = ([Value](), [String]())
            for await result in group {
                switch result {
                case .success(let value): values.append(value)
                case .failure(let error): codes.append((error as? TradingError)?.code ?? "\(error)")
                }
            }
            return (values, codes)
        }
    }

    @Test func aHundredConfirmationsOfAQuoteAreOneOrder() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("1000")))
        let quote = try await world.trading().trades.quote(.buy(cash: "100"), of: "ann")
        let (values, codes) = try await race(world) { trading, _ in try await trading.trades.confirm(quote.id, of: "ann") }
        #expect(codes == [] && values.count == 100)
        #expect(values.count(where: \.isNew) == 1 && Set(values.map(\.order.id)).count == 1)
        #expect(try await world.balance(.usd, of: "ann").free == d("900"))
        try await world.expectSoundBooks(of: ["ann"], "race")
    }

    @Test func theLastCashHasOneWinner() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("150")))
        var quotes: [String] = []
        for _ in 0..<100 { quotes.append(try await world.trading().trades.quote(.buy(cash: "100"), of: "ann").id) }
        let (values, codes) = try await race(world) { [quotes] trading, index in
            try await trading.trades.confirm(quotes[index], of: "ann")
        }
        #expect(values.count == 1 && codes == Array(repeating: "not-enough", count: 99))
        #expect(try await world.balance(.usd, of: "ann") == TradingBalance(free: d("50")))
        #expect(try await world.used(.trade, of: "ann") == d("100"), "what was refused uses nothing")
    }

    /// Simultaneous trades, orders, withdrawals and transfers require more than is available.
    @Test func everyKindOfUseCompetesForTheSame() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("500")), (.bitcoin, d("0.01")))
        let address = try await world.trading().transfers.address(of: "bob", asset: .bitcoin)
        let card = try await world.trading().methods.addBankAccount(iban: "DE89370400440532013000", label: nil, of: "ann")
        let (values, codes): ([Void], [String]) = try await race(world, times: 80) { trading, index in
            switch index / 2 % 4 {
            case 0: _ = try await trading.trade(.buy(cash: "60"), of: "ann")
            case 1: _ = try await trading.orders.place(.limitSale(), of: "ann")
            case 2: _ = try await trading.payments.withdraw(d("75"), .usd, to: card.id, of: "ann")
            default: _ = try await trading.transfers.send(d("0.003"), .bitcoin, to: address, of: "ann")
            }
        }
        #expect(values.count > 3 && codes.count > 20 && Set(codes) == ["not-enough"], "\(codes)")
        try await world.expectSoundBooks(of: ["ann", "bob"], "competition")
    }

    @Test func aLimitIsUsedUpOnce() async throws {
        let world = try await TradingWorld(startsVerified: false)
        try await world.fund("ann", (.usd, d("100000")))
        try await world.setLevel(.basic, of: "ann")
        let (values, codes) = try await race(world) { trading, _ in try await trading.trade(.buy(cash: "40"), of: "ann") }
        #expect(values.count == 3 && Set(codes) == ["over-limit"])
        #expect(try await world.used(.trade, of: "ann") == d("120"))
    }

    @Test func aCancelledOrderIsNotExecutedToo() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.bitcoin, d("1")))
        var orders: [String] = []
        for _ in 0..<20 { orders.append(try await world.trading().orders.place(.limitSale(coins: "0.01"), of: "ann").id) }
        world.wait(1)
        try await world.quote(52_000, of: .bitcoin)
        let (_, codes) = try await race(world, times: 40) { [orders] trading, index in
            if index % 4 == 0 {
                try await trading.work.run()
            } else {
                _ = try await trading.orders.cancel(orders[index / 2], of: "ann")
            }
        }
        #expect(codes.allSatisfy { $0 == "order-ended" }, "\(codes)")
        try await world.trading("one").work.run()
        let states = try await world.trading().accounts.history(of: "ann", HistoryQuery()).map(\.state)
        #expect(states.count == 20 && Set(states).isSubset(of: ["filled", "cancelled"]), "\(states)")
        let sold = d("1") - (try await world.balance(.bitcoin, of: "ann").whole)
        #expect(sold == FixedDecimal(units: Int128(states.count { $0 == "filled" }) * 10_000_000_000_000_000))
        try await world.expectSoundBooks(of: ["ann"], "cancel")
    }

    /// Accounts and addresses are created once, whichever request comes first.
    @Test func anAccountIsOpenedOnce() async throws {
        let world = try await TradingWorld()
        let (values, codes) = try await race(world, times: 40) { trading, index in
            index % 2 == 0
                ? try await trading.accounts.open(of: "ann").id : try await trading.transfers.address(of: "ann", asset: .bitcoin)
        }
        #expect(codes == [] && Set(values).count == 2)
    }

    /// Two people send each other coins, trade and withdraw on two devices, with two workers and a price that moves.
    @Test(arguments: 0..<3 as Range<UInt64>) func crowdsLeaveSoundBooks(seed: UInt64) async throws {
        let world = try await TradingWorld()
        let owners = ["ann", "bob", "eve"]
        var addresses: [String: String] = [:]
        var cards: [String: String] = [:]
        for owner in owners {
            try await world.fund(owner, (.usd, d("3000")), (.eur, d("1000")), (.bitcoin, d("0.02")))
            addresses[owner] = try await world.trading().transfers.address(of: owner, asset: .bitcoin)
            cards[owner] = try await world.trading().methods.addBankAccount(
                iban: "DE89370400440532013000", label: nil, of: owner
            ).id
        }
        let crowd = Crowd(world: world, seed: seed, owners: owners, addresses: addresses, cards: cards)
        let (_, codes) = try await race(world, times: 240) { trading, index in try await crowd.act(trading, index) }
        let expected: Set = ["not-enough", "price-reached", "order-ended", "not-cancellable", "price-moved", "too-many-requests"]
        #expect(Set(codes).isSubset(of: expected), "seed \(seed): \(Set(codes))")
        try await world.expectSoundBooks(of: owners, "seed \(seed)")
        // All open items end, and then nothing is held.
        try await world.waitWithPrices(400 * 86_400)
        for _ in 0..<3 { try await world.trading("one").work.run() }
        try await world.expectSoundBooks(of: owners, "seed \(seed), at the end")
        for owner in owners {
            for balance in try await world.trading().accounts.state(of: owner).balances.values { #expect(balance.held == .zero) }
        }
        // Everything sent has arrived: coins left only through fees and the market.
        let sums = try await JournalSums(of: owners, in: world.database)
        #expect(sums.sum(.external, .bitcoin) == d("-0.06"), "seed \(seed)")
    }
}

/// Simultaneous actions of many people.
private struct Crowd: Sendable {
    let world: TradingWorld
    let seed: UInt64
    let owners: [String]
    let addresses: [String: String]
    let cards: [String: String]

    func act(_ trading: Trading, _ index: Int) async throws {
        var random = SeededGenerator(seed: seed, stream: UInt64(index))
        let (owner, other) = (owners[random.index(below: 3)], owners[random.index(below: 3)])
        let cents = 100 + random.index(below: 30_000)
        let cash = SlowBank.Thing.usd.decimal(cents)
        let coins = SlowBank.Thing.bitcoin.decimal(1 + random.index(below: 300_000))
        switch random.index(below: 10) {
        case 0...2:
            let currency = Currency.allCases[random.index(below: 2)]
            _ = try await trading.trade(Trades.Wish(.buy, .bitcoin, currency, .cash(cash)), of: owner)
        case 3:
            _ = try await trading.orders.place(.limitSale(coins: "0.002"), of: owner)
        case 4:
            _ = try await trading.payments.withdraw(cash + d("10"), .usd, to: cards[owner]!, of: owner)
        case 5:
            if let payment = try await trading.payments.open(of: owner).last {
                _ = try await trading.payments.cancel(payment.id, of: owner)
            }
        case 6:
            guard other != owner else { return }
            _ = try await trading.transfers.send(coins, .bitcoin, to: addresses[other]!, of: owner)
        case 7:
            if let order = try await trading.orders.open(of: owner).first {
                _ = try await trading.orders.cancel(order.id, of: owner)
            }
        case 8:
            try await world.quote(50_000 + Double(random.index(below: 2000)), of: .bitcoin)
        default: try await trading.work.run()
        }
    }
}

extension StandingOrders.Request {
    static func limitSale(coins: String = "0.004", price: String = "51000", days: Int = 3) -> Self {
        Self(.limit, .sell(coins: coins), price: d(price), days: days)
    }
}

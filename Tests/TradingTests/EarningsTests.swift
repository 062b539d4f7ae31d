import Banking
import Ledger
import Market
import MarketData
import Portfolio
import PortfolioWorld
import Storage
import Testing
import Trading

/// The earnings of accounts, compared with a slow computation, and with figures that are easy to check by hand.
@Suite struct EarningsTests {
    /// The simulated accounts of a world with closes of bitcoins and euros.
    struct Accounts {
        let world: World
        let trading: Trading

        init(_ world: World) async throws {
            self.world = world
            let clock = world.clock
            let now: @Sendable () -> Int = { clock.time.withLock { $0 } }
            var rules = TradingRules.withoutInstantDeposits
            rules.withdrawalDays = 1
            let parts = TradingParts(
                world.database, rules: rules, clock: try await TradingParts.clock(of: world.database, speed: 1, now: now),
                startsVerified: true, now: now)
            trading = Trading(parts, holder: "test")
        }

        var day: Day { Day(secondsSince1970: world.clock.time.withLock { $0 }) }

        /// The next noon.
        func nextDay() async throws {
            world.clock.time.withLock { $0 += 86_400 }
            _ = try await trading.work.run()
        }

        func trade(_ side: TradeSide, _ currency: Currency, _ amount: TradeAmount, of owner: String) async throws -> TradeOrder.Fill
        {
            let quote = try await trading.trades.quote(.init(side, bitcoin, currency, amount), of: owner)
            return try #require(try await trading.trades.confirm(quote.id, of: owner).order.fill)
        }

        func report(
            _ owner: String, in currency: Currency = .usd, over period: EarningsPeriod = .all
        ) async throws -> EarningsReport {
            let portfolio = world.portfolio(owner)
            let coin = try await portfolio.market.directory.asset("bitcoin")
            return try await Earnings(parts: trading.parts, market: portfolio.market, portfolio: portfolio)
                .report(in: currency, beside: coin, over: period)
        }
    }

    private static func near(_ money: Money?, _ expected: Double) -> Bool {
        guard let money else { return false }
        return abs(money.doubleValue - expected) <= 1e-9 * max(1, abs(expected))
    }

    @Test(arguments: 0..<12) func everyFigureIsThatOfTheSlowComputation(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed, stream: 15)
        let days = 25
        func closes(_ base: Double) -> [Double] {
            (0..<days).map { _ in (base * (0.6 + 0.8 * random.uniform()) * 1e4).rounded() / 1e4 }
        }
        let (ofBitcoin, ofEuro) = (closes(100), closes(1.1))
        let accounts = try await Accounts(World(today: day0 + 1))
        try await accounts.world.store(ofBitcoin, of: bitcoin)
        try await accounts.world.store(ofEuro, of: .eur)
        let payments = accounts.trading.payments
        let account = try await accounts.trading.methods.addBankAccount(
            iban: "DE89 3704 0044 0532 0130 00", label: nil, of: "ann")
        _ = try await payments.deposit("5000", .usd, of: "bob")
        var events: [(day: Int, event: SlowEarnings.Event)] = []
        for index in 1..<days {
            let now = accounts.day - day0
            try #require(now == index)
            for _ in 0..<4 {
                let currency = [Currency.usd, .eur].randomElement(using: &random)!
                let amount = FixedDecimal(units: Int128(1100 + random.index(below: 40_000)) * 10_000_000_000_000_000)
                let balances = try await accounts.trading.accounts.state(of: "ann").balances
                let (cash, coins) = (balances[currency.asset]?.free ?? .zero, balances[bitcoin]?.free ?? .zero)
                switch random.index(below: 7) {
                case 0: _ = try await payments.deposit(amount, currency, of: "ann")
                case 1 where cash > amount + "0.50":
                    let payment = try await payments.withdraw(amount, currency, to: account.id, of: "ann")
                    events.append((index, .hold(currency, payment.whole.doubleValue)))
                case 2 where cash > amount, 3 where cash > amount:
                    let fill = try await accounts.trade(.buy, currency, .cash(amount), of: "ann")
                    events.append(
                        (
                            index,
                            .buy(currency, coins: fill.quantity.doubleValue, cash: fill.cash.doubleValue, fee: fill.fee.doubleValue)
                        ))
                case 4 where coins > "0.1":
                    let fill = try await accounts.trade(.sell, currency, .coin(coins.half), of: "ann")
                    events.append(
                        (
                            index,
                            .sell(
                                currency, coins: fill.quantity.doubleValue, cash: fill.cash.doubleValue, fee: fill.fee.doubleValue)
                        ))
                case 5 where coins > "0.01":
                    let address = try await accounts.trading.transfers.address(of: "bob", asset: bitcoin)
                    let sent = try await accounts.trading.transfers.send(coins.half, bitcoin, to: address, of: "ann")
                    events.append((index, .send(sent.quantity.doubleValue, fee: sent.fee.doubleValue)))
                case 6 where index > 3:
                    let bought = try await accounts.trade(.buy, .usd, .cash("20"), of: "bob").quantity
                    let address = try await accounts.trading.transfers.address(of: "ann", asset: bitcoin)
                    let sent = try await accounts.trading.transfers.send(bought.half, bitcoin, to: address, of: "bob")
                    events.append((index, .receive(sent.quantity.doubleValue)))
                default: break
                }
            }
            for currency in [Currency.usd, .eur] {
                let slow = SlowEarnings(bitcoin: ofBitcoin, euro: ofEuro, events: events, today: index, currency: currency)
                let report = try await accounts.report("ann", in: currency)
                let place: Comment = "seed \(seed), day \(index), \(currency)"
                #expect(Self.near(report.value, slow.value), place)
                #expect(Self.near(report.paidIn, slow.paidIn) && Self.near(report.paidOut, slow.paidOut), place)
                #expect(Self.near(report.realized, slow.realized), place)
                #expect(Self.near(report.unrealized, slow.unrealized), place)
                #expect(Self.near(report.fees, slow.fees), place)
                #expect(Self.near(report.held.value, slow.held), place)
                #expect(currency == .eur || report.exchange == .zero, place)
                for point in report.points where point.day < accounts.day {
                    let day = slow.days[point.day - day0]
                    #expect(Self.near(point.value, day.value) && Self.near(point.putIn, day.putIn), "\(place), \(point.day)")
                    #expect(Self.near(point.held, day.held), "\(place), \(point.day)")
                }
            }
            guard index < days - 1 else { break }
            let before = try await payments.open(of: "ann")
            try await accounts.nextDay()
            let after = Set(try await payments.open(of: "ann").map(\.id))
            // In the order in which the bank settles them.
            for payment in before.sorted(by: { ($0.dueAt, $0.id) < ($1.dueAt, $1.id) }) where !after.contains(payment.id) {
                let (amount, fee) = (payment.amount.doubleValue, payment.fee.doubleValue)
                if payment.kind == .deposit {
                    events.append((index + 1, .deposit(payment.currency, amount)))
                } else {
                    events.append((index + 1, .withdrawal(payment.currency, amount, fee: fee)))
                }
            }
        }
    }

    /// 100 dollars, of which 50 buy bitcoins at 10 with a fee of 0.50; the price rises to 12.
    @Test func aPurchaseThatRoseIsCountedToTheLastDigit() async throws {
        let accounts = try await Accounts(World(today: day0 + 1))
        try await accounts.world.store([10, 10, 12], of: bitcoin)
        _ = try await accounts.trading.payments.deposit("100", .usd, of: "ann")
        try await accounts.nextDay()
        let fill = try await accounts.trade(.buy, .usd, .cash("50"), of: "ann")
        #expect(fill.quantity == "4.95" && fill.fee == "0.50")
        try await accounts.nextDay()
        let report = try await accounts.report("ann")
        #expect(report.first == day0 + 2 && report.today == day0 + 3)
        #expect(report.paidIn == "100" && report.paidOut == "0" && report.fees == "0.50")
        // 50 in cash, and 4.95 bitcoins at 12.
        #expect(report.value == "109.40" && report.earned == "9.40")
        #expect(report.unrealized == "9.40" && report.realized == "0" && report.exchange == "0")
        // All of it, minus the fee of 1, bought bitcoins at 12, the close of the day on which it arrived.
        #expect(report.held.quantity == "8.25" && report.held.value == "99" && report.held.earned == "-1")
        #expect(report.points.map(\.day) == [day0 + 2, day0 + 3])
        #expect(report.points.map(\.value) == ["109.40", "109.40"] && report.points.map(\.putIn) == ["100", "100"])
    }

    @Test func aPeriodCountsFromTheDayBeforeIt() async throws {
        let accounts = try await Accounts(World(today: day0 + 1))
        try await accounts.world.store((0..<60).map { 10 + Double($0) }, of: bitcoin)
        _ = try await accounts.trading.payments.deposit("100", .usd, of: "ann")
        try await accounts.nextDay()
        _ = try await accounts.trade(.buy, .usd, .cash("100"), of: "ann")
        for _ in 0..<40 { try await accounts.nextDay() }
        let (all, month) = (try await accounts.report("ann"), try await accounts.report("ann", over: .month))
        #expect(all.before == nil && all.earnedInPeriod == all.earned && all.earned != nil)
        #expect(month.points.count == 31 && month.points.last == all.points.last)
        let before = try #require(all.points.dropLast(31).last)
        #expect(month.before == before)
        #expect(month.earnedInPeriod == all.earned! - before.earned!)
        #expect(month.heldEarnedInPeriod == all.held.earned! - before.heldEarned!)
    }

    @Test func withoutAnAccountNothingWasEarned() async throws {
        let accounts = try await Accounts(World(today: day0 + 1))
        for currency in [Currency.usd, .eur] {
            let report = try await accounts.report("ann", in: currency)
            let nothing = Money.zero(currency)
            #expect(report.first == nil && report.points.isEmpty && report.missing.isEmpty)
            #expect(report.earned == nothing && report.fees == nothing && report.held.earned == nil)
        }
    }

    @Test func withoutARateEurosHaveNoFiguresInDollarsAndSayWhy() async throws {
        let accounts = try await Accounts(World(today: day0 + 1))
        try await accounts.world.store([10, 10, 12], of: bitcoin)
        _ = try await accounts.trading.payments.deposit("100", .eur, of: "ann")
        try await accounts.nextDay()
        let dollars = try await accounts.report("ann")
        #expect(dollars.value == nil && dollars.earned == nil && dollars.paidIn == nil)
        #expect(dollars.missing.map(\.id) == [.eur] && dollars.held.missingDay == day0 + 2)
        let euros = try await accounts.report("ann", in: .eur)
        #expect(euros.value == Money("100", .eur) && euros.earned == Money("0", .eur) && euros.missing.isEmpty)
        #expect(euros.held.value == nil)
    }

    @Test func walletsOfAnotherOwnerAreNotFound() async throws {
        let accounts = try await Accounts(World(today: day0 + 1))
        let account = try await accounts.trading.accounts.open(of: "ann")
        let ids = [account.wallet, account.heldWallet]
        #expect(try await accounts.world.portfolio("ann").wallets.group(ids: ids).ids == Set(ids))
        await #expect(throws: PortfolioError.self) { try await accounts.world.portfolio("bob").wallets.group(ids: ids) }
    }
}

/// Payments of a coin that is only held.
@Suite struct HeldCoinTests {
    @Test func whatTheCoinDoesNotBringIsOwedAndRepaidFirst() throws {
        var held = HeldCoin(fee: "0.01")
        try held.payIn("100", at: "10")
        #expect(held.quantity == "9.9" && held.owed == "0")
        // The price fell by half: 49.50, of which 49.005 are left after the fee.
        try held.payOut("60", at: "5")
        #expect(held.quantity == "0" && held.owed == "10.995")
        #expect(try held.value(at: "5") == "-10.995")
        try held.payIn("20.995", at: "5")
        #expect(held.owed == "0" && held.quantity == "1.98")
        try held.payOut("4.95", at: "5")
        #expect(held.quantity == "0.98")
    }

    @Test func aFeeOfEverythingLeavesNothing() throws {
        var held = HeldCoin(fee: "1")
        try held.payIn("100", at: "10")
        #expect(held.quantity == "0")
        try held.payOut("30", at: "10")
        #expect(held.owed == "30")
    }
}

extension FixedDecimal {
    /// Half of it, in trading steps.
    fileprivate var half: FixedDecimal { FixedDecimal(units: units / 2 / 10_000_000_000 * 10_000_000_000) }
}

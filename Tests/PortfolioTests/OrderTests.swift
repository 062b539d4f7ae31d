import Ledger
import Market
import MarketData
import Portfolio
import PortfolioWorld
import Testing

@Suite(.serialized) struct OrderTests {
    let world: World
    let portfolio: Portfolio
    let wallet: Wallet

    init() async throws {
        world = try World(today: day0 + 10)
        portfolio = world.portfolio()
        wallet = try await portfolio.wallets.create("main")
        try await world.store([100, 110, nil, 130], of: bitcoin)
    }

    private func postings(_ action: Order.Action, _ asset: AssetID = bitcoin) async throws -> [String] {
        let prepared = try await portfolio.orders.prepare([portfolio.order(wallet, asset, action)])
        return prepared.transactions[0].postings.map { "\($0.account.role) \($0.asset) \($0.amount)" }
    }

    @Test func everyActionHasItsPostings() async throws {
        try await portfolio.perform(wallet, .usd, .deposit("1000", cost: nil))
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: nil))
        let other = try await portfolio.wallets.create("other")
        #expect(try await postings(.deposit("2", cost: "7")) == ["holding bitcoin 2", "external bitcoin -2"])
        #expect(try await postings(.withdraw("0.5")) == ["external bitcoin 0.5", "holding bitcoin -0.5"])
        #expect(
            try await postings(.buy(.coins("2"), price: nil, fee: "3"))
                == ["holding bitcoin 2", "market bitcoin -2", "holding usd -203", "market usd 200", "fees usd 3"])
        #expect(
            try await postings(.buy(.cash("50"), price: "200", fee: .zero))
                == ["holding bitcoin 0.25", "market bitcoin -0.25", "holding usd -50", "market usd 50"])
        #expect(
            try await postings(.sell(.coins("0.5"), price: nil, fee: "1"))
                == ["holding bitcoin -0.5", "market bitcoin 0.5", "holding usd 49", "market usd -50", "fees usd 1"])
        #expect(
            try await postings(.transfer("0.5", to: other, fee: "0.1"))
                == ["holding bitcoin -0.5", "holding bitcoin 0.5", "holding bitcoin -0.1", "fees bitcoin 0.1"])
        #expect(try await postings(.fee("10"), .usd) == ["fees usd 10", "holding usd -10"])
        #expect(try await postings(.income("0.1")) == ["holding bitcoin 0.1", "income bitcoin -0.1"])
        #expect(try await postings(.set("3")) == ["holding bitcoin 2", "external bitcoin -2"])
        #expect(try await postings(.set("0.25")) == ["external bitcoin 0.75", "holding bitcoin -0.75"])
        #expect(try await portfolio.orders.prepare([portfolio.order(wallet, bitcoin, .set("1"))]).transactions.isEmpty)
    }

    @Test func aPurchaseDepositsOnlyTheCashThatIsMissing() async throws {
        func buy(_ coins: Quantity, day: Int) async throws -> Order {
            try await portfolio.order(wallet, bitcoin, .buy(.coins(coins), price: "100", fee: "2"), at: moment(day0 + day, 1))
        }
        func cash() async throws -> Quantity {
            try await portfolio.valuations.holdings(of: WalletGroup(wallet)).quantities[.usd] ?? .zero
        }
        let preview = try await portfolio.orders.prepareWithDeposit(buy("1", day: 3))
        #expect(preview.rows.map(\.kind) == [.deposit, .buy] && preview.rows[0].quantity == "102")
        // Sent twice under one key, it is recorded once, although the wallet lacks the same cash again.
        for attempt in 0..<2 {
            let (prepared, results) = try await portfolio.orders.performWithDeposit(buy("1", day: 3), key: "first")
            #expect(prepared.transactions.count == 2 && results.allSatisfy { $0.isNew == (attempt == 0) })
        }
        #expect(try await cash() == .zero)
        // Of the 10 that the wallet has on that day nothing is free, because they leave it later.
        try await portfolio.perform(wallet, .usd, .deposit("10", cost: nil), at: moment(day0 + 1))
        try await portfolio.perform(wallet, .usd, .withdraw("10"), at: moment(day0 + 6))
        let (earlier, _) = try await portfolio.orders.performWithDeposit(buy("0.5", day: 2), key: nil)
        #expect(earlier.rows.first?.quantity == "52")
        // With enough cash nothing is deposited.
        try await portfolio.perform(wallet, .usd, .deposit("500", cost: nil))
        let (rich, _) = try await portfolio.orders.performWithDeposit(buy("1", day: 9), key: nil)
        #expect(rich.rows.map(\.kind) == [.buy])
    }

    @Test func aDepositCostsTheGivenAmountOrTheCloseOfItsDay() async throws {
        func value(_ action: Order.Action, _ day: Int) async throws -> Money? {
            try await portfolio.orders.prepare([portfolio.order(wallet, bitcoin, action, at: moment(day0 + day, 1))]).transactions[
                0
            ].value
        }
        #expect(try await value(.deposit("2", cost: "7"), 0) == "7")
        #expect(try await value(.deposit("2", cost: nil), 1) == "220")
        #expect(try await value(.income("0.5"), 1) == "55")
        let unknown = try await portfolio.orders.prepare([portfolio.order(wallet, bitcoin, .set("2"), at: moment(day0 + 2, 1))])
        #expect(unknown.transactions[0].value == nil)
        #expect(unknown.unknownCosts.map(\.id) == [bitcoin])
    }

    /// The newest close is of day 3. A close is used for yesterday and today as long as it is at most three days old.
    @Test(arguments: [
        (4, 4, true), (5, 5, true), (6, 6, true), (7, 7, false), (6, 5, true), (6, 4, false), (7, 6, false), (9, 2, false),
    ])
    func anotherDaysCloseIsUsedForTodayOnlyWhileItIsFresh(today: Int, day: Int, isFound: Bool) async throws {
        world.clock.time.withLock { $0 = moment(day0 + today, 12) }
        let order = try await portfolio.order(wallet, bitcoin, .deposit("1", cost: nil), at: moment(day0 + day, 1))
        let prepared = try await portfolio.orders.prepare([order])
        #expect(prepared.prices[bitcoin]?.day == (isFound ? day0 + 3 : nil))
        #expect(prepared.transactions[0].value == (isFound ? "130" : nil))
    }

    @Test func aTradeWithoutAPriceIsRefusedWithTheDays() async throws {
        let order = try await portfolio.order(wallet, bitcoin, .buy(.coins("1"), price: nil, fee: .zero), at: moment(day0 + 2, 1))
        await #expect(throws: PortfolioError.noPrice(asset: Ticker("BTC")!, day: day0 + 2, newest: day0 + 3)) {
            try await portfolio.orders.prepare([order])
        }
    }

    @Test func badOrdersAreRefusedByName() async throws {
        func error(_ action: Order.Action, _ asset: AssetID = bitcoin) async -> PortfolioError? {
            await #expect(throws: PortfolioError.self) {
                try await portfolio.orders.prepare([portfolio.order(wallet, asset, action)])
            }
        }
        let ticker = Ticker("BTC")!
        #expect(await error(.set("-1")) == .negativeAmount(ticker, "-1"))
        #expect(await error(.buy(.coins("1"), price: "0", fee: .zero)) == .badPrice(ticker, "0"))
        #expect(await error(.buy(.coins("1"), price: nil, fee: .zero), .usd) == .cashForCash)
        #expect(await error(.transfer("1", to: wallet, fee: .zero)) == .sameWallet("main"))
        #expect(
            await error(.withdraw("1"))
                == .notEnough(wallet: "main", asset: ticker, have: "0", need: "1", time: moment(day0, 1)))
        await #expect(throws: LedgerError.self) {
            try await portfolio.orders.prepare([portfolio.order(wallet, bitcoin, .withdraw("0"))])
        }
        let stranger = Asset(id: AssetID("stranger")!, ticker: Ticker("STR")!, name: "Stranger")
        await #expect(throws: AssetError.notStored(stranger.id)) {
            try await portfolio.orders.prepare([
                Order(wallet: wallet, asset: stranger, action: .deposit("1", cost: "1"), time: moment(day0))
            ])
        }
    }

    /// An error names the moment at which a quantity is missing, not the wallet's current holding.
    @Test func anOrderOfThePastThatALaterTransactionForbidsNamesThatOne() async throws {
        try await portfolio.perform(wallet, bitcoin, .deposit("10", cost: nil), at: moment(day0, 1))
        let later = try await portfolio.perform(wallet, bitcoin, .withdraw("9"), at: moment(day0 + 3, 1))
        try await portfolio.perform(wallet, bitcoin, .deposit("20", cost: nil), at: moment(day0 + 4, 1))
        let order = try await portfolio.order(wallet, bitcoin, .withdraw("4"), at: moment(day0 + 1, 1))
        let expected = PortfolioError.neededLater(
            wallet: "main", asset: Ticker("BTC")!, left: "6", need: "9", by: later, kind: .withdrawal, time: moment(day0 + 3, 1))
        await #expect(throws: expected) { try await portfolio.orders.prepare([order]) }
        await #expect(throws: expected) { try await portfolio.orders.perform([order]) }
        #expect(
            expected.description.hasPrefix(
                "wallet main would have only 6 BTC left on 2024-01-04, when transaction \(later) (withdrawal) takes 9; "))
        let tooMuch = try await portfolio.order(wallet, bitcoin, .withdraw("11"), at: moment(day0 + 1, 1))
        await #expect(
            throws: PortfolioError.notEnough(
                wallet: "main", asset: Ticker("BTC")!, have: "10", need: "11", time: moment(day0 + 1, 1))
        ) { try await portfolio.orders.prepare([tooMuch]) }
        #expect(try await portfolio.balances(wallet) == [bitcoin: "21"])
    }

    @Test(arguments: [
        (-86_400 * 365, "1969-01-01 is too early; expected a day from 1970-01-01 to 2024-01-11"),
        (
            moment(day0 + 11),
            "2024-01-12 has not come yet: days are in UTC, where it is 2024-01-11 12:00 now; expected a day from 1970-01-01 to 2024-01-11"
        ),
        (
            1_739_923_200_000,
            "57105-12-22 has not come yet: days are in UTC, where it is 2024-01-11 12:00 now; expected a day from 1970-01-01 to 2024-01-11"
        ),
    ])
    func aTimeOutOfRangeIsRefusedInDays(time: Int, words: String) async throws {
        let order = try await portfolio.order(wallet, bitcoin, .deposit("1", cost: "1"), at: time)
        let expected = PortfolioError.timeOutOfRange(time: time, now: portfolio.time)
        await #expect(throws: expected) { try await portfolio.orders.prepare([order]) }
        await #expect(throws: expected) { try await portfolio.orders.perform([order]) }
        #expect(expected.description == words)
    }

    @Test func incomeAtMarketValueCostsWhatItCountsAs() async throws {
        #expect(
            try await postings(.income("0.1", basis: .marketValue(nil)))
                == ["holding bitcoin 0.1", "market bitcoin -0.1", "market usd 10", "income usd -10"])
        #expect(
            try await postings(.income("0.1", basis: .marketValue("7")))
                == ["holding bitcoin 0.1", "market bitcoin -0.1", "market usd 7", "income usd -7"])
        #expect(try await postings(.income("5", basis: .marketValue(nil)), .usd) == ["holding usd 5", "income usd -5"])
        let unpriced = try await portfolio.order(
            wallet, bitcoin, .income("1", basis: .marketValue(nil)), at: moment(day0 + 2, 1))
        await #expect(throws: PortfolioError.noPrice(asset: Ticker("BTC")!, day: day0 + 2, newest: day0 + 3)) {
            try await portfolio.orders.prepare([unpriced])
        }
        try await portfolio.perform(wallet, bitcoin, .income("2", basis: .marketValue(nil)))
        try await portfolio.perform(wallet, bitcoin, .income("1"))
        let report = try await portfolio.gains.report(of: wallet, keepsDisposals: true)
        #expect(report.gains.lots.map(\.lot.cost) == ["200", "0"])
        #expect(report.total.realized.gain.total == "200")
        #expect(report.total.unrealized.total == "190", "three coins at 130, less the cost of 200")
        #expect(
            report.disposals.map { "\($0.kind) \($0.asset) \($0.quantity) \($0.cost!) \($0.proceeds!)" } == [
                "income bitcoin 2 0 200"
            ])
    }

    @Test func incomeAtMarketValueSentAgainIsRecordedOnce() async throws {
        let order = try await portfolio.order(wallet, bitcoin, .income("2", basis: .marketValue(nil)))
        for isNew in [true, false] {
            #expect(try await portfolio.orders.perform([order], key: "k").1.map(\.isNew) == [isNew])
            // A changed close of that day does not make a different order.
            try await world.store([105, 110], of: bitcoin)
        }
        for basis in [Order.IncomeBasis.zero(), .marketValue("7")] {
            let other = try await portfolio.order(wallet, bitcoin, .income("2", basis: basis))
            await #expect(throws: PortfolioError.keyInUse(key: "k")) { try await portfolio.orders.perform([other], key: "k") }
        }
    }

    @Test func effectsTellHoldingsBeforeAndAfterAllOrdersTogether() async throws {
        try await portfolio.perform(wallet, .usd, .deposit("1000", cost: nil))
        let prepared = try await portfolio.orders.prepare([
            portfolio.order(wallet, bitcoin, .buy(.coins("2"), price: nil, fee: "3")), portfolio.order(wallet, bitcoin, .set("5")),
        ])
        #expect(prepared.effects.map { "\($0.asset.ticker) \($0.before) \($0.after)" } == ["BTC 0 5", "USD 1000 797"])
        #expect(prepared.rows.map(\.kind) == [.buy, .deposit])
        #expect(prepared.prices[bitcoin]?.price == "100")
    }

    /// A wallet that may be negative can owe nearly as much as an amount can represent; the amount that would clear the debt may
    /// exceed it.
    @Test func whatIsTooFarFromABalanceIsRefused() async throws {
        let credit = try await portfolio.wallets.create("credit", allowsNegative: true)
        let most: Quantity = "999999999999999999"
        for _ in 0..<170 { try await portfolio.perform(credit, litecoin, .withdraw(most)) }
        await #expect(throws: DecimalError.overflow) {
            try await portfolio.orders.prepare([portfolio.order(credit, litecoin, .set(most))])
        }
    }

    @Test func anUnknownAssetLeadsToOneThatIsSpelledAlike() async throws {
        await #expect(throws: AssetError.unknown("nothing")) { try await portfolio.market.directory.asset("nothing") }
        await #expect(throws: AssetError.unknown("BTCC", near: "BTC")) { try await portfolio.market.directory.asset("BTCC") }
        await #expect(throws: AssetError.unknown("Ethereum!", near: "ETH")) {
            try await portfolio.market.directory.asset("Ethereum!")
        }
    }
}

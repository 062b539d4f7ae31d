import Ledger
import Market
import MarketData
import Portfolio
import PortfolioWorld
import Store
import Testing

@Suite(.serialized) struct SwapAndSplitTests {
    let world: World
    let portfolio: Portfolio
    let wallet: Wallet

    init() async throws {
        world = try World(today: day0 + 10)
        portfolio = world.portfolio()
        wallet = try await portfolio.wallets.create("main")
        try await world.store([100, 110, nil, 130], of: bitcoin)
        try await world.store([nil, 10], of: ethereum)
    }

    private func asset(_ id: AssetID) async throws -> Asset { try await portfolio.market.directory.asset(id.description) }

    private func swap(
        _ quantity: Quantity, for received: Quantity, of other: AssetID = ethereum, value: Money? = nil
    ) async throws -> Order.Action {
        .swap(quantity, into: try await asset(other), received: received, value: value)
    }

    private func split(_ quantity: Quantity, into received: Quantity, of other: AssetID = bitcoin) async throws -> Order.Action {
        .split(quantity, into: try await asset(other), received: received)
    }

    private func prepared(_ action: Order.Action, _ asset: AssetID = bitcoin, day: Int = 0) async throws -> PreparedOrder {
        try await portfolio.orders.prepare([portfolio.order(wallet, asset, action, at: moment(day0 + day, 1))])
    }

    private func error(_ action: Order.Action, _ asset: AssetID = bitcoin) async -> PortfolioError? {
        await #expect(throws: PortfolioError.self) { try await prepared(action, asset) }
    }

    // MARK: Orders

    @Test func theValueIsTheCloseOfTheCoinsGivenOrElseOfThoseReceived() async throws {
        try await portfolio.perform(wallet, bitcoin, .deposit("2", cost: "150"))
        try await portfolio.perform(wallet, litecoin, .deposit("2", cost: "1"))
        let given = try await prepared(swap("0.5", for: "4"), day: 1)
        #expect(given.transactions[0].value == "55" && given.prices.keys.sorted() == [bitcoin])
        let received = try await prepared(swap("2", for: "4"), litecoin, day: 1)
        #expect(received.transactions[0].value == "40" && received.prices.keys.sorted() == [ethereum])
        let unknown = try await prepared(swap("2", for: "4"), litecoin)
        #expect(unknown.transactions[0].value == nil && unknown.unknownCosts.map(\.id) == [ethereum])
        #expect(try await prepared(swap("2", for: "4", value: "7"), litecoin).transactions[0].value == "7")
        #expect(given.effects.map { "\($0.asset.id) \($0.before) \($0.after)" } == ["bitcoin 2 1.5", "ethereum 0 4"])
        #expect(given.rows[0].received == .init(ethereum, "4") && given.rows[0].asset == bitcoin && given.rows[0].quantity == "0.5")
    }

    @Test func whatIsNeitherSwapNorSplitIsRefused() async throws {
        try await portfolio.perform(wallet, bitcoin, .deposit("2", cost: "150"))
        #expect(try await error(swap("1", for: "2", of: bitcoin)) != nil)
        #expect(try await error(swap("1", for: "2", of: .usd)) != nil)
        #expect(try await error(swap("1", for: "2"), .usd) != nil)
        #expect(try await error(split("1", into: "1")) != nil)
        #expect(try await error(split("1", into: "2", of: .eur)) != nil)
        #expect(try await error(split("1", into: "2"), .eur) != nil)
        #expect("\(try #require(try await error(split("1", into: "2", of: .usd), .eur)))".hasSuffix("record a purchase or a sale"))
        #expect("\(try #require(try await error(split("1", into: "2", of: .eur))))".hasSuffix("record a swap"))
    }

    /// A coin that is split into more of the same must be there before.
    @Test func whatIsNotHeldIsRefusedAtEveryMoment() async throws {
        try await portfolio.perform(wallet, bitcoin, .deposit("2", cost: "150"), at: moment(day0 + 2))
        for action in [
            try await swap("3", for: "1"), try await split("3", into: "30"), try await split("3", into: "30", of: ethereum),
        ] {
            for day in [0, 3] {
                await #expect(throws: PortfolioError.self) { try await prepared(action, day: day) }
            }
        }
        try await portfolio.perform(wallet, bitcoin, try await split("2", into: "20"), at: moment(day0 + 4))
        // Before the split, a sale leaves too little for it.
        await #expect(throws: PortfolioError.self) {
            try await portfolio.perform(wallet, bitcoin, .withdraw("1"), at: moment(day0 + 3))
        }
        try await portfolio.perform(wallet, bitcoin, .withdraw("15"), at: moment(day0 + 5))
        #expect(try await portfolio.balances(wallet) == [bitcoin: "5"])
        #expect(try await world.database.audit(AuditOptions(today: nil)).filter { $0.severity == .error } == [])
    }

    @Test func anotherPersonsWalletIsNotFound() async throws {
        let theirs = try await world.portfolio("you").wallets.create("main")
        let order = try await portfolio.order(theirs, bitcoin, split("1", into: "10"))
        await #expect(throws: PortfolioError.self) { try await portfolio.orders.prepare([order]) }
    }

    @Test func anOrderOfOneKeyIsRecordedOnce() async throws {
        try await portfolio.perform(wallet, bitcoin, .deposit("4", cost: "150"))
        for (key, action) in [("a", try await swap("1", for: "2")), ("b", try await split("1", into: "2"))] {
            let order = try await portfolio.order(wallet, bitcoin, action, at: moment(day0 + 1, 2))
            for attempt in 0..<2 {
                let (_, results) = try await portfolio.orders.perform([order], key: key)
                #expect(results.map(\.isNew) == [attempt == 0])
            }
        }
        let other = try await portfolio.order(wallet, bitcoin, swap("1", for: "3"), at: moment(day0 + 1, 2))
        await #expect(throws: PortfolioError.keyInUse(key: "a")) { try await portfolio.orders.perform([other], key: "a") }
        #expect(try await portfolio.balances(wallet) == [bitcoin: "4", ethereum: "2"])
    }

    @Test func twoAtOnceDoNotTakeTheSameCoins() async throws {
        try await portfolio.perform(wallet, bitcoin, .deposit("4", cost: "150"))
        let (world, wallet, action) = (world, wallet, try await swap("3", for: "1"))
        let done = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let other = world.portfolio()
                    guard let order = try? await other.order(wallet, bitcoin, action) else { return false }
                    return (try? await other.orders.perform([order])) != nil
                }
            }
            var done = 0
            for await isDone in group where isDone { done += 1 }
            return done
        }
        #expect(done == 1)
        #expect(try await portfolio.balances(wallet) == [bitcoin: "1", ethereum: "1"])
    }

    // MARK: Corrections

    @Test func bothAreTakenBackAndRestored() async throws {
        try await portfolio.perform(wallet, bitcoin, .deposit("4", cost: "400"))
        for action in [
            try await swap("1", for: "2"), try await split("1", into: "20"), try await split("1", into: "7", of: ethereum),
        ] {
            let before = try await portfolio.gains.report(of: wallet).gains
            let id = try await portfolio.perform(wallet, bitcoin, action, at: moment(day0 + 1))
            let after = try await portfolio.gains.report(of: wallet).gains
            #expect(after != before)
            try await portfolio.orders.takeBack([id])
            #expect(try await portfolio.gains.report(of: wallet).gains.assets[bitcoin] == before.assets[bitcoin])
            #expect(try await portfolio.balances(wallet) == [bitcoin: "4"])
            let row = try await portfolio.transactions.page(of: wallet, limit: 1)[0]
            #expect(row.corrects == id && row.row.kind == .correction)
        }
        #expect(try await world.database.audit(AuditOptions(today: nil)).filter { $0.severity == .error } == [])
    }

    // MARK: Figures

    @Test func neitherIsAFlow() async throws {
        try await world.store([20, 20, 20, 20], of: litecoin)
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: nil))
        try await portfolio.perform(wallet, bitcoin, try await swap("1", for: "5", of: litecoin), at: moment(day0 + 0, 2))
        let returns = try #require(try await portfolio.valueHistory.returns(of: wallet, through: day0 + 3))
        #expect(try #require(returns.timeWeighted) == 0)
        let report = try await portfolio.gains.report(of: wallet)
        #expect(report.gains.total.cost.total == "100" && report.gains.total.realized.gain.total == .zero)
    }

    @Test func aTaxYearListsTheSwapAndNotTheSplit() async throws {
        try await portfolio.perform(wallet, bitcoin, .deposit("2", cost: "100"))
        try await portfolio.perform(wallet, bitcoin, try await split("2", into: "20", of: ethereum), at: moment(day0 + 1))
        try await portfolio.perform(
            wallet, ethereum, try await swap("5", for: "1", of: litecoin, value: "60"), at: moment(day0 + 3))
        for country in [TaxCountry.generic, .unitedKingdom, .germany] {
            var question = TaxQuestion(year: country == .unitedKingdom ? 2023 : 2024)
            (question.country, question.currency) = (country, .usd)
            let report = try await portfolio.tax.report(question)
            #expect(report.rows.map(\.asset.id) == [ethereum] && report.total.gain.total == "35", "\(country)")
            #expect(report.rows.map(\.disposal.kind) == [.swap], "\(country)")
        }
    }

    /// Coins that become euros are sold, as those that become US dollars are; euros that become coins are swapped.
    @Test func coinsSwappedForACurrencyAreSold() async throws {
        try await portfolio.perform(wallet, bitcoin, .deposit("2", cost: "100"))
        try await portfolio.perform(wallet, bitcoin, try await swap("1", for: "90", of: .eur, value: "100"), at: moment(day0 + 1))
        try await portfolio.perform(wallet, .eur, try await swap("90", for: "9", value: "100"), at: moment(day0 + 2))
        let gains = try await portfolio.gains.realized(of: WalletGroup(wallet))
        #expect(gains.rows.map(\.disposal.kind) == [.sale, .swap])
        #expect(try await portfolio.tax.report(TaxQuestion(year: 2024)).rows.map(\.disposal.kind) == [.sale])
    }

    // MARK: Files

    @Test func rowsOfFilesNameWhatComesIn() async throws {
        let text = """
            time,kind,asset,quantity,value,to_asset,to_quantity
            2024-01-01,deposit,BTC,4,100,,
            2024-01-02,swap,BTC,1,,ETH,9
            2024-01-02,swap,BTC,1,unknown,ETH,8
            2024-01-02,split,BTC,1,,BTC,10
            """
        #expect(try await portfolio.importCSV(text, wallet: "main").allSatisfy(\.isNew))
        #expect(try await portfolio.importCSV(text, wallet: "main").allSatisfy { !$0.isNew })
        #expect(try await portfolio.rows().map(\.value) == ["100", "110", nil, nil])
        #expect(try await portfolio.balances(wallet) == [bitcoin: "11", ethereum: "17"])
        let one = text.split(separator: "\n", omittingEmptySubsequences: false)
        // The second swap alone is known too: what comes in belongs to its content.
        let second = "\(one[0])\n\(one[3])"
        #expect(try await portfolio.importCSV(second, wallet: "main").allSatisfy { !$0.isNew })
    }

    /// As in an order, and in the preview's list of closes.
    @Test func aSwapInAFileHasTheValueOfTheReceivedIfTheGivenHasNoClose() async throws {
        let text =
            "key,time,kind,asset,quantity,value,to_asset,to_quantity\nd,2024-01-01,deposit,LTC,2,1,,\ns,2024-01-02,swap,LTC,2,,ETH,4\n"
        #expect(try await portfolio.importCSV(text, wallet: "main").allSatisfy(\.isNew))
        #expect(try await portfolio.rows().map(\.value) == ["1", "40"])
        #expect(try await portfolio.importCSV(text, wallet: "main").allSatisfy { !$0.isNew })
    }

    @Test(
        arguments: [
            ("swap,BTC,1,,ETH,", "belong together"), ("split,BTC,1,,,5", "belong together"), ("swap,BTC,1,,,", "needs to_asset"),
            ("split,BTC,1,,,", "needs to_asset"), ("deposit,BTC,1,,ETH,5", "has no to_asset"),
            ("split,BTC,1,5,BTC,10", "has no value"),
            ("swap,BTC,1,,NOSUCH,5", "NOSUCH"),
        ]) func otherRowsAreRefused(row: String, message: String) async throws
    {
        let text = "time,kind,asset,quantity,value,to_asset,to_quantity\n2024-01-02,\(row)"
        let error = await #expect(throws: ImportError.self) { try await portfolio.importCSV(text, wallet: "main") }
        #expect(error?.faults.first?.message.contains(message) == true, "\(error?.faults.first?.message ?? "")")
    }
}

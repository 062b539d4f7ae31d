import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// Coins whose prices ended: a second total with old prices, and ways to realize their loss.
@Suite(.serialized) struct WriteOffTests {
    let world: World
    let portfolio: Portfolio
    let wallet: Wallet

    /// 1 BTC that cost 100, and 10 LTC that cost 50 in all, whose closes end at 4 on day 1; BTC is at 120 on day 3.
    init() async throws {
        world = try World(today: day0 + 20)
        portfolio = world.portfolio()
        wallet = try await portfolio.wallets.create("w")
        try await world.store([100, 105, 110, 120], of: bitcoin)
        try await world.store([5, 4], of: litecoin)
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: nil))
        try await portfolio.perform(wallet, litecoin, .deposit("10", cost: nil))
    }

    @Test func anOldPriceIsInASecondTotalAndNeverInTheFirst() async throws {
        let report = try await portfolio.gains.report(of: wallet)
        #expect(report.total.marketValue.total == nil && report.missingPrices == [litecoin])
        #expect(report.gainsWithOldPrices?.total.marketValue.total == "160")
        #expect(report.gainsWithOldPrices?.total.unrealized.total == "10")
        let valuation = try await portfolio.valuations.valuation(of: wallet)
        #expect(valuation.total == nil && valuation.knownTotal == "120" && valuation.totalWithOldPrices == "160")
        let dead = try #require(valuation.holdings.first { $0.asset.id == litecoin })
        #expect(dead.price == nil && dead.value == nil && dead.oldPrice?.day == day0 + 1 && dead.oldValue == "40")
        #expect(valuation.priceless.map(\.asset.id) == [litecoin])
        // A day on which all have closes has no second total.
        let early = try await portfolio.gains.report(of: wallet, on: day0 + 1)
        #expect(early.total.marketValue.total == "145" && early.gainsWithOldPrices == nil)
        // In euros the old price is converted by the rate of the report's day.
        try await world.store([1.25, 1.25, 1.25, 2], of: .eur)
        let euros = try await portfolio.gains.report(of: wallet, in: .eur)
        #expect(euros.gainsWithOldPrices?.total.marketValue.total == Money("80", .eur))
    }

    @Test func aCoinThatNeverHadACloseHasNoSecondTotalEither() async throws {
        try await portfolio.perform(wallet, ethereum, .deposit("1", cost: "3"))
        let valuation = try await portfolio.valuations.valuation(of: wallet)
        #expect(valuation.total == nil && valuation.totalWithOldPrices == nil)
        #expect(try await portfolio.gains.report(of: wallet).gainsWithOldPrices == nil)
    }

    @Test func aSaleForNothingRealizesTheLossAndTheTotalIsThereAgain() async throws {
        try await portfolio.perform(wallet, litecoin, .sell(.coins("10"), price: "0", fee: .zero), at: moment(day0 + 3, 10))
        let report = try await portfolio.gains.report(of: wallet)
        #expect(report.total.marketValue.total == "120" && report.total.realized.gain.total == "-50")
        #expect(report.returnOnCost == "-0.2")  // 120 - 150 of 150
        let realized = try await portfolio.gains.realized(of: WalletGroup(wallet))
        #expect(realized.rows.map(\.disposal.kind) == [.sale] && realized.rows.first?.disposal.proceeds == .zero)
        let returns = try #require(try await portfolio.valueHistory.returns(of: report))
        #expect(abs(try #require(returns.timeWeighted) + 0.2) < 1e-12)
        // Only a number of coins, and only a sale.
        for action in [
            Order.Action.sell(.cash("5"), price: "0", fee: .zero), .buy(.coins("1"), price: "0", fee: .zero),
            .buy(.cash("5"), price: "0", fee: .zero), .sell(.coins("1"), price: "-1", fee: .zero),
        ] {
            await #expect(throws: PortfolioError.self) { try await portfolio.perform(wallet, bitcoin, action) }
        }
    }

    /// An exported sale of this kind can be imported again.
    @Test func aSaleForNothingSurvivesAFile() async throws {
        try await portfolio.perform(wallet, .usd, .deposit("1", cost: nil))
        try await portfolio.perform(wallet, litecoin, .sell(.coins("10"), price: "0", fee: "1"), at: moment(day0 + 3, 10))
        let rows = try await portfolio.rows()
        let csv = TransactionFile.row.csvHeader + rows.map(TransactionFile.row.csvLine).joined()
        let second = try World(today: day0 + 20)
        let other = second.portfolio()
        try await other.importCSV(csv, makesWallets: true)
        #expect(try await other.rows().last?.cash == .zero)
        #expect(rows.last?.kind == .sell && rows.last?.cash == .zero && rows.last?.fee == "1")
    }

    /// Until its value is given, a withdrawal of coins without a close makes the returns missing; with the value zero, it is a
    /// loss.
    @Test func aWithdrawalOfTheWorthlessIsALoss() async throws {
        let unknown = try await portfolio.perform(wallet, litecoin, .withdraw("10"), at: moment(day0 + 3, 10))
        let missing = try await portfolio.gains.report(of: wallet)
        #expect(missing.total.realized.gain.total == .zero)
        #expect(try #require(try await portfolio.valueHistory.returns(of: missing)).timeWeighted == nil)
        try await portfolio.orders.takeBack([unknown])
        try await portfolio.perform(wallet, litecoin, .withdraw("10", value: "0"), at: moment(day0 + 3, 10))
        let report = try await portfolio.gains.report(of: wallet)
        #expect(report.total.marketValue.total == "120" && report.total.realized.gain.total == "-50")
        let realized = try await portfolio.gains.realized(of: WalletGroup(wallet))
        #expect(realized.rows.map(\.disposal.kind) == [.loss] && realized.total == report.total.realized)
        let returns = try #require(try await portfolio.valueHistory.returns(of: report))
        #expect(abs(try #require(returns.timeWeighted) + 0.2) < 1e-12)
        let explained = try await portfolio.gains.report(of: wallet, keepsDisposals: true)
        for figure in try explained.explained() { #expect(try figure.recomputed() == figure.value) }
    }

    /// A withdrawal with a value takes its cost along as ever, and the value is the flow where no close is stored.
    @Test func aRecordedValueIsTheFlowOfADayWithoutAClose() async throws {
        try await portfolio.perform(wallet, litecoin, .withdraw("10", value: "30"), at: moment(day0 + 3, 10))
        let report = try await portfolio.gains.report(of: wallet)
        #expect(report.total.realized.gain.total == .zero && report.total.marketValue.total == "120")
        let returns = try #require(try await portfolio.valueHistory.returns(of: report))
        #expect(abs(try #require(returns.timeWeighted)) < 1e-12)  // 150 became 120 and 30
    }

    /// The close of the day is so low that the value of what leaves rounds to zero.
    @Test func dustThatLeavesIsNotLost() async throws {
        try await world.store([1e-9], of: ethereum)
        try await portfolio.perform(wallet, ethereum, .deposit("1", cost: "2000000000"))
        try await portfolio.perform(wallet, ethereum, .withdraw("0.0000000001"), at: moment(day0, 11))
        try await portfolio.importCSV("key,time,kind,wallet,asset,quantity\nk,\(moment(day0, 12)),withdrawal,w,ETH,0.0000000001\n")
        try await portfolio.perform(wallet, ethereum, .set("0.9999999997"), at: moment(day0, 13))
        #expect(try await portfolio.rows().suffix(3).map(\.value) == [nil, nil, nil])
        #expect(try await portfolio.gains.report(of: wallet).total.realized.gain.total == .zero)
        // A value of zero that is given still means that they are lost.
        try await portfolio.perform(wallet, ethereum, .withdraw("0.0000000001", value: "0"), at: moment(day0, 14))
        #expect(try await portfolio.gains.report(of: wallet).total.realized.gain.total == "-0.2")
    }
}

import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// Splits and redenominations, which closes show, whether the journal has them or not.
@Suite(.serialized) struct CloseShiftTests {
    let world: World
    let portfolio: Portfolio
    let wallet: Wallet

    init() async throws {
        world = try World(today: day0 + 100)
        portfolio = world.portfolio()
        wallet = try await portfolio.wallets.create("w")
    }

    private func returns(through day: Int) async throws -> WalletReturns {
        try #require(try await portfolio.valueHistory.returns(of: wallet, through: day0 + day))
    }

    /// One coin becomes ten on day 2. Setting the quantity looks like nine coins bought at the market: -39 % instead of the true
    /// +33 %.
    @Test func aQuantityThatWasSetInProportionIsReportedAndIncomeMendsIt() async throws {
        try await world.store([100, 100, 13, 13.3], of: bitcoin)
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: nil))
        let set = try await portfolio.perform(wallet, bitcoin, .set("10"), at: moment(day0 + 2, 10))
        let wrong = try await returns(through: 3)
        #expect(try #require(wrong.timeWeighted) < -0.3, "as the journal has it")
        let shift = try #require(wrong.closeShifts.first)
        #expect(wrong.closeShifts.count == 1 && shift.day == day0 + 2 && shift.asset == bitcoin)
        #expect(shift.before == "100" && shift.close == "13" && shift.held == "1" && shift.added == "9" && shift.transaction == set)
        #expect(shift.words == "fall to about 1/8" && shift.isOnlyOne)
        // Coins that come in as income that costs nothing explain it too, as in journals of before there were splits.
        try await portfolio.orders.takeBack([set])
        try await portfolio.perform(wallet, bitcoin, .income("9"), at: moment(day0 + 2))
        let right = try await returns(through: 3)
        #expect(abs(try #require(right.timeWeighted) - 0.33) < 1e-9 && right.closeShifts.isEmpty)
        let report = try await portfolio.gains.report(of: wallet)
        #expect(report.returnOnCost == "0.33")
    }

    /// The same with the split that the note advises: the figures are right, and the cost stays.
    @Test(arguments: [2, 1, 5]) func aRecordedSplitExplainsTheCloses(day: Int) async throws {
        try await world.store([100, 100, 13, 13.3, 13.3, 13.3], of: bitcoin)
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: nil))
        let asset = try await portfolio.market.directory.asset("BTC")
        try await portfolio.perform(wallet, bitcoin, .split("1", into: asset, received: "10"), at: moment(day0 + day))
        let right = try await returns(through: 5)
        #expect(right.closeShifts.isEmpty)
        #expect(abs(try #require(right.timeWeighted) - 0.33) < 1e-9)
        let report = try await portfolio.gains.report(of: wallet)
        #expect(report.returnOnCost == "0.33" && report.gains.lots.map(\.lot.cost) == ["100"])
    }

    @Test func aSetQuantityHasARemedyIfItIsTheOnlyOne() async throws {
        try await world.store([100, 100, 13, 13.3], of: bitcoin)
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: nil))
        try await portfolio.perform(wallet, bitcoin, .deposit("4", cost: nil), at: moment(day0 + 1, 10))
        #expect(try await returns(through: 3).closeShifts.map(\.isOnlyOne) == [false])
        try await portfolio.perform(wallet, bitcoin, .deposit("5", cost: nil), at: moment(day0 + 2, 10))
        #expect(try await returns(through: 3).closeShifts.map(\.isOnlyOne) == [false])
    }

    @Test func aQuantityThatStayedIsReportedIfTheClosesMoveFarEnough() async throws {
        try await world.store([100, 10, 11], of: bitcoin)
        try await world.store([100, 30, 31], of: ethereum)
        try await world.store([1, 1, 50], of: litecoin)
        for coin in coins { try await portfolio.perform(wallet, coin, .deposit("1", cost: nil)) }
        let shifts = try await returns(through: 2).closeShifts
        #expect(shifts.map(\.asset) == [bitcoin, litecoin], "a third in a day is rare, and possible")
        #expect(shifts.map(\.day) == [day0 + 1, day0 + 2] && shifts.allSatisfy { $0.added == nil && $0.transaction == nil })
        #expect(shifts.map(\.words) == ["fall to about a tenth", "rise to about 50 times"])
    }

    /// Half the price and twice the coins, some days apart; buying the same number of coins is not a split.
    @Test func smallSplitsAreFoundByTheQuantity() async throws {
        try await world.store([100, 100, 49, 50, 51, 52], of: bitcoin)
        try await world.store([100, 100, 49, 50, 51, 52], of: ethereum)
        try await portfolio.perform(wallet, .usd, .deposit("1000", cost: nil))
        try await portfolio.perform(wallet, bitcoin, .deposit("3", cost: nil))
        try await portfolio.perform(wallet, ethereum, .deposit("3", cost: nil))
        try await portfolio.perform(wallet, bitcoin, .deposit("3", cost: nil), at: moment(day0 + 5, 10))
        try await portfolio.perform(wallet, ethereum, .buy(.coins("3"), price: "50", fee: .zero), at: moment(day0 + 3, 10))
        let shifts = try await returns(through: 5).closeShifts
        #expect(shifts.map(\.asset) == [bitcoin] && shifts.first?.added == "3" && shifts.first?.words == "fall to about half")
    }

    /// A hundred old coins become one.
    @Test func aReverseSplitIsFoundToo() async throws {
        try await world.store([0.5, 0.5, 52], of: bitcoin)
        try await portfolio.perform(wallet, bitcoin, .deposit("300", cost: nil))
        let set = try await portfolio.perform(wallet, bitcoin, .set("3"), at: moment(day0 + 2, 10))
        let shift = try #require(try await returns(through: 2).closeShifts.first)
        #expect(shift.added == "-297" && shift.transaction == set && shift.words == "rise to about 104 times")
    }

    @Test func nothingIsReportedOfACoinThatWasNotHeldOrMovesAsCoinsDo() async throws {
        try await world.store([1, 10, 11, 15, 9, 12], of: bitcoin)
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: nil), at: moment(day0 + 1, 10))
        try await portfolio.perform(wallet, bitcoin, .deposit("7", cost: nil), at: moment(day0 + 3, 10))
        #expect(try await returns(through: 5).closeShifts.isEmpty)
    }
}

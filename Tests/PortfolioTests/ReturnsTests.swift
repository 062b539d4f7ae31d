import Foundation
import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

/// Cases computed by hand: inflows count at the start of their day, outflows at its end, both at the day's closes.
@Suite(.serialized) struct WalletReturnsTests {
    let world: World
    let portfolio: Portfolio
    let wallet: Wallet

    init() async throws {
        world = try World(today: day0 + 800)
        portfolio = world.portfolio()
        wallet = try await portfolio.wallets.create("w")
    }

    private func isNear(_ one: Double?, _ other: Double, _ tolerance: Double = 1e-12) -> Bool {
        one.map { abs($0 - other) <= tolerance } ?? false
    }

    private func returns(through day: Int, of other: Wallet? = nil) async throws -> WalletReturns {
        try #require(try await portfolio.valueHistory.returns(of: other ?? wallet, through: day0 + day))
    }

    @Test func aDepositCountsAtTheCloseOfItsDayWhateverItCost() async throws {
        // 1 coin that cost 90 USD on day 0, whose close is 100; 365 days later it is at 121.
        try await world.store([100], of: bitcoin)
        try await world.store([121], of: bitcoin, from: day0 + 365)
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "90"))
        let found = try await returns(through: 365)
        #expect(found.first == day0 && found.last == day0 + 365)
        #expect(isNear(found.timeWeighted, 0.21))  // 121 / 100 - 1
        #expect(isNear(found.timeWeightedAYear, 0.21))  // in exactly one year
        #expect(isNear(found.moneyWeightedAYear, 0.21))  // -100, then 121 after one year
    }

    @Test func aLaterDepositIsMeasuredFromTheStartOfItsDay() async throws {
        // Closes 100, 120 after a year, 144 after two. 1 coin; after a year another one, worth 120: (240 / (100 + 120)) × (288 / 240).
        // Money: 100 x² + 120 x = 288 with x = 1 + r, so x = -0.6 + sqrt(0.36 + 2.88) = 1.2.
        try await world.store([100], of: bitcoin)
        try await world.store([120], of: bitcoin, from: day0 + 365)
        try await world.store([144], of: bitcoin, from: day0 + 730)
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: nil))
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "200"), at: moment(day0 + 365, 1))
        let found = try await returns(through: 730)
        #expect(isNear(found.timeWeighted, 288.0 / 220 - 1))
        #expect(isNear(found.timeWeightedAYear, (288.0 / 220).squareRoot() - 1))
        #expect(isNear(found.moneyWeightedAYear, 0.2, 1e-9))
    }

    @Test func aDepositOfThousandsAndAPurchaseAboveTheCloseLoseTwoPercent() async throws {
        // 1 USD; the next day 5,000 USD and 49 coins at 102, whose close is 100: (1 + 5000 - 49 × 2) / 5001. It was -97 before.
        try await world.store([100, 100], of: bitcoin)
        try await portfolio.perform(wallet, .usd, .deposit("1", cost: nil))
        try await portfolio.perform(wallet, .usd, .deposit("5000", cost: nil), at: moment(day0 + 1, 1))
        try await portfolio.perform(wallet, bitcoin, .buy(.coins("49"), price: "102", fee: .zero), at: moment(day0 + 1, 2))
        #expect(isNear(try await returns(through: 1).timeWeighted, -98.0 / 5001))
    }

    @Test func oneWeiBeforeADepositChangesNothing() async throws {
        try await portfolio.perform(wallet, .usd, .deposit("0.000000000000000001", cost: nil))
        try await portfolio.perform(wallet, .usd, .deposit("1000", cost: nil), at: moment(day0 + 1, 1))
        #expect(try await returns(through: 1).timeWeighted == 0)
    }

    @Test func aTransferIsAFlowAndItsFeeALoss() async throws {
        // Closes 100, 110, 121. From: 2 coins, worth 200. On day 1 half a coin leaves and a tenth is the fee: 1.4 coins are worth 154, 55
        // went out, so 209 before the flow. On day 2 they are worth 169.4. (209 / 200) × (169.4 / 154) - 1 = 0.1495.
        // To: 55 came in, 60.5 on day 2: 0.1. Together the fee is the loss: (209 / 200) with 220 - 11, then × 1.1.
        try await world.store([100, 110, 121], of: bitcoin)
        let other = try await portfolio.wallets.create("other")
        try await portfolio.perform(wallet, bitcoin, .deposit("2", cost: nil))
        try await portfolio.perform(wallet, bitcoin, .transfer("0.5", to: other, fee: "0.1"), at: moment(day0 + 1, 1))
        let found = try await returns(through: 2)
        #expect(isNear(found.timeWeighted, 0.1495))
        #expect(found.timeWeightedAYear == nil)  // two days say nothing about a year
        #expect(isNear(try await returns(through: 2, of: other).timeWeighted, 0.1))
        let both = try await portfolio.gains.report(of: WalletGroup([wallet, other]), on: day0 + 2)
        let together = try #require(try await portfolio.valueHistory.returns(of: both))
        #expect(isNear(together.timeWeighted, 209.0 / 200 * 1.1 - 1))
    }

    @Test func incomeAndFeesAreEarned() async throws {
        // Close always 100. 1 coin; income of 0.1 coin makes 110, of 11 USD 121, a fee of 21 USD cannot be paid: of 11 makes 110 again.
        try await world.store([100, 100, 100, 100], of: bitcoin)
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: nil))
        try await portfolio.perform(wallet, bitcoin, .income("0.1"), at: moment(day0 + 1, 1))
        #expect(isNear(try await returns(through: 1).timeWeighted, 0.1))
        try await portfolio.perform(wallet, .usd, .income("11"), at: moment(day0 + 2, 1))
        #expect(isNear(try await returns(through: 2).timeWeighted, 0.21))
        try await portfolio.perform(wallet, .usd, .fee("11"), at: moment(day0 + 3, 1))
        #expect(isNear(try await returns(through: 3).timeWeighted, 0.1))
    }

    @Test func tradesAreNotFlowsAndTheirFeesAreLosses() async throws {
        // 1000 USD; on day 1, at a close of 100, 5 coins for 500 and a fee of 10: 990. On day 2 the coins are at 120: 490 + 600 = 1090.
        try await world.store([100, 100, 120], of: bitcoin)
        try await portfolio.perform(wallet, .usd, .deposit("1000", cost: nil))
        try await portfolio.perform(wallet, bitcoin, .buy(.coins("5"), price: nil, fee: "10"), at: moment(day0 + 1, 1))
        #expect(isNear(try await returns(through: 1).timeWeighted, -0.01))
        #expect(isNear(try await returns(through: 2).timeWeighted, 0.09))
    }

    @Test func aWithdrawalCountsAtTheClose() async throws {
        // 2 coins at 100; at 150 one goes: 300 before, 150 stay; at 75: (300 / 200) × (75 / 150) - 1 = -0.25.
        // Money: -200, +150 after a year, +75 after two: 200 x² - 150 x - 75 = 0, x = (150 + sqrt(22500 + 60000)) / 400.
        try await world.store([100], of: bitcoin)
        try await world.store([150], of: bitcoin, from: day0 + 365)
        try await world.store([75], of: bitcoin, from: day0 + 730)
        try await portfolio.perform(wallet, bitcoin, .deposit("2", cost: nil))
        try await portfolio.perform(wallet, bitcoin, .withdraw("1"), at: moment(day0 + 365, 1))
        let found = try await returns(through: 730)
        #expect(isNear(found.timeWeighted, -0.25))
        #expect(isNear(found.moneyWeightedAYear, (150 + 82_500.0.squareRoot()) / 400 - 1, 1e-9))
    }

    @Test func aMissingCloseIsBridgedUnlessMoneyFlowed() async throws {
        try await world.store([100, nil, 120, nil], of: bitcoin)
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "100"))
        #expect(isNear(try await returns(through: 2).timeWeighted, 0.2))
        let unvalued = try await returns(through: 3)
        #expect(unvalued.timeWeighted == nil && unvalued.moneyWeightedAYear == nil)
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "100"), at: moment(day0 + 1, 1))
        let found = try await returns(through: 2)
        #expect(found.timeWeighted == nil && found.moneyWeightedAYear == nil)  // what came in has no market value
    }

    /// A purchase of three days and two empty years say nothing about a year, whatever the calendar says.
    @Test func aYearlyRateNeedsThirtyDaysWithMoney() async throws {
        try await world.store([100, 104, 110, 121, 121], of: bitcoin)
        try await portfolio.perform(wallet, .usd, .deposit("100", cost: nil))
        try await portfolio.perform(wallet, bitcoin, .buy(.coins("1"), price: "100", fee: .zero), at: moment(day0, 10))
        try await portfolio.perform(wallet, bitcoin, .sell(.coins("1"), price: "121", fee: .zero), at: moment(day0 + 3, 10))
        try await portfolio.perform(wallet, .usd, .withdraw("121"), at: moment(day0 + 4, 10))
        let found = try await returns(through: 750)
        #expect(isNear(found.timeWeighted, 0.21) && found.daysWithMoney == 4)
        #expect(found.timeWeightedAYear == nil && found.moneyWeightedAYear == nil)
    }

    @Test(arguments: [(29, false), (30, true)]) func thirtyDaysWithMoneyHaveAMoneyWeightedRate(days: Int, has: Bool) async throws {
        try await world.store([100], of: bitcoin)
        try await world.store([110], of: bitcoin, from: day0 + days)
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: nil))
        let found = try await returns(through: days)
        #expect(found.daysWithMoney == days && (found.moneyWeightedAYear != nil) == has)
    }

    /// 400 days with money and 300 without: the rate is that of the 400 days.
    @Test func emptyDaysDoNotLowerAYearlyRate() async throws {
        try await world.store([100], of: bitcoin)
        try await world.store([121], of: bitcoin, from: day0 + 400)
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: nil))
        try await portfolio.perform(wallet, bitcoin, .withdraw("1"), at: moment(day0 + 400, 10))
        let found = try await returns(through: 700)
        #expect(found.daysWithMoney == 400 && isNear(found.timeWeightedAYear, pow(1.21, 365.0 / 400) - 1, 1e-9))
    }

    @Test func withoutATransactionUpToTheDayThereIsNoReturn() async throws {
        #expect(try await portfolio.valueHistory.returns(of: wallet, through: day0) == nil)
        try await portfolio.perform(wallet, .usd, .deposit("1", cost: nil), at: moment(day0 + 1, 1))
        #expect(try await portfolio.valueHistory.returns(of: wallet, through: day0) == nil)
        #expect(try await portfolio.valueHistory.returns(of: wallet, through: day0 + 1)?.timeWeighted == 0)
    }

    @Test func aReportOfNowCountsWhatHappenedAfterTheNewestCloseAtThatClose() async throws {
        // Closes 100, 110. On day 5 another coin comes in: at 110, like the rest.
        try await world.store([100, 110], of: bitcoin)
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "100"))
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "500"), at: moment(day0 + 5, 1))
        let report = try await portfolio.gains.report(of: wallet)
        #expect(report.day == day0 + 1 && report.lastDay == day0 + 5 && report.total.marketValue.total == "220")
        let found = try #require(try await portfolio.valueHistory.returns(of: report))
        #expect(found.first == day0 && found.last == day0 + 5)
        #expect(isNear(found.timeWeighted, 0.1))
        // A wallet that begins after the newest close.
        let young = try await portfolio.wallets.create("young")
        try await portfolio.perform(young, bitcoin, .deposit("1", cost: "100"), at: moment(day0 + 7, 1))
        let now = try #require(try await portfolio.valueHistory.returns(of: try await portfolio.gains.report(of: young)))
        #expect(now.first == day0 + 7 && now.last == day0 + 7 && now.timeWeighted == 0 && now.moneyWeightedAYear == nil)
    }

    /// The slow, obvious version: each day's valuation and flows, multiplied as decimals of 38 digits.
    private func slowReturn(_ journal: RandomJournal, _ group: WalletGroup, through last: Day) async throws -> Double? {
        let first = try #require(try await journal.rows(of: group).map { Day(secondsSince1970: $0.time) }.min())
        var (product, before) = (Decimal?.none, Decimal.zero)
        func decimal(_ money: Money) -> Decimal { Decimal(string: money.description)! }
        for index in 0...(last - first) {
            let flows = try #require(try await journal.flows(of: group, on: first + index))
            let value = try #require(try await journal.portfolio.valuations.valuation(of: group, on: first + index).total)
            let start = before + decimal(flows.inflow)
            if start > 0 { product = (product ?? 1) * ((decimal(value) + decimal(flows.outflow)) / start) }
            before = decimal(value)
        }
        return product.map { NSDecimalNumber(decimal: $0 - 1).doubleValue }
    }

    @Test(arguments: 0..<24) func returnsAreThoseOfASlowRecomputationAndNeverBelowMinusOne(seed: UInt64) async throws {
        let journal = try await RandomJournal(seed: seed)
        let last = day0 + RandomJournal.dayCount - 1
        let groups =
            journal.wallets.map { WalletGroup($0) } + [
                WalletGroup(journal.wallets), WalletGroup(Array(journal.wallets.prefix(2))),
            ]
        for group in groups {
            guard try await !journal.rows(of: group).isEmpty else { continue }
            let found = try await journal.portfolio.valueHistory.returns(
                of: try await journal.portfolio.gains.report(of: group, on: last))
            let expected = try await slowReturn(journal, group, through: last)
            #expect((found?.timeWeighted == nil) == (expected == nil), "seed \(seed), \(group.name)")
            guard let twr = found?.timeWeighted, let expected else { continue }
            #expect(twr >= -1, "seed \(seed), \(group.name)")
            #expect(abs(twr - expected) <= 1e-9 * max(1, abs(expected)), "seed \(seed), \(group.name): \(twr), \(expected)")
        }
    }
}

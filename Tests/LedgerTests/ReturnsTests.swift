import Foundation
import Ledger
import Market
import Testing

/// The day of an ISO text.
private func day(_ text: String) -> Day { Day(iso: text)! }

@Suite struct GainOnCostTests {
    /// 2 bought for 100 and 300; 1 sold for 250, the first. M = 1 × 350, P = 250, C = 300 + 100: (350 + 250 - 400) / 400 = 0.5.
    @Test func itIsAllThatCameBackOverAllThatWasPaid() throws {
        var journal = Journal()
        try journal.deposit("1000")
        try journal.buy("1", for: "100", at: 1)
        try journal.buy("1", for: "300", at: 2)
        try journal.sell("1", for: "250", at: 3)
        #expect(try Returns.onCost(journal.gains(prices: [.bitcoin: "350"]).coins) == "0.5")
        #expect(try Returns.onCost(#require(journal.gains(prices: [.bitcoin: "350"]).assets[.bitcoin])) == "0.5")
    }

    /// The second coin leaves with its cost of 300: M = 0, P = 250, C = 100: 1.5.
    @Test func whatWasWithdrawnIsLeftOut() throws {
        var journal = Journal()
        try journal.deposit("1000")
        try journal.buy("1", for: "100", at: 1)
        try journal.buy("1", for: "300", at: 2)
        try journal.sell("1", for: "250", at: 3)
        journal.record(try .withdrawal(key: "w", time: 4, wallet: 1, asset: .bitcoin, quantity: "1", value: "900"))
        #expect(try Returns.onCost(journal.gains(prices: [:]).coins) == "1.5")
    }

    /// 1 bought for 100, a tenth paid as a fee: M = 0.9 × 100, P = 0, C = 90 + 10: -0.1.
    @Test func aFeeInCoinsIsALoss() throws {
        var journal = Journal()
        try journal.deposit("1000")
        try journal.buy("1", for: "100", at: 1)
        journal.record(try .fee(key: "f", time: 2, wallet: 1, asset: .bitcoin, quantity: "0.1"))
        #expect(try Returns.onCost(journal.gains(prices: [.bitcoin: "100"]).coins) == "-0.1")
    }

    @Test func withoutACostThereIsNone() throws {
        var journal = Journal()
        try journal.deposit("1000")
        #expect(try Returns.onCost(journal.gains(prices: [:]).coins) == nil)
    }
}

@Suite struct TimeWeightedReturnTests {
    private func values(_ rows: [(Double, Double)]) -> [Returns.DailyValue] {
        rows.enumerated().map { .init(day: Day(daysSince1970: $0), valueBeforeFlows: $1.0, netFlow: $1.1) }
    }

    /// 0 + 100 in; 110 (×1.1), then 90 in: 200; 220 (×1.1), then 120 out: 100; 95 (×0.95). 1.1 × 1.1 × 0.95 = 1.1495.
    @Test func daysAreChainedWithoutTheirFlows() throws {
        let twr = try #require(Returns.timeWeighted(values([(0, 100), (110, 90), (220, -120), (95, 0)])))
        #expect(abs(twr - 0.1495) < 1e-12)
    }

    /// 100 grows to 150 (×1.5) and is taken out; nothing for two days; 10 comes in and grows to 12 (×1.2). 1.5 × 1.2 = 1.8.
    @Test func aDayThatStartsWithNothingBeginsANewChain() throws {
        let twr = try #require(Returns.timeWeighted(values([(0, 100), (150, -150), (0, 0), (0, 10), (12, 0)])))
        #expect(abs(twr - 0.8) < 1e-12)
    }

    @Test func aLossOfAllIsAllThatIsLost() {
        #expect(Returns.timeWeighted(values([(0, 100), (0, 50), (75, 0)])) == -1)
    }

    @Test func withoutADayThatStartsAboveZeroThereIsNone() {
        #expect(Returns.timeWeighted([]) == nil)
        #expect(Returns.timeWeighted(values([(0, 100)])) == nil)
        #expect(Returns.timeWeighted(values([(0, 0), (0, 0), (-5, 0), (3, 1)])) == nil)
        #expect(Returns.timeWeighted(values([(0, 100), (.nan, 0)])) == nil)
    }

    /// Flows of any size at the close change nothing when the price alone moves.
    @Test(arguments: 0..<16) func itIsTheReturnOfThePriceWhateverFlows(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (price, coins, rows) = (100.0, 1.0, [(100.0, 0.0)])
        for _ in 0..<300 {
            price *= exp(0.03 * random.normal())
            let bought = random.uniform() * 2 - min(coins * 0.5, 1)
            rows.append((coins * price, bought * price))
            coins += bought
        }
        let twr = try #require(Returns.timeWeighted(values(rows)))
        #expect(abs(twr - (price / 100 - 1)) < 1e-9 * (1 + abs(twr)), "seed \(seed)")
    }

    /// 1.21 in two years is 10 percent a year; 1 percent a day is 1.01^365 - 1.
    @Test func aYearHas365Days() throws {
        #expect(abs(try #require(Returns.annualized(0.21, days: 730)) - 0.1) < 1e-12)
        #expect(abs(try #require(Returns.annualized(0.01, days: 1)) - (pow(1.01, 365) - 1)) < 1e-9)
        #expect(Returns.annualized(-1, days: 10) == -1)
        #expect(Returns.annualized(0.1, days: 0) == nil && Returns.annualized(-1.1, days: 5) == nil)
    }
}

@Suite struct MoneyWeightedReturnTests {
    private func flows(_ rows: [(String, Double)]) -> [Returns.CashFlow] { rows.map { .init(day: day($0), amount: $1) } }

    /// The example of Excel's documentation of XIRR.
    @Test func excelsExampleIsMet() throws {
        let rate = try #require(
            Returns.moneyWeighted(
                flows([
                    ("2008-01-01", -10_000), ("2008-03-01", 2750), ("2008-10-30", 4250), ("2009-02-15", 3250), ("2009-04-01", 2750),
                ])))
        #expect(abs(rate - 0.373362535) < 1e-8)
    }

    /// 100 becomes 121 in 730 days: (1 + r)^2 = 1.21. 100 becomes 50 in 365: -0.5. A tenth in a day: 1.1^365 - 1.
    @Test(
        arguments: [
            ("2021-01-01", "2023-01-01", 121, 0.1), ("2021-01-01", "2022-01-01", 50, -0.5),
            ("2021-01-01", "2021-01-02", 110, 1.283305580313392e15), ("2021-01-01", "2022-01-01", 100, 0),
            ("2021-01-01", "2022-01-01", 1e-9, -0.99999999999),
        ] as [(String, String, Double, Double)])
    func twoFlowsGiveTheRateBetweenThem(start: String, end: String, worth: Double, expected: Double) throws {
        let rate = try #require(Returns.moneyWeighted(flows([(start, -100), (end, worth)])))
        #expect(abs(rate - expected) <= 1e-11 * max(1, abs(expected)))
    }

    /// -100, then 230, then -132 a year apart: -100 (1 + r)^2 + 230 (1 + r) - 132 = 0 has r = 0.1 and r = 0.2.
    @Test func ofSeveralRatesTheNearestToZeroIsTaken() throws {
        let rate = try #require(
            Returns.moneyWeighted(flows([("2021-01-01", -100), ("2022-01-01", 230), ("2023-01-01", -132)])))
        #expect(abs(rate - 0.1) < 1e-9)
    }

    @Test func orderAndUnitDoNotMatter() throws {
        let rows = flows([("2021-01-01", -100), ("2021-06-01", -300), ("2021-09-01", 50), ("2022-03-01", 500)])
        let rate = try #require(Returns.moneyWeighted(rows))
        let other = try #require(
            Returns.moneyWeighted(rows.reversed().map { .init(day: $0.day, amount: $0.amount * 1e12) }))
        #expect(abs(rate - other) < 1e-12)
    }

    @Test func whereNoRateSolvesItThereIsNone() {
        #expect(Returns.moneyWeighted([]) == nil)
        #expect(Returns.moneyWeighted(flows([("2021-01-01", -100), ("2022-01-01", -5)])) == nil)
        #expect(Returns.moneyWeighted(flows([("2021-01-01", 100), ("2022-01-01", 5)])) == nil)
        #expect(Returns.moneyWeighted(flows([("2021-01-01", -100), ("2021-01-01", 110)])) == nil)
        #expect(Returns.moneyWeighted(flows([("2021-01-01", -100), ("2022-01-01", .nan), ("2023-01-01", 5)])) == nil)
        // -100 (1 + r)^2 + 100 (1 + r) - 100 is below zero at every rate.
        #expect(Returns.moneyWeighted(flows([("2021-01-01", -100), ("2022-01-01", 100), ("2023-01-01", -100)])) == nil)
    }

    /// The oracle is the sum itself: it is zero at the rate. A year at least lies behind the last flow, so that no rate is so near to
    /// -1 that 1 + r has no digits left.
    @Test(arguments: 0..<64) func theFlowsAreWorthNothingAtTheRate(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let first = day("2020-01-01")
        var rows = (0..<20).map { _ in
            Returns.CashFlow(day: first + random.index(below: 1600), amount: -100 * random.uniform())
        }
        let paid = -rows.map(\.amount).reduce(0, +)
        rows.append(.init(day: first + 2000, amount: paid * exp(2 * random.normal())))
        let rate = try #require(Returns.moneyWeighted(rows), "seed \(seed)")
        let start = rows.map(\.day).min()!
        let terms = rows.map { $0.amount * pow(1 + rate, -Double($0.day - start) / 365) }
        #expect(abs(terms.reduce(0, +)) < 1e-9 * terms.map(\.magnitude).reduce(0, +), "seed \(seed)")
    }
}

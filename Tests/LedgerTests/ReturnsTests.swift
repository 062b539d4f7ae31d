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
    @Test func withdrawnHoldingsAreLeftOut() throws {
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

    @Test func withoutACostThereIsNoReturn() throws {
        var journal = Journal()
        try journal.deposit("1000")
        #expect(try Returns.onCost(journal.gains(prices: [:]).coins) == nil)
    }
}

@Suite struct TimeWeightedReturnTests {
    /// A day's value, inflow and outflow, in US dollars.
    private typealias Row = (value: Money, inflow: Money, outflow: Money)

    private func values(_ rows: [Row]) -> [Returns.DailyValue] {
        rows.enumerated().map {
            .init(day: Day(daysSince1970: $0), value: $1.value, inflow: $1.inflow, outflow: $1.outflow)
        }
    }

    /// 100 in; 110; 90 in and 220 at the close (220 / 200); 120 out, which leaves 100 (220 / 220); 95.
    @Test func inflowsCountAtTheStartOfTheirDayAndOutflowsAtItsEnd() throws {
        let rows: [Row] = [
            ("100", "100", "0"), ("110", "0", "0"), ("220", "90", "0"), ("100", "0", "120"), ("95", "0", "0"),
        ]
        let twr = try #require(Returns.timeWeighted(values(rows)))
        #expect(abs(twr - 0.1495) < 1e-12)
    }

    /// 1, then 5000 in and a purchase of all of it 2 percent above the close: (1 + 5000 / 1.02) / 5001 - 1. It was -181.8 before.
    @Test func aDepositOfThousandsIsNotMeasuredAgainstTheOneDollarBeforeIt() throws {
        let rows: [Row] = [("1", "1", "0"), ("4902.960784313725490196", "5000", "0")]
        let twr = try #require(Returns.timeWeighted(values(rows)))
        #expect(abs(twr - (4902.960784313725490196 / 5001 - 1)) < 1e-15)
    }

    /// As floating-point numbers 1000.000000000000000001 - 1000 is 0: it was -1 before.
    @Test func aDepositAfterOneWeiHasNoReturn() {
        let wei: Money = "0.000000000000000001"
        #expect(Returns.timeWeighted(values([(wei, wei, "0"), ("1000.000000000000000001", "1000", "0")])) == 0)
    }

    /// 100 grows to 150 and is taken out; nothing for two days; 10 comes in and grows to 12. 1.5 × 1.2 = 1.8.
    @Test func aDayThatStartsWithNothingIsSkipped() throws {
        let rows: [Row] = [
            ("100", "100", "0"), ("0", "0", "150"), ("0", "0", "0"), ("10", "10", "0"), ("12", "0", "0"),
        ]
        #expect(abs(try #require(Returns.timeWeighted(values(rows))) - 0.8) < 1e-12)
        // A gain from nothing, such as an airdrop, has no return on its day.
        #expect(Returns.timeWeighted(values([("5", "0", "0"), ("6", "0", "0")])).map { abs($0 - 0.2) < 1e-12 } == true)
    }

    @Test func aLossOfAllIsAllThatIsLost() {
        #expect(Returns.timeWeighted(values([("100", "100", "0"), ("0", "0", "0"), ("75", "50", "0")])) == -1)
    }

    @Test func withoutADayThatStartsAboveZeroThereIsNoReturn() {
        #expect(Returns.timeWeighted([]) == nil)
        #expect(Returns.timeWeighted(values([("0", "0", "0"), ("0", "0", "0")])) == nil)
        #expect(Returns.timeWeighted(values([("1", "0", "0")])) == nil)
        let largest = Money.usd(.largest)
        #expect(Returns.timeWeighted(values([(largest, largest, "0"), (largest, largest, "0")])) == nil, "a sum is too large")
    }

    /// Withdrawals of any size at the close change nothing when the price alone moves.
    @Test(arguments: 0..<16) func itIsTheReturnOfThePriceWhateverGoesOut(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (price, coins) = (100.0, 1.0)
        var rows: [Row] = [("100", "100", "0")]
        func money(_ value: Double) -> Money { Money(units: Int128((value * 1e12).rounded()) * 1_000_000) }
        for _ in 0..<100 {
            price *= exp(0.03 * random.normal())
            let sold = coins * random.uniform() * 0.05
            coins -= sold
            rows.append((money(coins * price), "0", money(sold * price)))
        }
        let twr = try #require(Returns.timeWeighted(values(rows)))
        #expect(abs(twr - (price / 100 - 1)) < 1e-7 * (1 + abs(twr)), "seed \(seed)")
    }

    /// The oracle multiplies whole numbers without a limit and divides once.
    @Test(arguments: 0..<200) func itIsTheExactProductAndNeverBelowMinusOne(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed, stream: 11)
        func money() -> Money {
            switch random.index(below: 5) {
            case 0: .zero
            case 1: Money(units: 1)
            case 2: Money(units: Int128(1 + random.index(below: 1_000_000)))
            default: Money(units: Int128(1 + random.index(below: 1_000_000_000)) * 1_000_000_000_000_000)
            }
        }
        let rows: [Row] = (0..<12).map { _ in
            let hasFlow = random.index(below: 2) == 0
            return (money(), hasFlow ? money() : .zero, hasFlow ? money() : .zero)
        }
        var (top, bottom, before, isThere) = (BigNumber(1), BigNumber(1), Money.zero, false)
        for row in rows {
            let start = before.units.magnitude + row.inflow.units.magnitude
            if start > 0 {
                top = top * BigNumber(row.value.units.magnitude + row.outflow.units.magnitude)
                (bottom, isThere) = (bottom * BigNumber(start), true)
            }
            before = row.value
        }
        let found = Returns.timeWeighted(values(rows))
        guard isThere else { return #expect(found == nil, "seed \(seed)") }
        let factor = try #require(found, "seed \(seed)") + 1
        #expect(factor >= 0, "seed \(seed)")
        let scale = BigNumber(1 << 60)
        let expected = (top * scale).divided(by: bottom).quotient.doubleValue / 0x1p60
        #expect(abs(factor - expected) <= 1e-13 * expected + 1e-15, "seed \(seed): \(factor) and \(expected)")
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

    @Test func withoutASolutionThereIsNoRate() {
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
        let terms: [Double] = rows.map { flow in
            let years = Double(flow.day - start) / 365
            return flow.amount * pow(1 + rate, -years)
        }
        let (sum, size): (Double, Double) = (terms.reduce(0, +), terms.map(\.magnitude).reduce(0, +))
        #expect(abs(sum) < 1e-9 * size, "seed \(seed)")
    }
}

import Expenses
import Ledger
import Market
import Testing

@Suite struct LastingRuleTests {
    /// Paths of relative values whose daily returns have a standard deviation.
    private static func paths(_ count: Int, deviation: Double, drift: Double = 0, _ random: inout SeededGenerator) -> [[Double]] {
        (0..<count).map { _ in
            var value = 1.0
            return (0..<96).map { _ in
                value *= max(0.05, 1 + drift + deviation * random.normal())
                return value
            }
        }
    }

    private static let still = [[Double](repeating: 1, count: 96)]

    private func lasting(_ paths: [[Double]], value: Double = 3000, spending: Double = 1000, fee: Double = 0) throws -> Lasting {
        try #require(Lasting(paths: paths, value: value, monthlySpending: spending, feePercent: fee))
    }

    private func chance(_ lasting: Lasting, _ months: Int) throws -> Double? {
        try #require(lasting.chances.first { $0.months == months }).probability
    }

    // MARK: Definition

    @Test func withoutChangesItLastsAsLongAsItDivides() throws {
        let three = try lasting(Self.still)
        #expect(try [1, 2, 3].map { try chance(three, $0) } == [1, 1, 1])
        #expect(three.alive == (1...96).map { $0 <= 91 ? 1 : 0 } && three.halfGoneDay == 92 && three.halfGoneMonth == 4)
        let less = try lasting(Self.still, value: 2999.9)
        #expect(try [1, 2, 3].map { try chance(less, $0) } == [1, 1, 0])
        #expect(try chance(lasting(Self.still, value: 1000), 1) == 1)
        #expect(try chance(lasting(Self.still, value: 999.99), 1) == 0)
    }

    @Test func theFeeIsPaidOnTop() throws {
        #expect(try chance(lasting(Self.still, value: 3000, fee: 1), 3) == 0)
        #expect(try chance(lasting(Self.still, value: 3000 / 0.99, fee: 1), 3) == 1)
    }

    @Test func whatIsSoldNoLongerGrows() throws {
        // Ten times the value from day 11 on: what pays for ten days is sold before.
        let path = (0..<96).map { $0 < 10 ? 1.0 : 10 }
        let days = Lasting.days(path: path, value: 600, monthlySpending: 1000, feePercent: 0)
        let daily = 1000 / 30.44
        #expect(abs(days - (10 + (600 - 10 * daily) * 10 / daily)) < 1e-6)
    }

    @Test func beyondThePathsNothingIsKnown() throws {
        let rich = try lasting(Self.still, value: 1e6)
        #expect(try chance(rich, 3) == 1 && chance(rich, 6) == nil && chance(rich, 12) == nil)
        #expect(rich.halfGoneDay == nil && rich.halfGoneMonth == nil)
        let poor = try lasting(Self.still, value: 2000)
        #expect(try chance(poor, 6) == 0 && chance(poor, 12) == 0)
        let short = try lasting([[1, 1, 1], [1, 1, 0]], value: 1e6)
        #expect(try chance(short, 1) == nil && short.alive == [1, 1, 0.5] && short.halfGoneDay == 3 && short.halfGoneMonth == 1)
    }

    @Test func aWalletWithoutValuePaysForNothing() throws {
        for (value, relative) in [(0.0, 1.0), (-5, 1), (100, 0), (100, -1), (100, .nan)] {
            let none = try lasting([[Double](repeating: relative, count: 96)], value: value)
            #expect(none.alive.allSatisfy { $0 == 0 } && none.halfGoneDay == 1 && none.halfGoneMonth == 1)
            #expect(none.chances.allSatisfy { $0.probability == 0 })
        }
    }

    @Test(arguments: [
        (3000.0, 0.0, 0.0), (3000, -1, 0), (3000, .nan, 0), (3000, .infinity, 0), (.nan, 1, 0), (.infinity, 1, 0), (3000, 1, 100),
        (3000, 1, -1), (3000, 1, .nan),
    ])
    func otherNumbersAreRefused(value: Double, spending: Double, fee: Double) {
        #expect(Lasting(paths: Self.still, value: value, monthlySpending: spending, feePercent: fee) == nil)
    }

    @Test func pathsMustHaveTheSameLength() {
        for paths in [[], [[]], [[1, 1], [1]]] as [[[Double]]] {
            #expect(Lasting(paths: paths, value: 1, monthlySpending: 1, feePercent: 0) == nil)
        }
    }

    // MARK: Against slower ones

    /// Money instead of shares: what is left grows as the wallet does, then the day is paid.
    private static func slowDays(_ path: [Double], value: Double, spending: Double, fee: Double) -> Double {
        var (money, before) = (value, 1.0)
        for (index, relative) in path.enumerated() {
            money *= relative / before
            before = relative
            let needed = spending / 30.44 / (1 - fee / 100)
            if money < needed { return Double(index) + money / needed }
            money -= needed
        }
        return Double(path.count)
    }

    @Test(arguments: 0..<20) func sharesAgreeWithASimulationOfMoney(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let paths = Self.paths(200, deviation: 0.01 + 0.05 * random.uniform(), &random)
        let (value, fee) = (500 + 4000 * random.uniform(), 2 * random.uniform())
        let result = try lasting(paths, value: value, fee: fee)
        let days = paths.map { Self.slowDays($0, value: value, spending: 1000, fee: fee) }
        for (path, expected) in zip(paths, days) {
            let found = Lasting.days(path: path, value: value, monthlySpending: 1000, feePercent: fee)
            #expect(abs(found - expected) < 1e-6, "seed \(seed)")
        }
        #expect(result.alive == (1...96).map { day in Double(days.count { $0 >= Double(day) }) / 200 }, "seed \(seed)")
        for months in 1...3 {
            #expect(try chance(result, months) == Double(days.count { $0 >= 30.44 * Double(months) }) / 200, "seed \(seed)")
        }
    }

    /// 200 made-up wallets whose truth is one more path of the same process.
    @Test func probabilitiesAreKept() throws {
        var (expected, kept, variance, halves, doubtful) = (0.0, 0.0, 0.0, 0, 0)
        for wallet in 0..<200 {
            var random = SeededGenerator(seed: 5, stream: UInt64(wallet))
            let (deviation, drift) = (0.02 + 0.04 * random.uniform(), 0.004 * (random.uniform() - 0.5))
            var paths = Self.paths(401, deviation: deviation, drift: drift, &random)
            let truth = paths.removeLast()
            let value = 800 + 3000 * random.uniform()
            let result = try lasting(paths, value: value, fee: 0.5)
            let days = Lasting.days(path: truth, value: value, monthlySpending: 1000, feePercent: 0.5)
            let months = 1 + wallet % 3
            let probability = try #require(try chance(result, months))
            expected += probability
            variance += probability * (1 - probability)
            kept += days >= 30.44 * Double(months) ? 1 : 0
            guard let half = result.halfGoneDay, half > 1 else { continue }
            doubtful += 1
            halves += days < Double(half) ? 1 : 0
        }
        #expect(variance > 5 && abs(kept - expected) < 3.5 * variance.squareRoot(), "\(kept) of \(expected) expected")
        #expect(doubtful > 50 && abs(Double(halves) / Double(doubtful) - 0.5) < 1.75 / Double(doubtful).squareRoot() + 0.02)
    }

    // MARK: Usual spending

    @Test(arguments: [
        (["5"], "5", 1), (["5", "6"], "5.5", 2), (["9", "1", "4"], "4", 3), (["100", "1", "2", "3", "4", "5", "6"], "3.5", 6),
        (["0.000000000000000001", "0.000000000000000003"], "0.000000000000000002", 2),
        (["-3", "1"], "-1", 2), (["-1", "-2"], "-1.5", 2),
        (
            ["170141183460469231731.687303715884105727", "170141183460469231731.687303715884105727"],
            "170141183460469231731.687303715884105727", 2
        ),
    ])
    func usualIsTheMedianOfTheLastSixMonths(totals: [String], amount: String, months: Int) throws {
        let usual = try #require(UsualSpending(complete: totals.map { try FixedDecimal.parse($0) }))
        #expect(usual.amount.description == amount && usual.months == months)
    }

    @Test func withoutMonthsNothingIsUsual() { #expect(UsualSpending(complete: []) == nil) }
}

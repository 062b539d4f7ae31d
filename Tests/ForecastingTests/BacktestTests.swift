import Forecasting
import Foundation
import Market
import Synchronization
import Testing

// MARK: Methods and distributions of tests

/// A certain price, one per day.
private struct Certain: PriceDistribution {
    let closes: [Double]
    var horizon: Int { closes.count }
    func quantile(_ level: Double, step: Int) -> Double { closes[step - 1] }
    func probability(atMost price: Double, step: Int) -> Double {
        price == closes[step - 1] ? 0.5 : price < closes[step - 1] ? 0 : 1
    }
}

/// All prices of a range are equally likely, on every day.
private struct Even: PriceDistribution {
    let range: ClosedRange<Double>
    let horizon: Int
    private var width: Double { range.upperBound - range.lowerBound }
    func quantile(_ level: Double, step: Int) -> Double { range.lowerBound + level * width }
    func probability(atMost price: Double, step: Int) -> Double { min(max((price - range.lowerBound) / width, 0), 1) }
}

/// A method that a test defines.
private struct Stub: ForecastMethod {
    let name: String
    var logDensity: Double?
    let make: @Sendable (ArraySlice<Double>, Int) -> MethodForecast

    func forecast(after context: PriceHistory, days: Int, paths: Int, seed: UInt64) -> MethodForecast {
        make(context.closes[...], days)
    }
    func logDensities(ofLast last: Int, in closes: ArraySlice<Double>) -> [Double]? {
        logDensity.map { Array(repeating: $0, count: last) }
    }

    /// Always certain of the last close.
    static let last = Stub(name: "last", logDensity: 1) { context, days in
        let closes = Array(repeating: context.last!, count: days)
        return MethodForecast(points: closes, distribution: Certain(closes: closes))
    }
}

extension Backtest {
    /// The report of entrants whose forecasts are all prices.
    fileprivate func report(threads: Int, progress: @Sendable (Int) -> Void = { _ in }) -> BacktestReport {
        try! run(threads: threads, progress: progress)
    }
}

/// The arguments that a method received.
private struct Received: Hashable, Comparable {
    let context: [Double]
    let days: Int
    let paths: Int
    let seed: UInt64
    static func < (one: Received, other: Received) -> Bool { one.context.last! < other.context.last! }
}

/// Forecasts the last close with noise of its seed, and records its arguments.
private final class Recorder: ForecastMethod {
    let name = "recorder"
    private let all = Mutex<[Received]>([])
    private let scored = Mutex<[[Double]]>([])

    var received: [Received] { all.withLock { $0 } }
    var densitiesAsked: [[Double]] { scored.withLock { $0 } }

    func forecast(after context: PriceHistory, days: Int, paths: Int, seed: UInt64) -> MethodForecast {
        all.withLock { $0.append(Received(context: context.closes, days: days, paths: paths, seed: seed)) }
        var random = SeededGenerator(seed: seed)
        let paths = SamplePaths(
            closes: (0..<paths * days).map { _ in context.lastClose * exp(0.05 * random.normal()) }, count: paths)
        return MethodForecast(points: (1...days).map { paths.median(step: $0) }, distribution: paths)
    }

    func logDensities(ofLast last: Int, in closes: ArraySlice<Double>) -> [Double]? {
        scored.withLock { $0.append(Array(closes)) }
        return closes.suffix(last).map { -$0 }
    }
}

private let start = Day(iso: "2024-01-01")!

private func plan(
    context: Int = 5, horizon: Int = 3, since: Int = 0, until: Int = 1000, every: Int = 2, paths: Int = 20, seed: UInt64 = 1
) -> Backtest.Plan {
    Backtest.Plan(
        contextLength: context, horizon: horizon, periods: since <= until ? [start + since...start + until] : [], every: every,
        sampling: Sampling(paths: paths, seed: seed))
}

private func coin(_ name: String, _ closes: [Double], firstDay: Int = 0) -> PriceHistory {
    history(closes, name, firstDay: start + firstDay)
}

private func walk(_ name: String, _ count: Int, seed: UInt64, firstDay: Int = 0) -> PriceHistory {
    coin(name, randomHistory(count, seed: seed).closes, firstDay: firstDay)
}

/// The days of the cutoffs of each case, counted from the start, and its coin.
private func origins(_ report: BacktestReport) -> [String] { report.cases.map { "\($0[0].ticker) \($0[0].cutoff - start)" } }

/// Every figure of a report.
private func figures(_ report: BacktestReport) -> [Double] {
    var figures: [Double] = []
    for entrant in report.entrants.indices {
        for group in report.groups.indices {
            for coin in [nil] + report.coins.sorted(by: { $0.description < $1.description }).map(Optional.some) {
                for loss in Loss.allCases {
                    let ratio = report.ratio(loss, entrant: entrant, group: group, coin: coin)
                    figures += [report.value(loss, entrant: entrant, group: group, coin: coin), ratio.value]
                    if ratio.hasInterval { figures += [ratio.low, ratio.high] }
                }
                figures += report.coverage(entrant: entrant, group: group, coin: coin)
                figures += report.width(entrant: entrant, group: group, coin: coin)
                figures += report.tenths(entrant: entrant, group: group, coin: coin)
                figures += [report.logScore(entrant: entrant, coin: coin)].compactMap { $0 }
            }
        }
    }
    return figures
}

// MARK: - Origins

@Suite struct BacktestOriginTests {
    private func origins(_ plan: Backtest.Plan, _ histories: [PriceHistory]) -> [String] {
        let test = Backtest(plan, histories: histories, entrants: [Entrant(Stub.last)])
        let report = test.report(threads: 1)
        #expect(test.originCount == report.cases.count)
        return ForecastingTests.origins(report)
    }

    /// With 12 days, the first context of 5 ends on day 4, and the last horizon of 3 begins after day 8.
    @Test func cutoffsAreWhereAWholeContextAndAWholeHorizonMeet() {
        let twelve = [walk("A", 12, seed: 1)]
        #expect(origins(plan(every: 1), twelve) == ["A 4", "A 5", "A 6", "A 7", "A 8"])
        #expect(origins(plan(every: 2), twelve) == ["A 4", "A 6", "A 8"])
        #expect(origins(plan(since: 1, every: 2), twelve) == ["A 5", "A 7"])
        #expect(origins(plan(since: 5, every: 15), twelve) == ["A 5"])
        #expect(origins(plan(since: -100, every: 3), twelve) == ["A 5", "A 8"])
        #expect(origins(plan(until: 6, every: 1), twelve) == ["A 4", "A 5", "A 6"])
        #expect(origins(plan(since: 6, until: 6, every: 1), twelve) == ["A 6"])
        #expect(origins(plan(since: 7, until: 6, every: 1), twelve) == [])
        #expect(origins(plan(since: 9, every: 1), twelve) == [])
        #expect(origins(plan(until: 3, every: 1), twelve) == [])
        #expect(origins(plan(every: 1), [walk("A", 8, seed: 1)]) == ["A 4"])
        #expect(origins(plan(every: 1), [walk("A", 7, seed: 1)]) == [])
        #expect(origins(plan(every: 1), []) == [])
    }

    @Test func coinsShareTheCutoffsAsFarAsTheyHaveCloses() {
        let coins = [walk("A", 12, seed: 1), walk("B", 12, seed: 2, firstDay: 3), walk("C", 7, seed: 3), walk("D", 9, seed: 4)]
        #expect(origins(plan(every: 2), coins) == ["A 4", "A 6", "A 8", "B 8", "B 10", "D 4"])
    }

    @Test func groupsAreTheFirstWeekTheRestOfTheMonthAndTheRest() {
        func names(_ horizon: Int) -> [String] { StepGroup.all(horizon: horizon).map(\.name) }
        #expect(names(96) == ["1-7", "8-30", "31-96", "1-96"])
        #expect(names(31) == ["1-7", "8-30", "31-31", "1-31"])
        #expect(names(30) == ["1-7", "8-30", "1-30"])
        #expect(names(8) == ["1-7", "8-8", "1-8"])
        #expect(names(7) == ["1-7"])
        #expect(names(1) == ["1-1"])
    }
}

// MARK: - Known data

@Suite struct BacktestKnowledgeTests {
    @Test func aMethodGetsTheContextUpToTheCutoffAndNoMore() {
        let coins = [walk("A", 30, seed: 1), walk("B", 25, seed: 2, firstDay: 4)]
        let recorder = Recorder()
        let test = Backtest(plan(every: 4), histories: coins, entrants: [Entrant(Stub.last), Entrant(recorder)])
        let report = test.report(threads: 2)
        var expected: [[Double]] = []
        for one in report.cases.map({ $0[0] }) {
            let history = coins.first { $0.ticker == one.ticker }!
            let end = one.cutoff - history.firstDay
            expected.append((0..<5).map { history.closes[end - 4 + $0] })
        }
        #expect(Set(recorder.received.map(\.context)) == Set(expected) && recorder.received.count == expected.count)
        #expect(recorder.received.allSatisfy { $0.days == 3 && $0.paths == 20 })
        // Coins and cutoffs have noise of their own.
        #expect(Set(recorder.received.map(\.seed)).count == recorder.received.count)
    }

    @Test func whatFollowsTheCutoffChangesNoForecast() {
        let past = randomHistory(20, seed: 3).closes
        func received(_ future: [Double]) -> [Received] {
            let recorder = Recorder()
            // From the last cutoff on nothing is the same.
            let test = Backtest(
                plan(since: 10, until: 19, every: 3), histories: [coin("A", past + future)], entrants: [Entrant(recorder)])
            _ = test.report(threads: 2)
            return recorder.received.sorted()
        }
        let one = received([1, 2, 3])
        #expect(one.count == 4)
        #expect(received([9, 1e6, 1e-6]) == one)
        #expect(received([5, 5, 5, 5, 5, 5, 5]) == one)
    }

    @Test func thePathsOfModelsAndBaselinesAreTheSameWhateverFollows() throws {
        let model = try SmallModel(biases: studentTOutputs(location: 0, scale: 1, degrees: 4), head: studentT, seed: 3).forecaster()
        let past = randomHistory(40, seed: 3).closes
        func check(_ name: String, _ forecast: (PriceHistory) throws -> MethodForecast) throws {
            func quantiles(_ future: [Double]) throws -> [[Double]] {
                // The context is a slice of all closes, as in a backtest.
                let all = past + future
                let forecast = try forecast(PriceHistory(undated: all[10..<40]))
                return (1...6).map { step in [0.1, 0.5, 0.9].map { forecast.distribution.quantile($0, step: step) } }
            }
            let (alone, followed) = (try quantiles([]), try quantiles([1, 1e9, 1e-9]))
            #expect(alone == followed, "\(name)")
        }
        try check("model") { try ModelMethod(model).forecast(after: $0, days: 6, paths: 50, seed: 3) }
        for method in Baseline.allCases.map(\.method) {
            try check(method.name) { method.forecast(after: $0, days: 6, paths: 50, seed: 3) }
        }
    }

    @Test func logScoresAreOfTheDaysUntilTheNextCutoff() {
        for (every, days) in [(2, 2), (3, 3), (10, 3)] {
            let recorder = Recorder()
            let closes = randomHistory(20, seed: 5).closes
            let report = Backtest(
                plan(since: 4, until: 4, every: every), histories: [coin("A", closes)], entrants: [Entrant(recorder)]
            ).report(threads: 1)
            #expect(recorder.densitiesAsked == [Array(closes[0..<5 + days])])
            let expected = -closes[5..<5 + days].reduce(0, +) / Double(days)
            #expect(abs(report.logScore(entrant: 0)! - expected) < 1e-12 * abs(expected))
        }
    }

    @Test func theSeedOfThePlanIsThatOfTheNoise() {
        func seeds(_ seed: UInt64) -> [UInt64] {
            let recorder = Recorder()
            _ = Backtest(plan(seed: seed), histories: [walk("A", 30, seed: 1)], entrants: [Entrant(recorder)]).report(threads: 1)
            return recorder.received.sorted().map(\.seed)
        }
        #expect(seeds(1) == seeds(1))
        #expect(zip(seeds(1), seeds(2)).allSatisfy { $0 != $1 })
    }
}

// MARK: - Figures

@Suite struct BacktestReportTests {
    @Test func aPerfectForecasterErrsNowhereAndIsInEveryBand() {
        let coins = [walk("A", 60, seed: 1), walk("B", 50, seed: 2)]
        // Every close is unique, so it determines the next one.
        let perfect = Stub(name: "perfect") { context, days in
            let history = coins.first { $0.closes.contains(context.last!) }!
            let next = history.closes.firstIndex(of: context.last!)! + 1
            let closes = Array(history.closes[next..<next + days])
            return MethodForecast(points: closes, distribution: Certain(closes: closes))
        }
        let report = Backtest(
            plan(horizon: 10), histories: coins, entrants: [Entrant(NaiveBaseline()), Entrant(perfect)]
        ).report(threads: 2)
        for group in report.groups.indices {
            for coin in [nil] + report.coins.map(Optional.some) {
                for loss in Loss.allCases {
                    #expect(report.value(loss, entrant: 1, group: group, coin: coin) == 0, "\(loss)")
                    #expect(report.ratio(loss, entrant: 1, group: group, coin: coin).value == 0, "\(loss)")
                    #expect(report.value(loss, entrant: 0, group: group, coin: coin) > 0, "\(loss)")
                }
                #expect(report.coverage(entrant: 1, group: group, coin: coin).allSatisfy { abs($0 - 1) < 1e-12 })
                #expect(report.width(entrant: 1, group: group, coin: coin) == [0, 0, 0])
            }
        }
        #expect(report.logScore(entrant: 1) == nil)
        #expect(report.logScoreDifference(entrant: 1, to: 0) == nil)
        #expect(report.best(of: [0, 1]) == 1)
    }

    @Test func theNaiveForecastIsAsGoodAsItself() {
        let coins = (1...4).map { walk("C\($0)", 300, seed: UInt64($0)) }
        let naive = Entrant(NaiveBaseline())
        let report = Backtest(
            plan(context: 50, horizon: 40, every: 7), histories: coins, entrants: [naive, naive]
        ).report(threads: 2)
        #expect(report.groups.count == 4)
        for group in report.groups.indices {
            for coin in [nil] + report.coins.map(Optional.some) {
                for loss in Loss.allCases {
                    for entrant in 0...1 {
                        let ratio = report.ratio(loss, entrant: entrant, group: group, coin: coin)
                        #expect(ratio.value == 1, "\(loss)")
                    }
                }
            }
        }
        let difference = report.logScoreDifference(entrant: 1, to: 0)
        #expect(difference?.value == 0)
        for entrant in 0...1 { #expect(abs(report.tenths(entrant: entrant, group: 3).reduce(0, +) - 1) < 1e-12) }
    }

    /// Two coins, two cutoffs each, a horizon of 3: a sure last close, and even chances between 8 and 16 or 70 and 150.
    private static let even = Stub(name: "even", logDensity: 3) { context, days in
        let range = context.last! < 50 ? 8.0...16 : 70...150
        let middle = (range.lowerBound + range.upperBound) / 2
        return MethodForecast(points: Array(repeating: middle, count: days), distribution: Even(range: range, horizon: days))
    }

    private static func handReport() -> BacktestReport {
        Backtest(
            plan(context: 4, every: 3),
            histories: [
                coin("A", [10, 11, 10, 11, 12, 13, 11, 12, 12, 15]), coin("B", [100, 110, 100, 110, 100, 110, 120, 110, 100, 90]),
            ], entrants: [Entrant(Stub.last), Entrant(even)]
        ).report(threads: 1)
    }

    @Test func theLossesOfTwoCoinsByHand() {
        let report = Self.handReport()
        #expect(origins(report) == ["A 3", "A 6", "B 3", "B 6"])
        #expect(report.groups.map(\.name) == ["1-3"])
        func expect(_ loss: Loss, _ values: [(a: Double, b: Double)]) {
            for (entrant, (a, b)) in values.enumerated() {
                let found = [Ticker("A"), Ticker("B"), nil].map { report.value(loss, entrant: entrant, group: 0, coin: $0) }
                for (value, expected) in zip(found, [a, b, (a + b) / 2]) { #expect(abs(value - expected) < 1e-12, "\(loss)") }
            }
        }
        // Errors of the last close: A 1 2 0 and 1 1 4, B 10 0 10 and 10 20 30; of the middle: A 0 1 1 and 0 0 3, B 10 0 10 and 0 10 20.
        expect(.pointError, [(9.0 / 75, 80.0 / 630), (5.0 / 75, 50.0 / 630)])
        // Mean changes of the contexts: A 1 and 4/3, B 10 and 10.
        expect(.mase, [((1 + 1.5) / 2, (2.0 / 3 + 2) / 2), ((2.0 / 3 + 0.75) / 2, (2.0 / 3 + 1) / 2)])
        // Mean squared changes: A 1 and 2, B 100 and 100.
        let root = { (x: Double) in x.squareRoot() }
        expect(
            .rmsse,
            [
                ((root(5.0 / 3) + root(6 / 2)) / 2, (root(200.0 / 3) + root(1400.0 / 3)) / 20),
                ((root(2.0 / 3) + root(3 / 2)) / 2, (root(200.0 / 3) + root(500.0 / 3)) / 20),
            ])
        let smapeOfLast = (
            a: (2.0 / 23 + 4.0 / 24 + 0 + 2.0 / 23 + 2.0 / 23 + 8.0 / 26) / 6,
            b: (20.0 / 210 + 0 + 20.0 / 230 + 20.0 / 230 + 40.0 / 220 + 60.0 / 210) / 6
        )
        expect(
            .smape,
            [
                smapeOfLast,
                ((0 + 2.0 / 25 + 2.0 / 23 + 0 + 0 + 6.0 / 27) / 6, (20.0 / 210 + 0 + 20.0 / 230 + 0 + 20.0 / 210 + 40.0 / 200) / 6),
            ])
        // CRPS and wQL of a sure price are its error.
        for loss in [Loss.crps, .wql] {
            for coin in [Ticker("A"), Ticker("B"), nil] {
                let (value, error) = (
                    report.value(loss, entrant: 0, group: 0, coin: coin),
                    report.value(.pointError, entrant: 0, group: 0, coin: coin)
                )
                #expect(abs(value - error) < 1e-12)
            }
        }
    }

    @Test func theCRPSOfEvenChancesIsItsClosedForm() {
        let report = Self.handReport()
        // (b - a) (z² - z + 1/3) at the place z of the close in the range.
        let places: [(coin: String, width: Double, sum: Double, z: [Double])] = [
            ("A", 8, 75, [0.5, 0.625, 0.375, 0.5, 0.5, 0.875]), ("B", 80, 630, [0.375, 0.5, 0.625, 0.5, 0.375, 0.25]),
        ]
        var ratios: [Double] = []
        for (coin, width, sum, z) in places {
            let expected = z.reduce(0) { $0 + width * ($1 * $1 - $1 + 1.0 / 3) } / sum
            let found = report.value(.crps, entrant: 1, group: 0, coin: Ticker(coin))
            #expect(abs(found / expected - 1) < 0.01, "199 quantiles for all: \(found), \(expected)")
            // The nine deciles, one by one.
            var loss = 0.0
            for place in z {
                for decile in 1...9 {
                    let level = Double(decile) / 10
                    loss += 2.0 / 9 * width * max(level * (place - level), (level - 1) * (place - level))
                }
            }
            #expect(abs(report.value(.wql, entrant: 1, group: 0, coin: Ticker(coin)) - loss / sum) < 1e-12)
            ratios.append(found / report.value(.crps, entrant: 0, group: 0, coin: Ticker(coin)))
        }
        let ratio = report.ratio(.crps, entrant: 1, group: 0)
        #expect(abs(ratio.value - (ratios[0] + ratios[1]) / 2) < 1e-12, "the mean over coins of the ratios of sums")
        #expect(!ratio.hasInterval, "two coins and two origins are too few for an interval")
        #expect(abs(report.ratio(.pointError, entrant: 1, group: 0).value - (5.0 / 9 + 50.0 / 80) / 2) < 1e-12)
        #expect(abs(report.ratio(.crps, entrant: 0, to: 1, group: 0, coin: Ticker("A")).value - 1 / ratios[0]) < 1e-12)
        #expect(report.best(of: [0, 1]) == (ratio.value < 1 ? 1 : 0))
    }

    @Test func coverageWidthAndTenthsByHand() {
        let report = Self.handReport()
        func expect(_ found: [Double], _ expected: [Double], _ comment: String) {
            #expect(found.count == expected.count)
            #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-12 }, "\(comment): \(found), expected \(expected)")
        }
        let (a, b) = (Ticker("A"), Ticker("B"))
        // The 50 % band of A is 10...14, without 15; that of B is 90...130, ends included.
        expect(report.coverage(entrant: 1, group: 0, coin: a), [5.0 / 6, 1, 1], "coverage of A")
        expect(report.coverage(entrant: 1, group: 0, coin: b), [1, 1, 1], "coverage of B")
        expect(report.coverage(entrant: 1, group: 0), [11.0 / 12, 1, 1], "coverage")
        // One of A's closes is the last one again, and one of B's.
        expect(report.coverage(entrant: 0, group: 0), [1.0 / 6, 1.0 / 6, 1.0 / 6], "coverage of a sure price")
        expect(report.width(entrant: 1, group: 0, coin: a), [4.0 / 11, 6.4 / 11, 7.6 / 11], "width of A")
        expect(report.width(entrant: 1, group: 0, coin: b), [0.5, 0.8, 0.95].map { 80 * $0 * (1.0 / 110 + 1.0 / 120) / 2 }, "of B")
        expect(report.width(entrant: 0, group: 0), [0, 0, 0], "width of a sure price")
        expect(report.tenths(entrant: 1, group: 0, coin: a), [0, 0, 0, 1, 0, 3, 1, 0, 1, 0].map { $0 / 6 }, "tenths of A")
        expect(report.tenths(entrant: 1, group: 0, coin: b), [0, 0, 1, 2, 0, 2, 1, 0, 0, 0].map { $0 / 6 }, "tenths of B")
        expect(report.tenths(entrant: 1, group: 0), [0, 0, 1, 3, 0, 5, 2, 0, 1, 0].map { $0 / 12 }, "tenths")
        #expect(report.logScore(entrant: 1) == 3)
        #expect(report.logScoreDifference(entrant: 1, to: 0)?.value == 2)
        #expect(report.cases[1][1].transforms == [0.5, 0.5, 0.875])
    }

    @Test func aCoinThatNeverMovesHasNoMeasureAndHarmsNoOther() {
        let flat = coin("FLAT", Array(repeating: 5, count: 40))
        let moving = walk("A", 40, seed: 1)
        let entrants = Baseline.allCases.map { Entrant($0.method) }
        let alone = Backtest(plan(context: 20), histories: [flat], entrants: entrants).report(threads: 1)
        for loss in Loss.allCases {
            for entrant in entrants.indices {
                #expect(alone.ratio(loss, entrant: entrant, group: 0).value == 1, "\(loss)")
                #expect(alone.value(loss, entrant: entrant, group: 0) == 0, "\(loss)")
            }
        }
        let both = Backtest(plan(context: 20), histories: [flat, moving], entrants: entrants).report(threads: 1)
        let without = Backtest(plan(context: 20), histories: [moving], entrants: entrants).report(threads: 1)
        for entrant in entrants.indices {
            let (one, other) = (
                both.ratio(.crps, entrant: entrant, group: 0), without.ratio(.crps, entrant: entrant, group: 0)
            )
            #expect(abs(one.value - other.value) < 1e-12)
        }
        let all = figures(both)
        #expect(all.allSatisfy { $0.isFinite })
    }

    @Test func theReportDoesNotDependOnTheThreads() {
        let coins = (1...3).map { walk("C\($0)", 150, seed: UInt64($0)) }
        let entrants = Baseline.allCases.map { Entrant($0.method) } + [Entrant(Recorder())]
        func figures(threads: Int) -> [Double] {
            ForecastingTests.figures(
                Backtest(plan(context: 60, horizon: 12, every: 9), histories: coins, entrants: entrants).report(threads: threads))
        }
        let one = figures(threads: 1)
        for threads in [2, 5] { #expect(figures(threads: threads) == one, "\(threads) threads") }
    }

    @Test func theReportDoesNotDependOnTheOrderOfTheCoins() {
        let coins = (1...4).map { walk("C\($0)", 400, seed: UInt64($0)) }
        let entrants = [Baseline.naive, .drift, .bootstrap].map { Entrant($0.method) }
        func report(_ coins: [PriceHistory]) -> BacktestReport {
            Backtest(plan(context: 60, horizon: 12, every: 9), histories: coins, entrants: entrants).report(threads: 2)
        }
        let (one, other) = (report(coins), report(coins.reversed()))
        #expect(one.coins == other.coins.reversed())
        for entrant in entrants.indices {
            for loss in Loss.allCases {
                for group in one.groups.indices {
                    let (first, second) = (
                        one.ratio(loss, entrant: entrant, group: group), other.ratio(loss, entrant: entrant, group: group)
                    )
                    #expect(abs(first.value - second.value) < 1e-12)
                    for coin in one.coins {
                        #expect(
                            one.ratio(loss, entrant: entrant, group: group, coin: coin)
                                == other.ratio(loss, entrant: entrant, group: group, coin: coin))
                    }
                }
            }
        }
        let (first, second) = (one.ratio(.crps, entrant: 1, group: 0), other.ratio(.crps, entrant: 1, group: 0))
        #expect(abs(first.low - second.low) < 1e-12 && abs(first.high - second.high) < 1e-12)
    }

    @Test func progressCountsUpToAllOrigins() {
        let counts = Mutex<[Int]>([])
        let test = Backtest(plan(), histories: [walk("A", 40, seed: 1)], entrants: [Entrant(Stub.last)])
        _ = test.report(threads: 3) { done in counts.withLock { $0.append(done) } }
        #expect(counts.withLock { $0 } == Array(1...test.originCount))
    }

    @Test func noOriginsGiveAnEmptyReport() {
        let report = Backtest(plan(), histories: [walk("A", 5, seed: 1)], entrants: [Entrant(Stub.last)]).report(threads: 2)
        #expect(report.isEmpty && report.cases.isEmpty && report.coins.isEmpty && report.cutoffs.isEmpty && report.seenCount == 0)
    }
}

// MARK: - The ceiling

@Suite struct BacktestCeilingTests {
    /// Closes of quiet days, then of wild ones.
    private static func quietThenWild(_ name: String, seed: UInt64, quiet: Int = 200, wild: Int = 40) -> PriceHistory {
        var random = SeededGenerator(seed: seed)
        var logClose = 3.0
        return coin(
            name,
            (0..<quiet + wild).map { day in
                logClose += (day < quiet ? 0.01 : 0.05) * random.normal()
                return exp(logClose)
            })
    }

    private static func report(_ histories: [PriceHistory], _ plan: Backtest.Plan, hasCeiling: Bool = true) -> BacktestReport {
        Backtest(
            plan, histories: histories, entrants: [Entrant(NaiveBaseline()), Entrant(DriftBaseline())], hasCeiling: hasCeiling
        ).report(threads: 2)
    }

    /// The variance of a day: every pair of days by itself.
    private static func slowVariance(_ returns: [Double], day: Int) -> Double {
        let weights = returns.indices.map { pow(0.8, Double(abs($0 - day))) }
        return zip(weights, returns).reduce(0) { $0 + $1.0 * $1.1 * $1.1 } / weights.reduce(0, +)
    }

    @Test(arguments: 0..<8) func itsWidthIsThatOfTheVolatilityOnBothSides(seed: UInt64) {
        let history = walk("A", 60, seed: seed)
        let report = Self.report([history], plan(context: 30, horizon: 12, since: 35, until: 35))
        // Day 35 is the last of the context, which begins on day 6.
        let closes = Array(history.closes[6...47])
        let returns = zip(closes.dropFirst(), closes).map { log($0 / $1) }
        let (last, deviate) = (history.closes[35], 1.2815515655446004)
        var (variance, width) = (0.0, 0.0)
        for step in 1...12 {
            variance += Self.slowVariance(returns, day: 28 + step)
            let scale = variance.squareRoot()
            width += (exp(deviate * scale) - exp(-deviate * scale)) / 12
            let expected = 0.5 * erfc(-log(history.closes[35 + step] / last) / scale / 2.0.squareRoot())
            #expect(abs(report.cases[0][2].transforms[step - 1] - expected) < 1e-9, "seed \(seed), step \(step)")
        }
        #expect(abs(report.width(entrant: 2, group: report.groups.count - 1)[1] / width - 1) < 1e-9, "seed \(seed)")
    }

    @Test func itIsTheLastRowAndChangesNoOther() {
        let coins = [walk("A", 90, seed: 1), walk("B", 80, seed: 2)]
        let days = plan(context: 30, horizon: 6, every: 5)
        let (one, other) = (Self.report(coins, days), Self.report(coins, days, hasCeiling: false))
        #expect((one.entrants, one.ceiling) == (["naive", "drift", "ceiling"], 2))
        #expect((other.entrants, other.ceiling) == (["naive", "drift"], nil))
        for entrant in 0...1 {
            #expect(one.ratio(.crps, entrant: entrant, group: 0) == other.ratio(.crps, entrant: entrant, group: 0))
        }
        #expect(other.shareOfCeiling(entrant: 1, group: 0) == nil)
        #expect(one.cases.allSatisfy { !$0[2].hasSeen && $0[2].logScore == nil })
    }

    @Test func closesAfterTheHorizonChangeNothing() {
        let past = randomHistory(40, seed: 3).closes
        func transforms(_ future: [Double]) -> [Double] {
            Self.report([coin("A", past + future)], plan(context: 30, horizon: 6, since: 33, until: 33)).cases[0][2].transforms
        }
        #expect(transforms([]) == transforms([1, 1e6, 1e-6]))
    }

    @Test func theShareOfTheNaiveForecastIsNoneAndThatOfTheCeilingIsAll() throws {
        let coins = (1...3).map { Self.quietThenWild("C\($0)", seed: UInt64($0)) }
        let report = Self.report(coins, plan(context: 180, horizon: 30, every: 3))
        for group in report.groups.indices {
            let ceiling = report.ratio(.crps, entrant: 2, group: group).value
            #expect(ceiling < 1)
            let shares = try (0...2).map { try #require(report.shareOfCeiling(entrant: $0, group: group)).value }
            #expect(shares[0] == 0 && shares[2] == 1)
            let drift = report.ratio(.crps, entrant: 1, group: group).value
            #expect(abs(shares[1] - (1 - drift) / (1 - ceiling)) < 1e-12)
        }
    }

    @Test func aCoinThatNeverMovesHasNoCeiling() {
        let report = Self.report([coin("FLAT", Array(repeating: 5, count: 40))], plan(context: 20))
        #expect(report.ratio(.crps, entrant: 2, group: 0).value == 1)
        #expect(report.shareOfCeiling(entrant: 1, group: 0) == nil)
    }
}

// MARK: - Models

@Suite struct BacktestModelTests {
    /// A model whose outputs are always the same: it drifts by `bias` standard deviations a day.
    private func points(_ bias: Float, through: Int?, calibratedOn: (Int, Int)? = nil) throws -> Forecaster {
        let calibration = calibratedOn.map { from, through in
            calibrationJSON(
                kind: "conformal", decay: 0.9, levels: [0.8], rows: [[1]], horizon: 6,
                fittedOn: "[{\"from\":\"\(start + from)\",\"through\":\"\(start + through)\"}]")
        }
        return try SmallModel(biases: [bias], calibration: calibration, through: through.map { "\(start + $0)" }).forecaster()
    }

    private func report(_ entrants: [Entrant], since: Int = 0, until: Int = 1000) -> BacktestReport {
        Backtest(
            plan(context: 30, horizon: 6, since: since, until: until, every: 5), histories: [walk("A", 90, seed: 1)],
            entrants: [Entrant(NaiveBaseline())] + entrants
        ).report(threads: 2)
    }

    @Test func forecastsOfTrainingDaysAreMarkedAndDoNotCount() throws {
        let model = Entrant(name: "m", [try points(0.1, through: 50)])
        #expect(model.lastFittedDay == start + 50)
        let report = report([model], since: 30)
        #expect(report.cases.map { $0[0].cutoff - start } == [30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80])
        // A cutoff on the last day of the training has seen nothing that follows.
        #expect(report.cases.map { $0[1].hasSeen } == [30, 35, 40, 45].map { _ in true } + (0..<7).map { _ in false })
        #expect(report.cases.allSatisfy { !$0[0].hasSeen })
        #expect(report.seenCount == 4)
        #expect(report.cutoffs.map { $0 - start } == [50, 55, 60, 65, 70, 75, 80])
        #expect(!report.isEmpty)
        // The figures, for all entrants, are those of a backtest that begins there.
        #expect(figures(report) == figures(self.report([model], since: 50)))
    }

    @Test func forecastsOfCalibrationDaysAreMarkedAndDoNotCount() throws {
        let model = Entrant(name: "m", [try points(0.1, through: 20, calibratedOn: (52, 60))])
        #expect(model.lastFittedDay == start + 60)
        let report = report([model], since: 30)
        // Outcomes are of the 6 days after a cutoff: those of 45 end with day 51, those of 50 hold day 52, those of 60 begin after it.
        let seen = report.cases.filter { $0[1].hasSeen }.map { $0[1].cutoff - start }
        #expect(seen == [50, 55])
        #expect(report.seenCount == 2)
        #expect(report.cutoffs.map { $0 - start } == [30, 35, 40, 45, 60, 65, 70, 75, 80])
    }

    @Test func oneEntrantThatHasSeenTakesTheForecastFromAll() throws {
        let (early, late) = (Entrant(name: "e", [try points(0.1, through: 10)]), Entrant(name: "l", [try points(0.1, through: 60)]))
        let report = report([early, late], since: 30)
        #expect(report.cutoffs.map { $0 - start } == [60, 65, 70, 75, 80])
        #expect(figures(report) == figures(self.report([early, late], since: 60)))
        #expect(report.cases[0].map(\.hasSeen) == [false, false, true])
    }

    @Test func ifAllDaysAreSeenNothingCounts() throws {
        let report = report([Entrant(name: "m", [try points(0.1, through: 1000)])])
        #expect(report.isEmpty && report.seenCount == report.cases.count && report.seenCount > 0)
        #expect(report.coins.isEmpty && report.cutoffs.isEmpty)
    }

    @Test func untrainedModelsHaveSeenNothing() throws {
        let model = Entrant(name: "m", [try points(0.1, through: nil)])
        #expect(model.lastFittedDay == nil && Entrant(NaiveBaseline()).lastFittedDay == nil)
        #expect(report([model]).seenCount == 0)
    }

    @Test func eachCutoffGetsTheVersionTrainedLastBeforeIt() throws {
        let biases: [(through: Int, bias: Float)] = [(60, 0.6), (40, 0.4), (50, 0.5)]
        let versions = try biases.map { try points($0.bias, through: $0.through) }
        let report = report([Entrant(name: "m", versions)], since: 35)
        let alone = try [0.4, 0.5, 0.6].map { bias in self.report([Entrant(name: "m", [try points(bias, through: nil)])], since: 35)
        }
        func loss(_ report: BacktestReport, _ cutoff: Int) -> Double {
            report.cases.first { $0[1].cutoff == start + cutoff }![1].groups[0].mean(.pointError)
        }
        for (cutoff, version) in [(35, 0), (40, 0), (45, 0), (50, 1), (55, 1), (60, 2), (65, 2), (80, 2)] {
            #expect(loss(report, cutoff) == loss(alone[version], cutoff), "cutoff \(cutoff)")
            #expect(loss(report, cutoff) != loss(alone[(version + 1) % 3], cutoff), "cutoff \(cutoff)")
        }
        // Before all versions, the first model has seen what it forecasts.
        #expect(report.cases.filter { $0[1].hasSeen }.map { $0[1].cutoff - start } == [35])
        #expect(Entrant(name: "m", versions).lastFittedDay == start + 60)
    }

    @Test func aModelsFiguresAreThoseOfItsForecasts() throws {
        let model = try SmallModel(biases: studentTOutputs(location: 0.02, scale: 1, degrees: 5), head: studentT, seed: 4)
            .forecaster()
        let past = walk("A", 40, seed: 9)
        let report = Backtest(
            plan(context: 30, horizon: 6, since: 33, until: 33, paths: 400), histories: [past],
            entrants: [Entrant(NaiveBaseline()), Entrant(name: "m", [model])]
        ).report(threads: 1)
        let outcomes = Array(past.closes[34..<40])
        // With as many paths from another seed, within their sampling error.
        let forecast = try model.forecast(history(Array(past.closes[4..<34])), paths: 4000, seed: 77)
        let expected =
            outcomes.enumerated().reduce(0) { sum, outcome in
                sum + abs(outcome.element - forecast.points[outcome.offset])
            } / outcomes.reduce(0, +)
        #expect(abs(report.value(.pointError, entrant: 1, group: 0) / expected - 1) < 0.2)
        for (step, outcome) in outcomes.enumerated() {
            let share = forecast.distribution!.probability(atMost: outcome, step: step + 1)
            #expect(abs(report.cases[0][1].transforms[step] - share) < 0.1)
        }
    }

    @Test func theLogScoreIsTheDensityOfTheReturn() throws {
        let (location, scale, degrees) = (0.1, 0.8, 4.0)
        let outputs = studentTOutputs(location: location, scale: scale, degrees: degrees)
        let method = ModelMethod(try SmallModel(biases: outputs, head: studentT).forecaster())
        let closes = randomHistory(33, seed: 14).closes
        let found = try #require(method.logDensities(ofLast: 3, in: closes[...]))
        for day in 0..<3 {
            let context = closes[day..<day + 30]
            let returns = zip(context.dropFirst(), context).map { log($0 / $1) }
            let mean = returns.reduce(0, +) / 29
            let deviation = (returns.reduce(0) { $0 + pow($1 - mean, 2) } / 29).squareRoot()
            let shock = (log(closes[day + 30] / closes[day + 29]) / deviation - location) / scale
            let expected = log(0.375 * pow(1 + shock * shock / 4, -2.5) / scale / deviation)
            #expect(abs(found[day] - expected) < 1e-5, "day \(day)")
        }
        let sure = ModelMethod(try points(0.1, through: nil))
        #expect(sure.logDensities(ofLast: 3, in: closes[...]) == nil)
        // A coin that never moved has the smallest deviation that baselines use, and does not take away another coin's score.
        let flat = try #require(method.logDensities(ofLast: 1, in: Array(repeating: 1, count: 31)[...]))
        #expect(flat.count == 1 && flat[0].isFinite)
    }

    @Test(arguments: [1, 2]) func aForecastThatIsNoPriceIsAnError(threads: Int) throws {
        // Its first output is infinite after a fall, and the next one minus infinite.
        let model = try SmallModel.overflowing().forecaster()
        let closes = (0..<60).map { 100.0 - Double($0) - Double($0 % 3) }
        let test = Backtest(
            plan(context: 30, horizon: 6, every: 1), histories: [coin("A", closes)],
            entrants: [Entrant(NaiveBaseline()), Entrant(name: "m", [model])])
        #expect {
            _ = try test.run(threads: threads)
        } throws: { error in
            if case .notAPrice = error as? ForecastError { true } else { false }
        }
    }

    @Test func aPointModelWithoutBandsCountsAsCertain() throws {
        let report = report([Entrant(name: "m", [try points(0.1, through: nil)])])
        for loss in [Loss.crps, .wql] {
            let (value, error) = (report.value(loss, entrant: 1, group: 0), report.value(.pointError, entrant: 1, group: 0))
            #expect(abs(value - error) < 1e-12)
        }
        #expect(report.width(entrant: 1, group: 0) == [0, 0, 0])
    }

    /// Its only path either reaches a price or not, which is no probability.
    @Test func aSinglePathHasNoProbabilityOfReachingAPrice() throws {
        func touches(paths: Int) throws -> Estimate? {
            let certain = Entrant(name: "m", [try points(0.1, through: nil)])
            let entrants = [Entrant(Recorder()), certain, Entrant(Recorder())]
            var touching = plan(context: 30, horizon: 6, every: 5, paths: paths)
            touching.scoresTouch = true
            let report = Backtest(touching, histories: [walk("A", 90, seed: 1)], entrants: entrants).report(threads: 1)
            #expect(report.touchRatio(entrant: 1, to: 0, group: 0) == nil)
            return report.touchRatio(entrant: 2, to: 0, group: 0)
        }
        #expect(try touches(paths: 20)?.value == 1)
        #expect(try touches(paths: 1) == nil)
    }
}

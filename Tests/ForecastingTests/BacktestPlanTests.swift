import Forecasting
import Market
import Synchronization
import Testing

/// The days from which any backtest forecasts, and how it stops early.
@Suite struct BacktestPlanTests {
    private static func lineup(through: String? = nil) throws -> Lineup {
        let model = try SmallModel(biases: [0], context: 30, horizon: 6, through: through).forecaster()
        return try Lineup(baselines: [.garch], models: [.init(title: "small", versions: [model])])
    }

    /// 2020-01-01 and the days after it.
    private static func history(_ days: Int) -> PriceHistory {
        PriceHistory(ticker: Ticker("A")!, firstDay: Day(iso: "2020-01-01")!, closes: (0..<days).map { 100 + Double($0 % 7) })
    }

    @Test func cutoffsBeginAfterTheFirstContextAndLeaveAHorizon() throws {
        let plan = Backtest.Plan(try Self.lineup(), [Self.history(100)])
        #expect(plan.periods == [Day(iso: "2020-01-30")!...Day(iso: "2020-04-03")!])
        #expect(plan.contextLength == 30 && plan.horizon == 6 && plan.every == 15)
    }

    @Test func cutoffsBeginAfterTheLastDayThatTheModelKnows() throws {
        let lineup = try Self.lineup(through: "2020-03-15")
        #expect(lineup.lastFittedDay == Day(iso: "2020-03-15")!)
        #expect(Backtest.Plan(lineup, [Self.history(100)]).periods.first?.lowerBound == Day(iso: "2020-03-16")!)
        // An explicitly given first cutoff is used, although its days do not count.
        let since = Day(iso: "2020-02-20")!
        #expect(Backtest.Plan(lineup, [Self.history(100)], since: since).periods.first?.lowerBound == since)
        #expect(Backtest.Plan(try Self.lineup(through: "2020-04-03"), [Self.history(100)]).periods.isEmpty)
    }

    @Test func historiesThatCannotBeMeasuredAreNamed() throws {
        let lineup = try Self.lineup()
        #expect(lineup.obstacle(to: Self.history(36)) == nil)
        #expect(lineup.obstacle(to: Self.history(35)) == .tooShort(have: 35, need: 36))
        let wild = PriceHistory(
            ticker: Ticker("A")!, firstDay: Day(daysSince1970: 0), closes: Array(repeating: 1, count: 40) + [1e250])
        #expect(lineup.obstacle(to: wild) == .unscorable(close: 1e250))
    }

    @Test func modelsOfDifferentShapesAreNotMeasuredTogether() throws {
        let (one, other) = (
            try SmallModel(biases: [0]).forecaster(), try SmallModel(biases: [0], context: 31, name: "other").forecaster()
        )
        let models = [one, other].map { Lineup.Model(title: $0.configuration.name, versions: [$0]) }
        #expect(throws: LineupError.differentShapes("small", "other")) { try Lineup(baselines: [], models: models) }
        #expect(throws: LineupError.noModel) { try Lineup(baselines: [.naive], models: []) }
    }

    @Test(arguments: [1, 3]) func aCancelledRunHasNoReport(threads: Int) throws {
        let lineup = try Self.lineup()
        let history = Self.history(400)
        let test = Backtest(Backtest.Plan(lineup, [history]), histories: [history], entrants: lineup.entrants)
        #expect(test.originCount == 25)
        let done = Atomic(0)
        let asked = Atomic(0)
        let cancelled = try test.run(
            threads: threads, isCancelled: { asked.add(1, ordering: .relaxed).newValue > 20 },
            progress: { done.store($0, ordering: .relaxed) })
        #expect(cancelled == nil)
        // Three entrants per origin: at most six are complete, and those in progress are abandoned.
        #expect((1...6).contains(done.load(ordering: .relaxed)) && asked.load(ordering: .relaxed) <= 20 + threads)
        let report = try test.run(threads: threads, isCancelled: { false })
        #expect(report?.cases.count == 25)
    }
}

import Market
import Text

/// A model's skill on the closes of one series alone, for a series to which the skill measured on other coins does not apply.
package enum OwnSkill: Equatable, Sendable {
    case measured(Skill)
    /// Why there are no figures, as a clause.
    case unmeasured(reason: String)

    /// Forecasts from fewer cutoffs, 15 days apart, are of nearly the same days.
    package static let fewestCutoffs = 3
    /// Drawing paths takes about a hundred times as long as other forecasts, and the reader of a report waits for it.
    private static let mostCutoffsOfPaths = 12, paths = 200

    /// Scores forecasts from every 15th day that the model was not fitted to; from the newest such days if it draws sample paths.
    ///
    /// - Parameter history: all days that are known, not only those that a forecast reads.
    /// - Throws: ``LineupError``, which one model alone does not cause.
    /// - Complexity: as `closecast backtest` of one series; for a model that draws paths, from at most 12 cutoffs. Blocking.
    package init(of model: Forecaster, on history: PriceHistory, threads: Int) throws(LineupError) {
        guard model.hasDistribution else {
            self = .unmeasured(reason: "the model \(model.configuration.name) forecasts no bands")
            return
        }
        let lineup = try Lineup(baselines: [], models: [.init(title: model.configuration.name, versions: [model])])
        if case .unscorable(let close)? = lineup.obstacle(to: history) {
            self = .unmeasured(reason: "the close \(close) cannot be scored")
            return
        }
        let backtest = Backtest(
            Self.plan(lineup, history, drawsPaths: model.drawsPaths), histories: [history], entrants: lineup.entrants)
        let cutoffs = backtest.unseenCount
        guard cutoffs >= Self.fewestCutoffs else {
            let past = "\(lineup.horizon) past days that the model has not seen"
            self = .unmeasured(
                reason: "its closes allow \(cutoffs.counted("forecast")) of \(past); \(Self.fewestCutoffs) are needed")
            return
        }
        let name = "the closes of \(history.ticker) alone"
        do throws(ForecastError) {
            self = .measured(Skill(try backtest.run(threads: threads), lineup, model: lineup.models.lowerBound, period: name))
        } catch {
            self = .unmeasured(reason: error.description)
        }
    }

    private static func plan(_ lineup: Lineup, _ history: PriceHistory, drawsPaths: Bool) -> Backtest.Plan {
        var plan = Backtest.Plan(lineup, [history], sampling: Sampling(paths: paths))
        let most = plan.every * (mostCutoffsOfPaths - 1)
        if drawsPaths { plan.periods = plan.periods.map { max($0.lowerBound, $0.upperBound - most)...$0.upperBound } }
        return plan
    }
}

import Forecasting
import Market
import MarketData

/// A model's measured skill on the stored closes of one coin, on days that it had not seen.
package struct CoinMeasurement: Sendable {
    package let asset: Asset
    package let modelName: String
    /// The SHA-256 of the weights, 64 hexadecimal digits.
    package let modelSHA256: String
    /// The day of the newest close at the time of the measurement.
    package let lastDay: Day
    package let skill: Skill
}

/// Measures a model on the stored closes of one coin: forecasts from every 15th day that the model was not fitted to, scored
/// against the actual closes and compared with the last price and GARCH-t.
package struct CoinBacktest: Sendable {
    private let asset: Asset
    private let configuration: ModelConfiguration
    private let lastDay: Day
    private let lineup: Lineup
    private let backtest: Backtest

    /// Reads the closes of a coin.
    ///
    /// - Throws: ``CoinBacktestError``, ``LineupError`` and what `StoredHistories` throws.
    package init(of asset: Asset, by model: Forecaster, in market: MarketData) async throws {
        guard model.hasDistribution else { throw CoinBacktestError.noBands(model: model.configuration.name) }
        // The newest unbroken run of days, however short.
        let stored = try await market.histories.history(of: asset, .init(need: 2, today: market.today), newest: .max)
        let history = stored.history.renamed(asset.ticker)
        lineup = try Lineup(baselines: [.garch], models: [.init(title: model.configuration.name, versions: [model])])
        switch lineup.obstacle(to: history) {
        case nil: break
        case .tooShort(let have, let need): throw CoinBacktestError.tooFewCloses(have: have, need: need)
        case .unscorable(let close): throw CoinBacktestError.unscorable(close: close)
        }
        backtest = Backtest(Backtest.Plan(lineup, [history]), histories: [history], entrants: lineup.entrants)
        guard backtest.unseenCount > 0 else {
            let fitted = lineup.lastFittedDay ?? history.lastDay
            throw CoinBacktestError.noUnseenDays(
                fittedThrough: fitted, lastClose: history.lastDay, missing: fitted + 1 + lineup.horizon - history.lastDay)
        }
        (self.asset, configuration, lastDay) = (asset, model.configuration, history.lastDay)
    }

    /// The number of cutoffs.
    package var count: Int { backtest.originCount }

    /// Measures on the calling thread, some 80 ms for each of ``count``.
    ///
    /// - Parameters:
    ///   - isCancelled: asked before each forecast.
    ///   - progress: receives how many of ``count`` are done.
    /// - Throws: `CancellationError`, and `ForecastError` if a forecast of the model is not a price.
    package func run(isCancelled: @Sendable () -> Bool, progress: @Sendable (Int) -> Void) throws -> CoinMeasurement {
        guard let report = try backtest.run(threads: 1, isCancelled: isCancelled, progress: progress) else {
            throw CancellationError()
        }
        let skill = Skill(report, lineup, model: lineup.models.lowerBound, period: "stored closes of \(asset.ticker)")
        return CoinMeasurement(
            asset: asset, modelName: configuration.name, modelSHA256: configuration.sha256, lastDay: lastDay, skill: skill)
    }
}

/// Why a model cannot be measured on a coin.
package enum CoinBacktestError: Error, Equatable, Sendable {
    /// Fewer closes in a row than a forecast reads and scores together.
    case tooFewCloses(have: Int, need: Int)
    /// A close is too large or too small to be scored.
    case unscorable(close: Double)
    /// The model was fitted to the days of all closes, or too few closes follow these days; `missing` more days are needed.
    case noUnseenDays(fittedThrough: Day, lastClose: Day, missing: Int)
    /// The model forecasts prices without bands.
    case noBands(model: String)
}

extension CoinBacktestError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooFewCloses(let have, let need): "\(have) closes in a row are stored; a measurement needs \(need)"
        case .unscorable(let close): "the close \(close) cannot be scored; expected prices from 1e-200 to 1e200"
        case .noUnseenDays(let fitted, let last, let missing):
            "the model was fitted to days up to \(fitted) and the last close is of \(last); \(missing) more days are needed"
        case .noBands(let model): "the model \(model) forecasts no bands, so there is nothing to measure them by"
        }
    }
}

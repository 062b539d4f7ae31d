import Forecasting
import Forecasts
import Market
import MarketData

/// Computes the results of paper matches, from closes and a model.
package struct PaperPlay: Sendable {
    private let odds: PaperOdds
    private let executor: (any TaskExecutor)?

    /// - Parameters:
    ///   - odds: the cache of computed chances.
    ///   - executor: where matches are played, which takes up to a second of processor time; nil for the caller's.
    package init(_ odds: PaperOdds = PaperOdds(), executor: (any TaskExecutor)? = nil) {
        (self.odds, self.executor) = (odds, executor)
    }

    /// Plays a match on stored closes.
    ///
    /// - Parameter forecaster: gives the model that ``Strategy/followForecast`` follows; called only if it takes part.
    /// - Throws: `AssetError.notStored` if a coin was removed, ``PaperTradingError``, and what `forecaster` and the store throw.
    package func outcome(
        of match: PaperMatch, in market: MarketData, by forecaster: @Sendable () async throws -> any CoinForecaster
    ) async throws -> PaperOutcome {
        let follower = match.followsForecast ? try await forecaster() : nil
        let stored = try await market.store.assets(ids: Set(match.coins))
        var coins: [PaperCloses] = []
        for id in match.coins {
            guard let asset = stored[id] else { throw AssetError.notStored(id) }
            let first = match.start - (follower?.model.contextLength ?? 0)
            let candles = try await market.store.candles(of: id, from: first, through: match.lastDay(today: market.today))
            coins.append(PaperCloses(asset, candles.map(\.candle)))
        }
        return try await outcome(of: match, coins, today: market.today) { follower! }
    }

    /// Plays a match on given closes.
    ///
    /// - Parameters:
    ///   - coins: in the order of the match's coins.
    ///   - today: the first day that has not ended; closes from this day on are ignored.
    ///   - forecaster: gives the model that ``Strategy/followForecast`` follows; called only if it takes part.
    /// - Throws: ``PaperTradingError``, and what `forecaster` throws.
    package func outcome(
        of match: PaperMatch, _ coins: [PaperCloses], today: Day, by forecaster: @Sendable () async throws -> any CoinForecaster
    ) async throws -> PaperOutcome {
        precondition(coins.map(\.asset.id) == match.coins, "the closes must be those of the match's coins")
        guard let simulation = PaperSimulation(match, coins, today: today) else {
            return .waiting(for: waiting(match, coins, today))
        }
        var decisions: [ForecastDecision] = []
        var model: PaperModel?
        if match.followsForecast {
            let forecaster = try await forecaster()
            decisions = try await ForecastRule(match).decisions(on: simulation.tradingDays, coins, by: forecaster, odds)
            let configuration = forecaster.model.configuration
            model = PaperModel(
                name: configuration.name, sha256: configuration.sha256, fittedThrough: configuration.lastFittedDay)
        }
        return try await withTaskExecutorPreference(executor) { [decisions, model] in
            .result(try simulation.result(decisions, by: model))
        }
    }

    /// Returns the coins without a close since the start of a match; all coins if each has one, but never on the same day.
    private func waiting(_ match: PaperMatch, _ coins: [PaperCloses], _ today: Day) -> [Asset] {
        let last = match.lastDay(today: today)
        let without = coins.filter { coin in
            last < match.start || !(match.start...last).days.contains { coin.price(on: $0) != nil }
        }
        return (without.isEmpty ? coins : without).map(\.asset)
    }
}

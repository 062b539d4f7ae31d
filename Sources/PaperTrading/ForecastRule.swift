import Forecasting
import Forecasts
import Ledger
import Market
import Platform

/// The rule of ``Strategy/followForecast``.
///
/// On a trading day a coin is wanted if the model, given the closes up to the day before and nothing later, puts the chance that the
/// close ``days`` days later is above the last of these closes above the threshold. The trade itself is at the close of the trading day.
/// A coin with a gap among the closes that the model reads, or with too few of them, has no chance and is not wanted.
package struct ForecastRule: Sendable {
    /// How many days ahead the forecast looks, or fewer if the model's horizon is shorter.
    package static let days = 30

    let threshold: FixedDecimal
    let seed: UInt64

    init(_ match: PaperMatch) { (threshold, seed) = (match.threshold, match.seed) }

    /// Decides which coins the rule wants on each trading day.
    ///
    /// - Parameter odds: the cache of computed chances.
    /// - Throws: ``PaperTradingError/noBands(model:)``, `CancellationError` and what `forecaster` throws.
    func decisions(
        on days: [Day], _ coins: [PaperCloses], by forecaster: some CoinForecaster, _ odds: PaperOdds
    ) async throws -> [ForecastDecision] {
        let model = forecaster.model
        guard model.hasDistribution else { throw PaperTradingError.noBands(model: model.configuration.name) }
        let options = ForecastOptions(days: min(Self.days, model.horizon), seed: seed)
        var decisions: [ForecastDecision] = []
        for day in days {
            try Task.checkCancellation()
            let histories = Successes(
                coins.map { coin -> Result<PriceHistory, NoHistory> in
                    coin.history(through: day - 1, need: model.contextLength).map { .success($0) } ?? .failure(NoHistory())
                })
            let known = try await odds.chances(of: histories.values, options, by: forecaster)
            let chances = histories.merging(known.map { $0.map { .success($0) } ?? .failure(NoHistory()) }).map { try? $0.get() }
            decisions.append(
                ForecastDecision(
                    day: day, chances: chances, threshold: threshold.doubleValue,
                    isSeen: model.configuration.hasSeen(daysAfter: day - 1, horizon: min(Self.days, model.horizon))))
        }
        return decisions
    }

    private struct NoHistory: Error {}
}

/// The forecasts of one trading day.
package struct ForecastDecision: Equatable, Sendable {
    package let day: Day
    /// For each coin of the match the chance to rise, 0 to 1; nil if it cannot be forecast.
    package let chances: [Double?]
    /// The indices of the coins whose chance is above the threshold.
    package let wanted: [Int]
    /// Whether the model was fitted to days after the last close that this forecast read. Such a forecast is no fair test of the
    /// model.
    package let isSeen: Bool

    init(day: Day, chances: [Double?], threshold: Double, isSeen: Bool) {
        (self.day, self.chances, self.isSeen) = (day, chances, isSeen)
        wanted = chances.indices.filter { (chances[$0] ?? 0) > threshold }
    }
}

import Forecasting
import Market
import Portfolio

/// Keeps forecasts of stored closes in the diary.
struct ForecastRecorder {
    let stored: StoredCloses
    let forecaster: Forecaster
    let sampling: Sampling

    /// A failure is told and fails nothing: the forecast has been printed.
    func record(_ forecasts: [(history: PriceHistory, forecast: Forecast)]) async {
        do {
            guard !forecasts.isEmpty, let store = try stored.store() else { return }
            for (history, forecast) in forecasts {
                let asset = try await store.asset(history.ticker)
                _ = try await store.diary.record(forecast, of: asset.id, from: history, with: forecaster, sampling: sampling)
            }
        } catch {
            Console.note("the forecast was not kept in the diary: \(Failure(error).message)")
        }
    }
}

import Forecasting
import Market
import MarketData

/// Forecasts the coins held in wallets in advance, whenever their closes, the model or the day have changed.
///
/// Ten coins with 1,000 sample paths each take two cores a quarter of a second; with the paths in the cache, a wallet's forecast
/// takes milliseconds. They are computed in the background, with the settings of a request without parameters.
package struct ForecastWarmUp: Sendable {
    private let market: MarketData
    private let cache: SamplePathCache
    private let storeVersion: StoreVersion
    private let forecaster: @Sendable () throws -> any CoinForecaster
    private let held: @Sendable () async throws -> [Asset]
    private let wait: @Sendable () async throws -> Void
    private let reportFailure: @Sendable (String) -> Void

    /// - Parameters:
    ///   - cache: where the sample paths are stored.
    ///   - storeVersion: changes whenever the stored data changes.
    ///   - forecaster: returns the forecaster with the default model, which computes in the background.
    ///   - held: returns the coins held in wallets, those held by most wallets first.
    ///   - wait: waits until it is time to look for changes again; throws when the server stops.
    ///   - reportFailure: called with the reason when the coins could not be forecast, once for each reason.
    package init(
        market: MarketData, cache: SamplePathCache, storeVersion: StoreVersion,
        forecaster: @escaping @Sendable () throws -> any CoinForecaster, wait: @escaping @Sendable () async throws -> Void,
        reportFailure: @escaping @Sendable (String) -> Void, held: @escaping @Sendable () async throws -> [Asset]
    ) {
        (self.market, self.cache, self.storeVersion, self.forecaster) = (market, cache, storeVersion, forecaster)
        (self.wait, self.reportFailure, self.held) = (wait, reportFailure, held)
    }

    /// Runs until the task is cancelled.
    package func run() async {
        var done: ForecastInputsVersion?
        var reported: String?
        while !Task.isCancelled {
            do {
                let forecaster = try forecaster()
                let version = ForecastInputsVersion(
                    today: market.today, store: await storeVersion.current(), model: forecaster.revision)
                if version != done {
                    try await warm(forecaster)
                    done = version
                }
                reported = nil
            } catch {
                // The request for a wallet's forecast computes what is missing, or reports the error.
                if reported != "\(error)" { reportFailure("\(error)") }
                reported = "\(error)"
            }
            guard (try? await wait()) != nil else { return }
        }
    }

    /// Forecasts the held coins that are not yet in the cache, up to its capacity.
    package func warm(_ forecaster: some CoinForecaster) async throws {
        let model = forecaster.model
        guard model.hasDistribution else { return }
        let options = ForecastOptions()
        let caching = cache.caching(forecaster, lane: .background)
        for asset in try await held().prefix(cache.room(for: options, horizon: model.horizon)) where !Task.isCancelled {
            guard let history = try await history(of: asset, need: model.contextLength) else { continue }
            _ = try await caching.forecasts(of: [history], options)
        }
    }

    /// Returns nil if the closes cannot be used; a request for the coin's forecast reports why.
    private func history(of asset: Asset, need: Int) async throws -> PriceHistory? {
        do {
            return try await market.histories.history(of: asset, .init(need: need, today: market.today)).history
        } catch is CloseSeriesError {
            return nil
        } catch StoredClosesError.noCloses {
            return nil
        }
    }
}

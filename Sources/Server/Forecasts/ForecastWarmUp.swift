import Forecasting
import Inference
import Logging
import Market
import Portfolio

/// Forecasts the coins that wallets hold before anybody asks, whenever their closes, the model or the day have changed.
///
/// Ten coins with 1,000 sample paths each are a quarter of a second of two cores; with their paths there, a wallet's forecast takes
/// milliseconds. They are drawn in the background's turn and with the settings that a request without parameters has.
package struct ForecastWarmUp: Sendable {
    private let services: Services
    private let held: @Sendable () async throws -> [Asset]
    private let wait: @Sendable () async throws -> Void
    private static let logger = Logger(label: "closecast.forecasts")

    /// - Parameters:
    ///   - held: what wallets hold, what most of them hold first.
    ///   - wait: until it is time to look again whether something has changed; throws where the server ends.
    package init(
        _ services: Services, wait: @escaping @Sendable () async throws -> Void,
        held: @escaping @Sendable () async throws -> [Asset]
    ) {
        (self.services, self.wait, self.held) = (services, wait, held)
    }

    /// Runs until the task is cancelled.
    package func run() async {
        var done: ForecastCache.Moment?
        var told: String?
        while !Task.isCancelled {
            do {
                let model = try services.catalogue.model(nil, version: nil)
                let moment = ForecastCache.Moment(
                    today: Day(secondsSince1970: services.now()), storeVersion: await services.market.storeVersion.current(),
                    modelRevision: model.revision)
                if moment != done {
                    try await warm(model)
                    done = moment
                }
                told = nil
            } catch {
                // A wallet's forecast computes what is missing, and says what is wrong where it cannot. Here it is told once.
                if told != "\(error)" { Self.logger.info("coins were not forecast ahead", metadata: ["error": "\(error)"]) }
                told = "\(error)"
            }
            guard (try? await wait()) != nil else { return }
        }
    }

    /// Forecasts the held coins that are not known yet, as many as are kept.
    package func warm(_ model: LoadedModel) async throws {
        let forecaster = try model.forecaster(.recursive)
        guard forecaster.hasDistribution else { return }
        let options = ForecastSettings { _ in nil }.options
        let room = services.coinForecasts.room(for: options, horizon: forecaster.horizon)
        for asset in try await held().prefix(room) where !Task.isCancelled {
            guard let history = try await history(of: asset, need: forecaster.contextLength) else { continue }
            _ = try await services.coinForecasts.forecasts(
                of: [history], options, with: model, need: forecaster.contextLength, queue: services.queue, priority: .background)
        }
    }

    /// nil where its closes do not suffice, which whoever asks for it is told.
    private func history(of asset: Asset, need: Int) async throws -> PriceHistory? {
        let selection = PriceFile.Selection(need: need, today: Day(secondsSince1970: services.now()))
        do {
            return try await services.portfolio(of: .local).history(of: asset, selection).history
        } catch is PriceFileError {
            return nil
        } catch PortfolioError.noCloses {
            return nil
        }
    }
}

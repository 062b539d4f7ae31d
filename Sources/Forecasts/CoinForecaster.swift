import Forecasting
import Market

/// Computes the forecasts of coins with one model: on a command's threads, or in a server's queue.
package protocol CoinForecaster: Sendable {
    /// The model, in the decode mode of the request.
    var model: Forecaster { get }
    /// The model's version in the catalogue.
    var version: String { get }
    /// A number that differs between any two models that may compute different forecasts, including versions of the same name.
    var revision: UInt64 { get }

    /// Forecasts histories.
    ///
    /// - Returns: one result per history, in the same order.
    /// - Throws: an error that affects all of them, such as a full queue.
    func forecasts(of histories: [PriceHistory], _ options: ForecastOptions) async throws -> [Result<Forecast, ForecastError>]

    /// Runs other work that takes milliseconds on a thread that it does not block for others. Rethrows its errors.
    ///
    /// - Parameter values: about how many values of sample paths it draws, sorts or reads: series times days times paths.
    func compute<Output: Sendable>(values: Int, _ body: @escaping @Sendable () throws -> Output) async throws -> Output
}

/// Forecasts on threads of the caller's process, for a command that has the machine to itself.
package struct ThreadForecaster: CoinForecaster {
    package let model: Forecaster
    private let threads: Int

    /// - Parameter threads: the number of threads that share the histories.
    package init(_ model: Forecaster, threads: Int) { (self.model, self.threads) = (model, threads) }

    package var version: String { DiaryEntry.Model.unversioned }
    package var revision: UInt64 { 0 }

    package func forecasts(of histories: [PriceHistory], _ options: ForecastOptions) -> [Result<Forecast, ForecastError>] {
        model.forecast(
            histories, days: options.days ?? model.horizon, sampling: options.sampling, threads: threads)
    }

    package func compute<Output: Sendable>(
        values: Int, _ body: @escaping @Sendable () throws -> Output
    ) throws -> Output { try body() }
}

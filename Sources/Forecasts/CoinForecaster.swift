import Forecasting
import Market

/// Computes the forecasts of coins with one model: on the threads of a command, or in the queue of a server.
package protocol CoinForecaster: Sendable {
    /// The model.
    var forecaster: Forecaster { get }
    /// The model's version, as the catalogue has it.
    var version: String { get }
    /// Differs between any two models that may compute different forecasts, versions of one name included.
    var revision: UInt64 { get }

    /// Forecasts histories: one result each, in their order.
    ///
    /// - Throws: what keeps all of them from being computed, such as a full queue.
    func forecasts(of histories: [PriceHistory], _ options: ForecastOptions) async throws -> [Result<Forecast, ForecastError>]

    /// Runs other work that takes milliseconds where nobody else waits for the thread. What it throws is thrown on.
    func compute<Output: Sendable>(_ body: @escaping @Sendable () throws -> Output) async throws -> Output
}

/// Forecasts on threads of the caller's process, for a command that has the machine to itself.
package struct ThreadForecaster: CoinForecaster {
    package let forecaster: Forecaster
    private let threads: Int

    /// - Parameter threads: how many threads the histories are shared among.
    package init(_ forecaster: Forecaster, threads: Int) { (self.forecaster, self.threads) = (forecaster, threads) }

    package var version: String { DiaryEntry.Model.unversioned }
    package var revision: UInt64 { 0 }

    package func forecasts(of histories: [PriceHistory], _ options: ForecastOptions) -> [Result<Forecast, ForecastError>] {
        forecaster.forecast(
            histories, days: options.days ?? forecaster.horizon, sampling: options.sampling, threads: threads)
    }

    package func compute<Output: Sendable>(_ body: @escaping @Sendable () throws -> Output) throws -> Output { try body() }
}

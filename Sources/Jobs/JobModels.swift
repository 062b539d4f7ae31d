import Forecasting
import Market

/// The models that compute jobs. ``InferenceJobModels`` implements them with the catalogue and the inference queue.
package protocol JobModels: Sendable {
    /// Returns a model.
    ///
    /// - Parameters:
    ///   - name: nil for the default model.
    ///   - version: nil for the highest version that is ready.
    /// - Throws: ``JobModelError``, which may be temporary.
    func model(_ name: String?, version: String?) throws(JobModelError) -> any JobModel
}

/// One loaded model.
package protocol JobModel: ForecastModel, Sendable {
    var version: String { get }
    /// The SHA-256 of the weights, 64 hexadecimal digits.
    var sha256: String { get }
    /// The number of daily closes that a forecast reads.
    var contextLength: Int { get }

    /// Forecasts one series in the background. The same series and options give the same forecast, whatever else is computed.
    func forecast(_ history: PriceHistory, _ options: JobOptions) async throws(JobFault) -> Forecast
}

/// A model that is not available.
package struct JobModelError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A stable error code for programs.
    package let code: String
    package let description: String

    /// Carries the catalogue's error.
    package init(code: String, description: String) { (self.code, self.description) = (code, description) }
}

/// The reasons why a series got no forecast.
package enum JobFault: Error, Equatable, Sendable {
    /// The series cannot be forecast: its answer is an error line.
    case series(ForecastError)
    /// The queue is full; the series is retried.
    case busy(retryAfterSeconds: Double)
    /// The server is stopping, or the job was cancelled. The series is computed later, if at all.
    case stopped
    /// The computation failed for a reason unrelated to the series; the job waits and retries.
    case broken(String)
}

import Forecasting
import Market

/// The models that jobs are computed with: the catalogue and the inference queue, behind ``InferenceJobModels``.
package protocol JobModels: Sendable {
    /// The model of a name and version.
    ///
    /// - Parameters:
    ///   - name: nil for the default model.
    ///   - version: nil for the highest.
    /// - Throws: ``JobModelError``; it may be there again later.
    func model(_ name: String?, version: String?) throws(JobModelError) -> any JobModel
}

/// One loaded model.
package protocol JobModel: ForecastModel, Sendable {
    var version: String { get }
    /// Of the weights, 64 hexadecimal digits.
    var sha256: String { get }
    /// Daily closes that a forecast reads.
    var contextLength: Int { get }

    /// Forecasts one series in the background: the same series and options give the same forecast in any company.
    func forecast(_ history: PriceHistory, _ options: JobOptions) async throws(JobFault) -> Forecast
}

/// A model that is not there.
package struct JobModelError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A stable word for programs.
    package let code: String
    package let description: String

    /// What the catalogue said.
    package init(code: String, description: String) { (self.code, self.description) = (code, description) }
}

/// Why a series got no forecast.
package enum JobFault: Error, Equatable, Sendable {
    /// It cannot have one: its answer is an error line.
    case series(ForecastError)
    /// The queue is full; the series is tried again.
    case busy(retryAfterSeconds: Double)
    /// The server stops, or the job was cancelled; the series is computed later, if at all.
    case stopped
    /// The computation failed for a reason that is not the series'; the job waits and tries again.
    case broken(String)
}

import Forecasting
import Inference

/// The current state of a batch job.
package struct Job: Equatable, Sendable {
    /// The states of a job: waiting and running alternate until one of the other three, which is final.
    package enum State: String, CaseIterable, Sendable {
        case waiting, running, done, cancelled, failed
    }

    /// The model chosen when the job was created. All series are computed with exactly these weights.
    package struct Model: Equatable, Sendable {
        package let name: String
        package let version: String
        /// The SHA-256 of the weights, 64 hexadecimal digits.
        package let sha256: String

        /// Identifies a model of the catalogue.
        package init(name: String, version: String, sha256: String) {
            (self.name, self.version, self.sha256) = (name, version, sha256)
        }
    }

    /// The reason why a job failed, or what it is waiting for.
    package struct Fault: Equatable, Sendable {
        /// A stable error code for programs.
        package let code: String
        package let message: String

        init(_ code: String, _ message: String) { (self.code, self.message) = (code, message) }
    }

    package let id: JobID
    package let owner: String
    package let model: Model
    package let options: JobOptions
    /// The number of series in the input.
    package let series: Int
    /// The time of creation, in seconds since 1970-01-01 UTC, like the other times.
    package let createdAt: Int
    package internal(set) var startedAt: Int?
    package internal(set) var finishedAt: Int?
    package internal(set) var state = State.waiting
    /// The number of answers in the synced result: forecasts and errors.
    package internal(set) var completed = 0
    /// The number of errors among them.
    package internal(set) var failed = 0
    /// The length of the synced result, in bytes.
    package internal(set) var resultBytes = 0
    package internal(set) var problem: Fault?

    /// The client's key for the request that created the job.
    let idempotencyKey: String?
    /// The SHA-256 of the request: settings and body.
    let requestSHA256: String

    /// Whether the state is final.
    package var isFinished: Bool { state != .waiting && state != .running }
}

/// The forecast options of all series of a job.
package struct JobOptions: Equatable, Sendable {
    /// Days to forecast.
    package let days: Int
    /// The quantiles in the result, ascending; empty for a point model without calibration.
    package let quantiles: [Double]
    /// Nil for a point model.
    package let sampling: Sampling?
    package let decode: DecodeMode

    /// Creates options without checking them against a model; ``JobRequest/options(for:limits:)`` does that.
    package init(days: Int, quantiles: [Double], sampling: Sampling?, decode: DecodeMode) {
        (self.days, self.quantiles, self.sampling, self.decode) = (days, quantiles, sampling, decode)
    }
}

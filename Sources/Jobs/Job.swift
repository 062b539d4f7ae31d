import Forecasting
import Inference

/// One batch job as it stands.
package struct Job: Equatable, Sendable {
    /// What becomes of a job: waiting, running, and then one of the other three for good.
    package enum State: String, CaseIterable, Sendable {
        case waiting, running, done, cancelled, failed
    }

    /// The model that was chosen when the job was created. All series are computed with these very weights.
    package struct Model: Equatable, Sendable {
        package let name: String
        package let version: String
        /// Of the weights, 64 hexadecimal digits.
        package let sha256: String

        /// What the catalogue calls it.
        package init(name: String, version: String, sha256: String) {
            (self.name, self.version, self.sha256) = (name, version, sha256)
        }
    }

    /// Why a job failed, or what it waits for.
    package struct Problem: Equatable, Sendable {
        /// A stable word for programs.
        package let code: String
        package let message: String

        init(_ code: String, _ message: String) { (self.code, self.message) = (code, message) }
    }

    package let id: JobID
    package let owner: String
    package let model: Model
    package let options: JobOptions
    /// Series in the input.
    package let series: Int
    /// Seconds since 1970-01-01 UTC, as the other moments.
    package let createdAt: Int
    package internal(set) var startedAt: Int?
    package internal(set) var finishedAt: Int?
    package internal(set) var state = State.waiting
    /// Answers in the synced result: forecasts and problems.
    package internal(set) var completed = 0
    /// Of them, the problems.
    package internal(set) var failed = 0
    /// Length of the synced result.
    package internal(set) var resultBytes = 0
    package internal(set) var problem: Problem?

    /// What the client calls the request that made it.
    let idempotencyKey: String?
    /// SHA-256 of the request: settings and body.
    let requestSHA256: String

    /// Whether nothing changes any more.
    package var isFinished: Bool { state != .waiting && state != .running }
}

/// What is computed of each series.
package struct JobOptions: Equatable, Sendable {
    /// Days to forecast.
    package let days: Int
    /// The quantiles that are told, ascending; none of a model of points.
    package let quantiles: [Double]
    /// Nil of a model of points.
    package let sampling: Sampling?
    package let decode: DecodeMode

    /// Options that fit the model: ``JobRequest/options(for:limits:)`` checks them.
    package init(days: Int, quantiles: [Double], sampling: Sampling?, decode: DecodeMode) {
        (self.days, self.quantiles, self.sampling, self.decode) = (days, quantiles, sampling, decode)
    }
}

import Forecasting
import LSTMEngine

/// Why a request has no answer.
package enum InferenceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// As much waits as may wait: an answer of status 503 with `Retry-After`.
    case queueFull(retryAfterSeconds: Int)
    /// The server ends.
    case stopped
    /// The task that waited was cancelled.
    case cancelled
    /// The request's deadline passed while it waited.
    case deadlinePassed
    /// More multiplications with a weight than one request may need.
    case tooMuchWork(multiplications: Double, limit: Double)
    /// More series than may wait at all.
    case tooManySeries(Int, limit: Int)
    /// A history has no forecast.
    case forecast(ForecastError)
    /// Paths outside 1 to the limit.
    case pathsOutOfRange(Int, limit: Int)
    /// Closes were sent to a model of raw numbers.
    case readsNoPrices(model: String)
    /// A sliding window was asked of a model of sample paths.
    case hasNoWindow(model: String)
    /// A tensor's shape is not `[series, steps, inputs]`, or does not fit its values.
    case badShape([Int], have: Int)
    /// A tensor has not as many inputs as the model.
    case wrongInputs(model: String, have: Int, need: Int)
    /// The network cannot run on a tensor.
    case network(NetworkError)

    /// A stable word for programs.
    package var code: String {
        switch self {
        case .queueFull: "queue-full"
        case .stopped: "stopping"
        case .cancelled: "cancelled"
        case .deadlinePassed: "deadline-passed"
        case .tooMuchWork: "too-much-work"
        case .tooManySeries: "too-many-series"
        case .forecast(let error): error.code
        case .pathsOutOfRange: "paths-out-of-range"
        case .readsNoPrices: "reads-no-prices"
        case .hasNoWindow: "has-no-window"
        case .badShape: "bad-shape"
        case .wrongInputs: "wrong-inputs"
        case .network: "bad-tensor"
        }
    }

    /// A sentence with the numbers and what to do.
    package var description: String {
        switch self {
        case .queueFull(let seconds): "too many forecasts wait; try again in \(seconds) s"
        case .stopped: "the server is stopping; send the request again to one that runs"
        case .cancelled: "the request was cancelled"
        case .deadlinePassed: "the request waited longer than its deadline allows; send it again later, or allow more time"
        case .tooMuchWork(let multiplications, let limit):
            "the request needs \(multiplications) multiplications and may need \(limit); ask for fewer series, days, steps or paths"
        case .tooManySeries(let count, let limit): "\(count) series in one request; send at most \(limit) at once"
        case .forecast(let error): error.description
        case .pathsOutOfRange(let paths, let limit): "\(paths) sample paths were asked for; ask for 1 to \(limit)"
        case .readsNoPrices(let model): "the model \(model) reads raw numbers, not closes; send it tensors under /v2"
        case .hasNoWindow(let model):
            "the model \(model) draws sample paths, which carry its state on; the decoding \"sliding-window\" is for models of points"
        case .badShape(let shape, let have):
            "the shape \(shape) with \(have) values; expected [series, steps, inputs], each at least 1, and as many values as that makes"
        case .wrongInputs(let model, let have, let need):
            "the shape has \(have) inputs in each step and the model \(model) reads \(need)"
        case .network(let error): error.description
        }
    }
}

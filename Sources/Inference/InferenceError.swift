import Forecasting
import LSTMEngine

/// The reasons why a request gets no answer.
package enum InferenceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The queue is full. HTTP status 503 with `Retry-After`.
    case queueFull(retryAfterSeconds: Int)
    /// The server is stopping.
    case stopped
    /// The waiting task was cancelled.
    case cancelled
    /// The request's deadline passed while it waited.
    case deadlinePassed
    /// The request needs more multiplications with weights than allowed for one request.
    case tooMuchWork(multiplications: Double, limit: Double)
    /// The request has more series than the queue can hold.
    case tooManySeries(Int, limit: Int)
    /// A history cannot be forecast.
    case forecast(ForecastError)
    /// The number of paths is not between 1 and the limit.
    case pathsOutOfRange(Int, limit: Int)
    /// Closes were sent to a model that reads raw numbers.
    case readsNoPrices(model: String)
    /// Tensors were sent to a model without a network.
    case hasNoNetwork(model: String)
    /// A sliding window was requested for a model that is no network of points.
    case hasNoWindow(model: String)
    /// A tensor's shape is not `[series, steps, inputs]`, or does not match its number of values.
    case badShape([Int], have: Int)
    /// A tensor has another number of inputs than the model.
    case wrongInputs(model: String, have: Int, need: Int)
    /// The network cannot run on the tensor.
    case network(NetworkError)

    /// A stable error code for programs.
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
        case .hasNoNetwork: "has-no-network"
        case .hasNoWindow: "has-no-window"
        case .badShape: "bad-shape"
        case .wrongInputs: "wrong-inputs"
        case .network: "bad-tensor"
        }
    }

    /// A sentence with the numbers and what to do.
    package var description: String {
        switch self {
        case .queueFull(let seconds): "too many forecasts are waiting; try again in \(seconds) s"
        case .stopped: "the server is stopping; send the request again to a running server"
        case .cancelled: "the request was cancelled"
        case .deadlinePassed: "the request waited longer than its deadline allows; send it again later, or allow more time"
        case .tooMuchWork(let multiplications, let limit):
            "the request needs \(multiplications) multiplications, and at most \(limit) are allowed; ask for fewer series, days, steps or paths"
        case .tooManySeries(let count, let limit): "\(count) series in one request; send at most \(limit) at once"
        case .forecast(let error): error.description
        case .pathsOutOfRange(let paths, let limit): "\(paths) sample paths requested; ask for 1 to \(limit)"
        case .readsNoPrices(let model): "the model \(model) reads raw numbers, not closes; send it tensors under /v2"
        case .hasNoNetwork(let model): "the model \(model) has no network that tensors could be sent to; send it closes under /v1"
        case .hasNoWindow(let model):
            "the model \(model) has no sliding window; the decoding \"sliding-window\" is for networks of points"
        case .badShape(let shape, let have):
            "the shape \(shape) with \(have) values; expected [series, steps, inputs], each at least 1, and as many values as that makes"
        case .wrongInputs(let model, let have, let need):
            "the shape has \(have) inputs in each step and the model \(model) reads \(need)"
        case .network(let error): error.description
        }
    }
}

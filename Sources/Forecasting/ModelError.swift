import LSTMEngine
import Platform

/// Why a model folder is refused.
public enum ModelError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A file of the folder is missing or cannot be read.
    case unreadable(path: String, reason: String)
    case badConfiguration(file: String, problem: String)
    case badWeights(WeightsError)
    /// The model reads raw numbers, so it cannot forecast prices.
    case readsNoPrices(name: String)
    /// A price model needs one input and one output.
    case notOneSeries(name: String, inputs: Int, outputs: Int)

    public var description: String {
        switch self {
        case .unreadable(_, let reason): "\(reason); a model folder holds config.json and model.safetensors"
        case .badConfiguration(let file, let problem): "\(file): \(problem)"
        case .badWeights(let error): error.description
        case .readsNoPrices(let name):
            "the model \(name) has the transform \"none\": it reads raw numbers, not prices. Run it with: closecast model run \(name)"
        case .notOneSeries(let name, let inputs, let outputs):
            "the model \(name) has \(inputs) inputs and \(outputs) outputs; a forecast of closes takes a model with one of each. "
                + "Run it with: closecast model run \(name)"
        }
    }
}

import LSTMEngine
import Platform

/// Why a model folder is refused.
public enum ModelError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A file of the folder is missing or cannot be read.
    case unreadable(path: String, reason: String)
    /// `config.json` is no JSON, lacks a member, or asks for what this version does not know.
    case badConfiguration(file: String, problem: String)
    /// `model.safetensors` is not what the configuration says.
    case badWeights(WeightsError)
    /// The model reads raw numbers, so it cannot forecast prices.
    case readsNoPrices(name: String, folder: String)
    /// A price model needs one input, and one output where its head is a point.
    case notOneSeries(name: String, folder: String, inputs: Int, outputs: Int)
    /// Sample paths carry the state on; they have no sliding window.
    case pathsHaveNoWindow(name: String)

    /// A sentence that names file, found and expected.
    public var description: String {
        switch self {
        case .unreadable(_, let reason): "\(reason); a model folder holds config.json and model.safetensors"
        case .badConfiguration(let file, let problem): "\(file): \(problem)"
        case .badWeights(let error): error.description
        case .readsNoPrices(let name, let folder):
            "the model \(name) has the transform \"none\": it reads raw numbers, not prices. Run it with: closecast model run \(folder)"
        case .notOneSeries(let name, let folder, let inputs, let outputs):
            "the model \(name) has \(inputs) inputs and \(outputs) outputs; a forecast of closes takes a model with one of each, "
                + "or with a head that says what several outputs are. Run it with: closecast model run \(folder)"
        case .pathsHaveNoWindow(let name):
            "the model \(name) draws sample paths, which carry its state on; a sliding window is for models of points"
        }
    }
}

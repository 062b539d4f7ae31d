import LSTMEngine
import Platform

/// The reasons why a model folder is rejected.
public enum ModelError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A file of the folder is missing or cannot be read.
    case unreadable(path: String, reason: String)
    /// `config.json` is not valid JSON, lacks a member, or has a member or value that this version does not know.
    case badConfiguration(file: String, problem: String)
    /// `model.safetensors` does not match the configuration.
    case badWeights(WeightsError)
    /// The model reads raw numbers, so it cannot forecast prices.
    case readsNoPrices(name: String, folder: String)
    /// The network does not have one input, or has a point head and more than one output.
    case notOneSeries(name: String, folder: String, inputs: Int, outputs: Int)
    /// A sliding window was requested for a model that is no network of points.
    case hasNoWindow(name: String)

    /// A sentence with the file, what was found and what was expected.
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
        case .hasNoWindow(let name): "the model \(name) has no sliding window, which is for networks of points"
        }
    }
}

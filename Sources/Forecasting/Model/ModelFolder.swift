import LSTMEngine
import Platform

/// A model folder with `config.json` and `model.safetensors`, read and checked. An average has a second file of weights,
/// `volatility.safetensors`.
public struct ModelFolder: Sendable {
    /// The name of the model that programs use unless another one is named.
    public static let defaultName = "daily-average"

    /// The names of the files that a folder may have; an average has all of them.
    package static let files = ["config.json", "model.safetensors", AverageForm.volatilityFile]

    /// The folder's path, as given by the caller.
    public let path: String
    /// The content of `config.json`.
    public let configuration: ModelConfiguration
    /// What computes the forecasts.
    let parts: Parts

    /// What computes a model's forecasts, by ``ModelConfiguration/Kind``.
    enum Parts: Sendable {
        case network(NetworkForm, Network)
        case logVolatility(VolatilityModel)
        case average(AverageForm, Network, VolatilityModel)
    }

    /// Reads all files and checks everything they state, including the hash.
    ///
    /// - Throws: ``ModelError``.
    /// - Complexity: one pass over the weights; about 0.8 ms for 160 kB.
    public init(_ path: String) throws(ModelError) {
        self.path = path
        let configurationFile = path + "/config.json"
        configuration = try ModelConfiguration(try Self.read(configurationFile), file: configurationFile)
        let file = path + "/model.safetensors", second = path + "/" + AverageForm.volatilityFile
        let bytes = try Self.read(file)
        let sha256 = configuration.sha256
        let more = if case .average = configuration.kind { try Self.read(second) } else { [UInt8]() }
        do throws(WeightsError) {
            switch configuration.kind {
            case .network(let form):
                let weights = try Weights(safetensors: bytes, architecture: form.architecture, sha256: sha256, file: file)
                parts = .network(form, Self.network(weights))
            case .logVolatility(let form):
                parts = .logVolatility(try VolatilityModel(form, bytes, sha256: sha256, file: file))
            case .average(let form):
                try Tensors.check(bytes + more, sha256: sha256, file: "\(file) and \(second)")
                let weights = try Weights(safetensors: bytes, architecture: form.network.architecture, file: file)
                parts = .average(
                    form, Self.network(weights), try VolatilityModel(form.volatility, more, sha256: nil, file: second))
            }
        } catch {
            throw .badWeights(error)
        }
    }

    private static func network(_ weights: Weights) -> Network { Network(weights, rowsAreIndependent: true) }

    /// Returns the network with the best kernels for this processor; nil for a model without one. A series' outputs do not depend on
    /// the other series, to the bit, so that server and command line give the same answers.
    public func network() -> Network? {
        switch parts {
        case .network(_, let network), .average(_, let network, _): network
        case .logVolatility: nil
        }
    }

    /// The network's weights, all finite; nil for a model without a network.
    public var weights: Weights? { network()?.weights }

    /// The linear model of log volatility, if the model has one.
    package var volatility: VolatilityModel? {
        switch parts {
        case .network: nil
        case .logVolatility(let model), .average(_, _, let model): model
        }
    }

    private static func read(_ path: String) throws(ModelError) -> [UInt8] {
        do throws(FileError) {
            return try Files.read(path)
        } catch {
            throw .unreadable(path: path, reason: error.description)
        }
    }
}

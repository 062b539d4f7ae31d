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
    /// The network's weights, all finite; nil for a model without a network.
    public let weights: Weights?
    /// The linear model of log volatility, if the model has one.
    package let volatility: VolatilityModel?

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
        var (weights, volatility): (Weights?, VolatilityModel?)
        switch configuration.kind {
        case .network(let form):
            weights = try Self.valid { () throws(WeightsError) in
                try Weights(safetensors: bytes, architecture: form.architecture, sha256: sha256, file: file)
            }
        case .logVolatility(let form):
            volatility = try Self.valid { () throws(WeightsError) in try VolatilityModel(form, bytes, sha256: sha256, file: file) }
        case .average(let form):
            let more = try Self.read(second)
            let both = "\(file) and \(second)"
            (weights, volatility) = try Self.valid { () throws(WeightsError) in
                try Tensors.check(bytes + more, sha256: sha256, file: both)
                return (
                    try Weights(safetensors: bytes, architecture: form.network.architecture, file: file),
                    try VolatilityModel(form.volatility, more, sha256: nil, file: second)
                )
            }
        }
        (self.weights, self.volatility) = (weights, volatility)
    }

    private static func valid<Value>(_ read: () throws(WeightsError) -> Value) throws(ModelError) -> Value {
        do throws(WeightsError) { return try read() } catch { throw .badWeights(error) }
    }

    /// Creates the network with the best kernels for this processor; nil for a model without one. A series' outputs do not depend on
    /// the other series, to the bit, so that server and command line give the same answers.
    public func network() -> Network? { weights.map { Network($0, rowsAreIndependent: true) } }

    private static func read(_ path: String) throws(ModelError) -> [UInt8] {
        do throws(FileError) {
            return try Files.read(path)
        } catch {
            throw .unreadable(path: path, reason: error.description)
        }
    }
}

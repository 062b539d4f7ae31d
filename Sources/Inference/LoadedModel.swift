import Forecasting
import LSTMEngine
import Synchronization

/// One version of a model, loaded and checked. Requests hold it while they run: it leaves the memory with the last of them.
package final class LoadedModel: Sendable {
    /// The name of its folder, by which requests ask for it.
    package let name: String
    /// A positive decimal number.
    package let version: String
    /// Another one for each load: what was made with one set of weights, calibration and configuration is not taken for another's.
    package let revision = LoadedModel.revisions.wrappingAdd(1, ordering: .relaxed).newValue
    private static let revisions = Atomic<UInt64>(0)
    /// What its `config.json` says.
    package let configuration: ModelConfiguration
    /// Computes a series to the same bits in any company.
    package let network: Network
    /// Forecasts of closes; nil for a model that reads raw numbers.
    package let forecaster: Forecaster?
    /// The same with a sliding window; nil for models of paths and of raw numbers.
    package let slidingForecaster: Forecaster?

    /// The hash of the weights, 64 hexadecimal digits.
    package var sha256: String { configuration.sha256 }

    /// - Throws: ``ModelError`` for what is no model of prices though its transform says so.
    package init(name: String, version: String, folder: ModelFolder) throws(ModelError) {
        (self.name, self.version, configuration) = (name, version, folder.configuration)
        network = folder.network()
        guard configuration.transform != .none else {
            (forecaster, slidingForecaster) = (nil, nil)
            return
        }
        forecaster = try Forecaster(folder, mode: .recursive, network: network)
        slidingForecaster = configuration.head == .point ? try Forecaster(folder, mode: .slidingWindow, network: network) : nil
    }

    /// The forecaster of a request.
    package func forecaster(_ decode: DecodeMode) throws(InferenceError) -> Forecaster {
        guard let forecaster else { throw .readsNoPrices(model: name) }
        guard decode == .slidingWindow else { return forecaster }
        guard let slidingForecaster else { throw .hasNoWindow(model: name) }
        return slidingForecaster
    }
}

// MARK: For the queue

extension LoadedModel {
    /// Multiplications with a weight that a series needs.
    ///
    /// - Parameters:
    ///   - read: steps of the series.
    ///   - made: steps after it.
    func cost(read: Int, made: Int, paths: Int, _ decode: DecodeMode) -> Double {
        // Small networks cost their memory, and so do windows: each is a row of the workspace, however short.
        let parameters = Double(max(network.architecture.parameterCount, 10_000))
        switch decode {
        case .recursive: return parameters * (Double(read) + Double(paths) * Double(made))
        case .slidingWindow: return parameters * Double(made) * Double(min(max(read, 500), max(configuration.context, 500)))
        }
    }

    /// How raw tensors are continued.
    func decoding(_ decode: DecodeMode) -> Decoding {
        decode == .recursive ? .recursive : .slidingWindow(length: configuration.context)
    }

    /// Whether the network can run on raw tensors.
    func check(_ inputs: RawInputs, steps: Int) throws(InferenceError) {
        let architecture = network.architecture
        guard inputs.inputs == architecture.inputs else {
            throw .wrongInputs(model: name, have: inputs.inputs, need: architecture.inputs)
        }
        guard steps >= 1 else { throw .network(.stepsNotPositive(steps)) }
        guard steps == 1 || architecture.canFeedBack else {
            throw .network(.cannotFeedBack(inputs: architecture.inputs, outputs: architecture.outputs, steps: steps))
        }
        if let bad = inputs.values.firstIndex(where: { !$0.isFinite }) {
            let (series, index) = bad.quotientAndRemainder(dividingBy: inputs.steps * inputs.inputs)
            throw .network(.inputNotFinite(series: series, index: index, value: inputs.values[bad]))
        }
    }
}

import Forecasting
import LSTMEngine
import Synchronization

/// One version of a model, loaded and checked. Running requests hold a reference, so that it stays in memory until the last one
/// ends.
package final class LoadedModel: Sendable {
    /// The name of its folder, which requests use.
    package let name: String
    /// A positive decimal number.
    package let version: String
    /// A number that is unique to each load, so that results of different weights, calibrations or configurations are never
    /// mixed up.
    package let revision = LoadedModel.revisions.wrappingAdd(1, ordering: .relaxed).newValue
    private static let revisions = Atomic<UInt64>(0)
    /// The content of its `config.json`.
    package let configuration: ModelConfiguration
    /// The network; nil for a model without one. A series' outputs do not depend on the other series, to the bit.
    package let network: Network?
    /// Forecasts closes; nil for a model that reads raw numbers.
    package let forecaster: Forecaster?
    /// Forecasts closes with a sliding window; nil for models that draw paths or read raw numbers.
    package let slidingForecaster: Forecaster?

    /// The SHA-256 of the weights, 64 hexadecimal digits.
    package var sha256: String { configuration.sha256 }

    /// Builds the network and forecasters of a folder.
    ///
    /// - Throws: `ModelError` if the configuration claims to read prices, but the model cannot.
    package init(name: String, version: String, folder: ModelFolder) throws(ModelError) {
        (self.name, self.version, configuration) = (name, version, folder.configuration)
        network = folder.network()
        guard configuration.network?.transform != PriceTransform.none else {
            (forecaster, slidingForecaster) = (nil, nil)
            return
        }
        forecaster = try Forecaster(folder)
        slidingForecaster =
            configuration.network?.head == .point ? try Forecaster(folder, mode: .slidingWindow) : nil
    }

    /// Returns the forecaster for a request.
    package func forecaster(_ decode: DecodeMode) throws(InferenceError) -> Forecaster {
        guard let forecaster else { throw .readsNoPrices(model: name) }
        guard decode == .slidingWindow else { return forecaster }
        guard let slidingForecaster else { throw .hasNoWindow(model: name) }
        return slidingForecaster
    }
}

// MARK: For the queue

extension LoadedModel {
    /// Returns the cost of a series in multiplications with weights.
    ///
    /// - Parameters:
    ///   - read: the steps of the series.
    ///   - made: the steps forecast.
    func cost(read: Int, made: Int, paths: Int, _ decode: DecodeMode) -> Double {
        // A model without a network costs its logarithms and exponentials, which take as long as 6,000 multiplications a day.
        guard let network else { return 6000 * Double(read + made) }
        // The minimums account for memory access: small networks cost their memory, and so does every window, which is a row of
        // the workspace however short it is.
        let parameters = Double(max(network.architecture.parameterCount, 10_000))
        switch decode {
        case .recursive: return parameters * (Double(read) + Double(paths) * Double(made)) + garchCost(paths: paths)
        case .slidingWindow: return parameters * Double(made) * Double(min(max(read, 500), max(configuration.context, 500)))
        }
    }

    /// The cost of a GARCH model in an average, which always simulates all days of the horizon. Measured beside LSTM(100), whose 1,000
    /// paths of 96 days take 50 ms: the fit takes up to 3 ms, and a value of a path 35 ns.
    private func garchCost(paths: Int) -> Double {
        guard case .average(let form) = configuration.kind, form.includesGARCH else { return 0 }
        return 2.4e8 + 2800 * Double(configuration.horizon) * Double(paths)
    }

    /// Returns the engine's decoding for raw tensors.
    func decoding(_ decode: DecodeMode) -> Decoding {
        decode == .recursive ? .recursive : .slidingWindow(length: configuration.context)
    }

    /// Returns the network for raw tensors.
    package func rawNetwork() throws(InferenceError) -> Network {
        guard let network else { throw .hasNoNetwork(model: name) }
        return network
    }

    /// Checks that the network can run on raw tensors.
    func check(_ inputs: RawInputs, steps: Int) throws(InferenceError) {
        let architecture = try rawNetwork().architecture
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

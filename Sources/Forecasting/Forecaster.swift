import LSTMEngine
import Market

/// Forecasts daily closes with one model. Immutable and `Sendable`: workers share it, each with a workspace.
public struct Forecaster: Sendable {
    /// What the model's folder says about it.
    public let configuration: ModelConfiguration
    /// The model's network on this processor's kernels.
    public let network: Network
    /// How the values after the first one come about.
    public let decoding: Decoding

    /// A forecaster with the model of `folder`.
    ///
    /// - Parameters:
    ///   - folder: a model that reads prices.
    ///   - slidingWindow: restart from a zero state before each step, on the last ``contextLength`` days, instead of carrying the
    ///     state on.
    /// - Throws: ``ModelError/readsNoPrices(name:folder:)``, ``ModelError/notOneSeries(name:folder:inputs:outputs:)``.
    public init(_ folder: ModelFolder, slidingWindow: Bool = false) throws(ModelError) {
        configuration = folder.configuration
        let architecture = configuration.architecture
        guard configuration.transform != .none else { throw .readsNoPrices(name: configuration.name, folder: folder.path) }
        guard architecture.inputs == 1, architecture.outputs == 1 else {
            throw .notOneSeries(
                name: configuration.name, folder: folder.path, inputs: architecture.inputs, outputs: architecture.outputs)
        }
        network = folder.network()
        // The context's closes make one return fewer.
        decoding = slidingWindow ? .slidingWindow(length: configuration.context - 1) : .recursive
    }

    /// Daily closes that a forecast reads.
    public var contextLength: Int { configuration.context }
    /// Days that a forecast can have.
    public var horizon: Int { configuration.horizon }

    /// Forecasts the next `days` daily closes of many assets on this thread.
    ///
    /// - Parameters:
    ///   - histories: days before the last ``contextLength`` are ignored.
    ///   - days: 1 to ``horizon``.
    ///   - workspace: this worker's, from `network.makeWorkspace()`.
    /// - Returns: one result a history, in the order given: a forecast, or ``ForecastError`` where that history has none.
    /// - Complexity: about 48 Mflop a history. Blocking: not for an event loop.
    public func forecast(
        _ histories: [PriceHistory], days: Int, using workspace: inout Workspace
    ) -> [Result<Forecast, ForecastError>] {
        run(histories, days: days) { inputs throws(NetworkError) in
            try network.forecast(inputs, steps: days, decoding: decoding, using: &workspace)
        }
    }

    /// As ``forecast(_:days:using:)``, blocks of histories in parallel on up to `threads` threads.
    public func forecast(_ histories: [PriceHistory], days: Int, threads: Int) -> [Result<Forecast, ForecastError>] {
        run(histories, days: days) { inputs throws(NetworkError) in
            try network.forecast(inputs, steps: days, decoding: decoding, threads: threads)
        }
    }

    // MARK: Encoding and decoding

    private func run(
        _ histories: [PriceHistory], days: Int, _ compute: ([[Float]]) throws(NetworkError) -> [[Float]]
    ) -> [Result<Forecast, ForecastError>] {
        let prepared = prepare(histories, days: days)
        guard !prepared.inputs.isEmpty else { return results(histories, prepared, []) }
        do throws(NetworkError) {
            return results(histories, prepared, try compute(prepared.inputs))
        } catch {
            preconditionFailure("encoded closes are valid inputs: \(error)")
        }
    }

    private struct Prepared {
        /// For each history the place of its inputs, or why there are none.
        var places: [Result<Int, ForecastError>] = []
        var inputs: [[Float]] = []
        var scales: [Double] = []
    }

    private func prepare(_ histories: [PriceHistory], days: Int) -> Prepared {
        var prepared = Prepared()
        for history in histories {
            if let error = check(history, days: days) {
                prepared.places.append(.failure(error))
                continue
            }
            let encoded = configuration.transform.encode(history.closes.suffix(contextLength))
            prepared.places.append(.success(prepared.inputs.count))
            prepared.inputs.append(encoded.inputs)
            prepared.scales.append(encoded.scale)
        }
        return prepared
    }

    private func check(_ history: PriceHistory, days: Int) -> ForecastError? {
        guard (1...horizon).contains(days) else { return .horizonOutOfRange(days: days, horizon: horizon) }
        guard history.count >= contextLength else {
            return .historyTooShort(ticker: history.ticker, have: history.count, need: contextLength)
        }
        return nil
    }

    private func results(
        _ histories: [PriceHistory], _ prepared: Prepared, _ outputs: [[Float]]
    ) -> [Result<Forecast, ForecastError>] {
        zip(histories, prepared.places).map { history, place in
            place.flatMap { index in
                let points = configuration.transform.decode(
                    outputs[index], scale: prepared.scales[index], lastClose: history.lastClose)
                if let bad = points.firstIndex(where: { !($0 > 0 && $0.isFinite) }) {
                    return .failure(
                        .notAPrice(ticker: history.ticker, day: history.lastDay + bad + 1, value: points[bad]))
                }
                return .success(
                    Forecast(
                        ticker: history.ticker, cutoff: history.lastDay, modelName: configuration.name,
                        modelSHA256: configuration.sha256, points: points))
            }
        }
    }
}

import LSTMEngine
import Market
import Platform

/// Forecasts daily closes with one model. Immutable and `Sendable`: workers share a forecaster, each with its own workspace.
public struct Forecaster: Sendable {
    /// The configuration of the model folder.
    public let configuration: ModelConfiguration
    /// How the values after the first one are made.
    public let mode: DecodeMode
    private let engine: Engine

    /// What computes the forecasts.
    private enum Engine: Sendable {
        /// Points from a network.
        case points(Network, PriceTransform)
        /// Sample paths from a network, whose closes an average moves.
        case paths(PathNetwork)
        /// Distributions from a linear model of log volatility.
        case logVolatility(VolatilityModel)

        init(_ form: NetworkForm, _ network: Network, average: PathNetwork.Average? = nil) {
            let (transform, clip) = (form.transform, form.transform.clip)
            func paths(_ sampler: @escaping @Sendable (PathNoise) -> HeadSampler) -> Engine {
                .paths(PathNetwork(network: network, transform: transform, sampler: sampler, average: average))
            }
            self =
                switch form.head {
                case .point: .points(network, transform)
                case .studentT: paths { .studentT(StudentTSampler(noise: $0, clip: clip)) }
                case .quantiles(let levels): paths { .quantiles(QuantileSampler(noise: $0, levels: levels, clip: clip)) }
                }
        }
    }

    /// Creates a forecaster from a model folder.
    ///
    /// - Parameters:
    ///   - folder: a model that reads prices.
    ///   - mode: whether the network carries its state from step to step (recursive), or restarts from a zero state before each
    ///     step and reads the last ``contextLength`` days again (sliding window, for networks of points only).
    /// - Throws: ``ModelError/readsNoPrices(name:folder:)``, ``ModelError/notOneSeries(name:folder:inputs:outputs:)``,
    ///   ``ModelError/hasNoWindow(name:)``.
    public init(_ folder: ModelFolder, mode: DecodeMode = .recursive) throws(ModelError) {
        (configuration, self.mode) = (folder.configuration, mode)
        try configuration.network?.checkReadsPrices(configuration.name, folder.path)
        engine =
            switch folder.parts {
            case .network(let form, let network): Engine(form, network)
            case .logVolatility(let model): .logVolatility(model)
            case .average(let form, let network, let volatility):
                Engine(
                    form.network, network,
                    average: .init(volatility: volatility, includesGARCH: form.includesGARCH, horizon: configuration.horizon))
            }
        guard mode == .recursive || !hasPaths else { throw .hasNoWindow(name: configuration.name) }
    }

    /// The model's network, with the kernels for this processor; nil for a model without one.
    public var network: Network? {
        switch engine {
        case .points(let network, _): network
        case .paths(let paths): paths.network
        case .logVolatility: nil
        }
    }

    /// The number of daily closes that a forecast reads.
    public var contextLength: Int { configuration.context }
    /// Returns what a forecast reads of a history: its newest days, with open, high, low and volume for models that read them.
    package func inputs(of history: PriceHistory) -> PriceHistory {
        let newest = history.suffix(contextLength)
        return configuration.readsDetails ? newest : newest.withoutDetails
    }

    /// The most days that a forecast can have.
    public var horizon: Int { configuration.horizon }
    /// Whether forecasts consist of sample paths, which take about a hundred times as long as points.
    public var drawsPaths: Bool { if case .paths = engine { true } else { false } }
    /// Whether a price can be asked for that is reached on the way: forecasts consist of sample paths, or past days are redrawn.
    public var hasPaths: Bool { if case .points = engine { false } else { true } }
    /// The best number of series to compute together. Paths of one series fill the same blocks as points of many.
    public var seriesTogether: Int { drawsPaths ? 1 : network?.preferredBlock ?? 64 }
    /// Whether forecasts have quantiles and probabilities, not only points.
    public var hasDistribution: Bool { hasPaths || configuration.calibration != nil }

    /// Creates a workspace for ``forecast(_:days:sampling:using:)``; nil for a model without a network, which needs none.
    public func makeWorkspace() -> Workspace? { network?.makeWorkspace() }

    /// Forecasts the next `days` daily closes of several assets on the calling thread.
    ///
    /// - Parameters:
    ///   - histories: one history for each asset. Days before the last ``contextLength`` are ignored.
    ///   - days: 1 to ``horizon``.
    ///   - sampling: the number of sample paths and their seed; ignored by models of points alone.
    ///   - workspace: this worker's workspace, from ``makeWorkspace()``.
    /// - Returns: one result for each history, in the given order: a forecast, or a ``ForecastError``. The same histories,
    ///   sampling and model give the same bytes, and a history's sample paths do not depend on its neighbours.
    /// - Complexity: about 48 Mflop a history, and 8 Mflop a sample path; without a network about 30 µs a history. Blocking: not for an
    ///   event loop.
    public func forecast(
        _ histories: [PriceHistory], days: Int, sampling: Sampling = Sampling(), using workspace: inout Workspace?
    ) -> [Result<Forecast, ForecastError>] {
        guard
            let forecasts = forecast(
                histories, days: days, sampling: sampling, using: &workspace, continuesAfterBlock: { true })
        else { preconditionFailure("nobody stopped the forecasts") }
        return forecasts
    }

    /// Forecasts like ``forecast(_:days:sampling:using:)``, but can be stopped.
    ///
    /// - Parameter continuesAfterBlock: called after each block of sample paths, about once a millisecond. Returns false to stop.
    /// - Returns: nil if `continuesAfterBlock` stopped the computation.
    package func forecast(
        _ histories: [PriceHistory], days: Int, sampling: Sampling, using workspace: inout Workspace?,
        continuesAfterBlock: () -> Bool
    ) -> [Result<Forecast, ForecastError>]? {
        switch engine {
        case .points(let network, let transform):
            return pointForecasts(of: histories, days: days, transform) { inputs throws(NetworkError) in
                try network.with(&workspace) { workspace throws(NetworkError) in
                    try network.forecast(inputs, steps: days, decoding: decoding, using: &workspace)
                }
            }
        case .paths(let paths):
            var forecasts: [Result<Forecast, ForecastError>] = []
            for history in histories {
                let forecast = pathForecast(of: history, days: days, sampling, paths) { inputs throws(NetworkError) in
                    try paths.draw(
                        after: inputs, sampling, steps: days, using: &workspace, continuesAfterBlock: continuesAfterBlock)
                }
                guard let forecast else { return nil }
                forecasts.append(forecast)
            }
            return forecasts
        case .logVolatility(let model): return histories.map { volatilityForecast(of: $0, days: days, sampling, model) }
        }
    }

    /// Forecasts like ``forecast(_:days:sampling:using:)``, on up to `threads` threads. The number of threads changes no bit of
    /// sample paths.
    public func forecast(
        _ histories: [PriceHistory], days: Int, sampling: Sampling = Sampling(), threads: Int
    ) -> [Result<Forecast, ForecastError>] {
        switch engine {
        case .points(let network, let transform):
            return pointForecasts(of: histories, days: days, transform) { inputs throws(NetworkError) in
                try network.forecast(inputs, steps: days, decoding: decoding, threads: threads)
            }
        case .paths(let paths) where histories.count == 1:
            return histories.map { history in
                let forecast = pathForecast(of: history, days: days, sampling, paths) { inputs throws(NetworkError) in
                    try paths.draw(after: inputs, sampling, steps: days, threads: threads)
                }
                guard let forecast else { preconditionFailure("nobody stopped the paths") }
                return forecast
            }
        case .paths, .logVolatility:
            return Workers.map(histories.count, workers: threads, makeScratch: makeWorkspace) { index, workspace in
                forecast([histories[index]], days: days, sampling: sampling, using: &workspace)[0]
            }
        }
    }

    // MARK: Points

    /// The context's closes make one return fewer.
    private var decoding: Decoding { mode == .slidingWindow ? .slidingWindow(length: configuration.context - 1) : .recursive }

    private func pointForecasts(
        of histories: [PriceHistory], days: Int, _ transform: PriceTransform,
        _ compute: ([[Float]]) throws(NetworkError) -> [[Float]]
    ) -> [Result<Forecast, ForecastError>] {
        let readable = Successes(
            histories.map { history in encode(history, days: days, transform).map { (history: history, encoded: $0) } })
        let inputs = readable.values.map(\.encoded.inputs)
        let outputs = inputs.isEmpty ? [] : onValidInputs { () throws(NetworkError) in try compute(inputs) }
        return readable.merging(
            zip(readable.values, outputs).map { input, output in
                let points = transform.decode(output, scale: input.encoded.scale, lastClose: input.history.lastClose)
                return forecast(of: input.history, points, bands(around: input.history, days: days))
            })
    }

    private func bands(around history: PriceHistory, days: Int) -> ConformalBands? {
        configuration.calibration.map {
            ConformalBands(context: history.closes.suffix(contextLength), days: days, calibration: $0)
        }
    }

    // MARK: Sample paths

    /// Encodes a history, draws its paths and builds the forecast.
    ///
    /// - Returns: nil if `draw` returns nil.
    private func pathForecast(
        of history: PriceHistory, days: Int, _ sampling: Sampling, _ network: PathNetwork,
        _ draw: ([Float]) throws(NetworkError) -> [Float]?
    ) -> Result<Forecast, ForecastError>? {
        let encoded: PriceTransform.Encoded
        switch encode(history, days: days, network.transform) {
        case .success(let inputs): encoded = inputs
        case .failure(let error): return .failure(error)
        }
        guard let drawn = onValidInputs({ () throws(NetworkError) in try draw(encoded.inputs) }) else { return nil }
        let context = history.suffix(contextLength)
        let others = network.average?.parts(after: context, days: days, sampling)
        let paths = SamplePaths(
            scaledReturns: drawn, count: sampling.paths, scale: encoded.scale, context: context.closes[...],
            calibration: configuration.calibration, averagedWith: others?.logReturns ?? [])
        return forecast(of: history, (1...days).map { paths.median(step: $0) }, paths, variant: others?.variant)
    }

    // MARK: Volatility

    private func volatilityForecast(
        of history: PriceHistory, days: Int, _ sampling: Sampling, _ model: VolatilityModel
    ) -> Result<Forecast, ForecastError> {
        if let error = error(in: history, days: days) { return .failure(error) }
        let context = history.suffix(contextLength)
        let distribution = model.distribution(after: context, days: days)
        return forecast(
            of: history, (1...days).map { distribution.median(step: $0) }, distribution,
            RedrawnPaths(of: distribution, after: context, sampling), variant: distribution.variant)
    }

    // MARK: Both

    private func error(in history: PriceHistory, days: Int) -> ForecastError? {
        guard (1...horizon).contains(days) else { return .horizonOutOfRange(days: days, horizon: horizon) }
        guard history.count >= contextLength else {
            return .historyTooShort(ticker: history.ticker, have: history.count, need: contextLength)
        }
        return nil
    }

    private func encode(
        _ history: PriceHistory, days: Int, _ transform: PriceTransform
    ) -> Result<PriceTransform.Encoded, ForecastError> {
        if let error = error(in: history, days: days) { return .failure(error) }
        return .success(transform.encode(history.closes.suffix(contextLength)))
    }

    private func onValidInputs<Output>(_ compute: () throws(NetworkError) -> Output) -> Output {
        do throws(NetworkError) {
            return try compute()
        } catch {
            preconditionFailure("encoded closes are valid inputs: \(error)")
        }
    }

    private func forecast(
        of history: PriceHistory, _ points: [Double], _ distribution: (any PriceDistribution)?, _ redrawn: RedrawnPaths? = nil,
        variant: VolatilityVariant? = nil
    ) -> Result<Forecast, ForecastError> {
        if let bad = points.firstIndex(where: { !($0 > 0 && $0.isFinite) }) {
            return .failure(.notAPrice(ticker: history.ticker, day: history.lastDay + bad + 1, value: points[bad]))
        }
        return .success(
            Forecast(
                ticker: history.ticker, cutoff: history.lastDay, lastClose: history.lastClose, modelName: configuration.name,
                modelSHA256: configuration.sha256, points: points, distribution: distribution, redrawn: redrawn,
                variant: variant, caveats: ForecastCaveat.all(in: history.closes.suffix(contextLength))))
    }
}

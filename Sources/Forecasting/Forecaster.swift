import Digests
import Glibc
import LSTMEngine
import Market
import Platform

/// Forecasts daily closes with one model. Immutable and `Sendable`: workers share a forecaster, each with its own workspace.
public struct Forecaster: Sendable {
    /// The configuration of the model folder.
    public let configuration: ModelConfiguration
    /// The model's network, with the kernels for this processor; nil for a model without one.
    public let network: Network?
    /// How the values after the first one are made.
    public let mode: DecodeMode
    /// ``mode`` as the network takes it.
    let decoding: Decoding
    /// The linear model of log volatility, if the model has one.
    private let volatility: VolatilityModel?

    /// Creates a forecaster from a model folder.
    ///
    /// - Parameters:
    ///   - folder: a model that reads prices.
    ///   - mode: whether the network carries its state from step to step (recursive), or restarts from a zero state before each
    ///     step and reads the last ``contextLength`` days again (sliding window, for networks of points only).
    /// - Throws: ``ModelError/readsNoPrices(name:folder:)``, ``ModelError/notOneSeries(name:folder:inputs:outputs:)``,
    ///   ``ModelError/hasNoWindow(name:)``.
    public init(_ folder: ModelFolder, mode: DecodeMode = .recursive) throws(ModelError) {
        try self.init(folder, mode: mode, network: folder.network())
    }

    /// - Parameter network: the network with the folder's weights.
    package init(_ folder: ModelFolder, mode: DecodeMode, network: Network?) throws(ModelError) {
        configuration = folder.configuration
        if let form = configuration.network { try form.checkReadsPrices(configuration.name, folder.path) }
        guard mode == .recursive || configuration.network?.head == .point else { throw .hasNoWindow(name: configuration.name) }
        (self.network, self.mode, volatility) = (network, mode, folder.volatility)
        // The context's closes make one return fewer.
        decoding = mode == .slidingWindow ? .slidingWindow(length: configuration.context - 1) : .recursive
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
    public var drawsPaths: Bool { configuration.network.map { $0.head != .point } ?? false }
    /// Whether a price can be asked for that is reached on the way: forecasts consist of sample paths, or past days are redrawn.
    public var hasPaths: Bool { drawsPaths || volatility != nil }
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
        guard let network else { return histories.map { volatilityForecast(of: $0, days: days, sampling) } }
        guard drawsPaths else {
            return pointForecasts(of: histories, days: days) { inputs throws(NetworkError) in
                try network.forecast(inputs, steps: days, decoding: decoding, using: &workspace!)
            }
        }
        var forecasts: [Result<Forecast, ForecastError>] = []
        for history in histories {
            guard
                let forecast = pathForecast(
                    of: history, days: days, sampling, network, using: &workspace!, continuesAfterBlock: continuesAfterBlock)
            else { return nil }
            forecasts.append(forecast)
        }
        return forecasts
    }

    /// Forecasts like ``forecast(_:days:sampling:using:)``, on up to `threads` threads. The number of threads changes no bit of
    /// sample paths.
    public func forecast(
        _ histories: [PriceHistory], days: Int, sampling: Sampling = Sampling(), threads: Int
    ) -> [Result<Forecast, ForecastError>] {
        guard let network else { return histories.map { volatilityForecast(of: $0, days: days, sampling) } }
        guard drawsPaths else {
            return pointForecasts(of: histories, days: days) { inputs throws(NetworkError) in
                try network.forecast(inputs, steps: days, decoding: decoding, threads: threads)
            }
        }
        guard histories.count > 1 else {
            return histories.map { history in
                Self.whole(
                    pathForecast(of: history, days: days, sampling) { inputs throws(NetworkError) in
                        try network.paths(
                            after: inputs, count: sampling.paths, steps: days, threads: threads,
                            sampler: sampler(sampling.seed, inputs))
                    })
            }
        }
        return network.map(histories.count, workers: threads) { index, workspace in
            Self.whole(
                pathForecast(of: histories[index], days: days, sampling, network, using: &workspace, continuesAfterBlock: { true }))
        }
    }

    // MARK: Points

    private func pointForecasts(
        of histories: [PriceHistory], days: Int, _ compute: ([[Float]]) throws(NetworkError) -> [[Float]]
    ) -> [Result<Forecast, ForecastError>] {
        let readable = Successes(
            histories.map { history in encode(history, days: days).map { (history: history, encoded: $0) } })
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

    private static func whole(_ result: Result<Forecast, ForecastError>?) -> Result<Forecast, ForecastError> {
        guard let result else { preconditionFailure("nobody stopped the paths") }
        return result
    }

    private func pathForecast(
        of history: PriceHistory, days: Int, _ sampling: Sampling, _ network: Network, using workspace: inout Workspace,
        continuesAfterBlock: () -> Bool
    ) -> Result<Forecast, ForecastError>? {
        pathForecast(of: history, days: days, sampling) { inputs throws(NetworkError) in
            try network.paths(
                after: inputs, count: sampling.paths, steps: days, using: &workspace, sampler: sampler(sampling.seed, inputs),
                continuesAfterBlock: continuesAfterBlock)
        }
    }

    /// Encodes a history, draws its paths and builds the forecast.
    ///
    /// - Returns: nil if `draw` returns nil.
    private func pathForecast(
        of history: PriceHistory, days: Int, _ sampling: Sampling, _ draw: ([Float]) throws(NetworkError) -> [Float]?
    ) -> Result<Forecast, ForecastError>? {
        let encoded: PriceTransform.Encoded
        switch encode(history, days: days) {
        case .success(let inputs): encoded = inputs
        case .failure(let error): return .failure(error)
        }
        guard let drawn = onValidInputs({ () throws(NetworkError) in try draw(encoded.inputs) }) else { return nil }
        let context = history.suffix(contextLength)
        let spread = volatility?.distribution(after: context, days: days)
        let paths = SamplePaths(
            scaledReturns: drawn, count: sampling.paths, scale: encoded.scale, context: context.closes[...],
            calibration: configuration.calibration, averagedWith: companions(spread, context, days: days, sampling))
        return forecast(of: history, (1...days).map { paths.median(step: $0) }, paths, variant: spread?.variant)
    }

    /// Returns the quantiles of log-returns since the cutoff of an average's parts besides its network, each of shape `[days, paths]`.
    private func companions(
        _ spread: VolatilityDistribution?, _ context: PriceHistory, days: Int, _ sampling: Sampling
    ) -> [[Double]] {
        guard let spread else { return [] }
        var companions = [spread.logReturns(paths: sampling.paths)]
        if case .average(let form) = configuration.kind, form.includesGARCH {
            let paths = GARCHBaseline().paths(after: context.closes[...], days: days, paths: sampling.paths, seed: sampling.seed)
            companions.append(paths.ascending.map { log($0 / context.lastClose) })
        }
        return companions
    }

    // MARK: Volatility

    private func volatilityForecast(of history: PriceHistory, days: Int, _ sampling: Sampling) -> Result<Forecast, ForecastError> {
        guard let volatility else { preconditionFailure("a model has a network, or a linear model of volatility, or both") }
        if let error = error(in: history, days: days) { return .failure(error) }
        let context = history.suffix(contextLength)
        let distribution = volatility.distribution(after: context, days: days)
        return forecast(
            of: history, (1...days).map { distribution.median(step: $0) }, distribution,
            RedrawnPaths(of: distribution, after: context, sampling), variant: distribution.variant)
    }

    /// Returns the head's sampler. The inputs are mixed into the seed, so that coins do not share their sampling errors.
    private func sampler(_ seed: UInt64, _ inputs: [Float]) -> HeadSampler {
        let mixed = inputs.reduce(seed) { FNV1a.mixed($0, UInt64($1.bitPattern)) }
        let (noise, clip) = (PathNoise(seed: mixed), transform.clip)
        return switch configuration.network?.head {
        case .point, nil: preconditionFailure("a model of points draws no paths")
        case .studentT: .studentT(StudentTSampler(noise: noise, clip: clip))
        case .quantiles(let levels): .quantiles(QuantileSampler(noise: noise, levels: levels, clip: clip))
        }
    }

    // MARK: Both

    private func error(in history: PriceHistory, days: Int) -> ForecastError? {
        guard (1...horizon).contains(days) else { return .horizonOutOfRange(days: days, horizon: horizon) }
        guard history.count >= contextLength else {
            return .historyTooShort(ticker: history.ticker, have: history.count, need: contextLength)
        }
        return nil
    }

    private var transform: PriceTransform { configuration.network?.transform ?? .none }

    private func encode(_ history: PriceHistory, days: Int) -> Result<PriceTransform.Encoded, ForecastError> {
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

/// The sampler of either distribution head.
private enum HeadSampler: PathSampler {
    case studentT(StudentTSampler)
    case quantiles(QuantileSampler)

    func draw(step: Int, paths: Range<Int>, outputs: Span<Float>, next: inout MutableSpan<Float>) {
        switch self {
        case .studentT(let sampler): sampler.draw(step: step, paths: paths, outputs: outputs, next: &next)
        case .quantiles(let sampler): sampler.draw(step: step, paths: paths, outputs: outputs, next: &next)
        }
    }
}

import CoreMetrics
import Forecasting
import LSTMEngine
import Market
import Platform
import Synchronization

/// Computes forecasts on threads of its own: requests that wait together for the same model and options are computed together, up to
/// 24 at once, and a request that finds a worker idle starts alone and at once.
///
/// An answer is the one that the request would get alone, to the bit. Interactive requests go before the background's, which have
/// every ninth block while both wait, and models share the workers by what their requests cost. See the page "The queue".
package final class InferenceQueue: Sendable {
    /// The most multiplications with a weight that one request may need, by default: about a second of one core.
    package static let largestRequest = 1e11

    private let core: QueueCore
    private let largestRequest: Double

    /// - Parameters:
    ///   - workers: threads, at least 1.
    ///   - capacity: the most series that may wait, of each priority.
    ///   - largestRequest: the most multiplications with a weight that one request may need: days read and made, paths, series and
    ///     parameters multiplied.
    ///   - longestWait: interactive requests are refused at once where they would be answered later than in so many seconds, estimated
    ///     from recent blocks.
    ///   - metrics: where its figures go, see ``QueueMetrics``.
    ///   - now: seconds on a clock that never jumps, which deadlines are told on.
    package init(
        workers: Int, capacity: Int = 1024, largestRequest: Double = InferenceQueue.largestRequest,
        longestWait: Double = .infinity, metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        now: @escaping @Sendable () -> Double = { ProcessState.monotonicSeconds }
    ) {
        precondition(workers >= 1 && capacity >= 1, "a queue needs a worker and room, not \(workers) and \(capacity)")
        self.largestRequest = largestRequest
        core = QueueCore(
            capacity: capacity, workers: workers, longestWait: longestWait, metrics: QueueMetrics(metrics), now: now)
        for number in 0..<workers { Worker.start(core, number: number) }
    }

    deinit { core.stop(drainSeconds: 0) }

    /// Series that wait, of both priorities.
    package var waiting: Int { core.waiting }

    // MARK: Forecasts

    /// Forecasts one history.
    ///
    /// - Parameter deadline: on the queue's clock; a request whose turn comes later is dropped.
    /// - Throws: ``InferenceError``, at once where the queue is full.
    package func forecast(
        _ history: PriceHistory, _ options: ForecastOptions = ForecastOptions(), with model: LoadedModel,
        priority: InferencePriority = .interactive, deadline: Double? = nil
    ) async throws(InferenceError) -> Forecast {
        switch try await forecasts([history], options, with: model, priority: priority, deadline: deadline)[0] {
        case .success(let forecast): return forecast
        case .failure(let error): throw .forecast(error)
        }
    }

    /// Forecasts several histories: one result each, in their order.
    package func forecasts(
        _ histories: [PriceHistory], _ options: ForecastOptions = ForecastOptions(), with model: LoadedModel,
        priority: InferencePriority = .interactive, deadline: Double? = nil
    ) async throws(InferenceError) -> [Result<Forecast, ForecastError>] {
        guard !histories.isEmpty else { return [] }
        let forecaster = try model.forecaster(options.decode)
        let days = options.days ?? forecaster.horizon
        guard (1...forecaster.horizon).contains(days) else {
            throw .forecast(.horizonOutOfRange(days: days, horizon: forecaster.horizon))
        }
        guard (1...Sampling.maximumPaths).contains(options.paths) else {
            throw .pathsOutOfRange(options.paths, limit: Sampling.maximumPaths)
        }
        let drawsPaths = forecaster.drawsPaths
        let task = LaneKey.Task.forecasts(
            days: days, paths: drawsPaths ? options.paths : 0, seed: drawsPaths ? options.seed : 0, options.decode)
        let cost = model.cost(read: forecaster.contextLength, made: days, paths: drawsPaths ? options.paths : 1, options.decode)
        let answer = try await answer(
            to: .forecasts(histories), task, series: histories.count, costPerSeries: cost, together: forecaster.seriesTogether,
            model, priority, deadline)
        guard case .forecasts(let forecasts) = answer else { preconditionFailure("forecasts were asked for") }
        return forecasts
    }

    // MARK: Tensors

    /// Runs the network on raw numbers, as `closecast model run` does.
    ///
    /// - Parameters:
    ///   - inputs: already scaled.
    ///   - steps: how many outputs to make; nil for the model's horizon, or 1 where its outputs cannot be its inputs.
    ///   - deadline: on the queue's clock; a request whose turn comes later is dropped.
    /// - Throws: ``InferenceError``, at once where the queue is full.
    package func outputs(
        _ inputs: RawInputs, steps: Int? = nil, decode: DecodeMode = .recursive, with model: LoadedModel,
        priority: InferencePriority = .interactive, deadline: Double? = nil
    ) async throws(InferenceError) -> RawOutputs {
        let architecture = model.network.architecture
        let steps = steps ?? (architecture.canFeedBack ? model.configuration.horizon : 1)
        try model.check(inputs, steps: steps)
        let cost = model.cost(read: inputs.steps, made: steps, paths: 1, decode)
        let answer = try await answer(
            to: .tensors(inputs), .tensors(steps: steps, decode), series: inputs.series, costPerSeries: cost,
            together: model.network.preferredBlock, model, priority, deadline)
        guard case .tensors(let values) = answer else { preconditionFailure("tensors were asked for") }
        return RawOutputs(values: values, series: inputs.series, steps: steps, outputs: architecture.outputs)
    }

    // MARK: Other work

    /// Runs other work that blocks, e.g. a wallet's forecast; it counts as one series.
    ///
    /// - Parameters:
    ///   - deadline: on the queue's clock; work whose turn comes later is dropped.
    ///   - body: runs once, on one of the queue's threads, unless this throws ``InferenceError``. What it throws is thrown on.
    package func compute<Output: Sendable>(
        priority: InferencePriority = .interactive, deadline: Double? = nil, _ body: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        let box = Box<Result<Output, any Error>?>(nil)
        _ = try await answer(
            to: .body { box.value.withLock { $0 = Result { try body() } } }, .body, series: 1, costPerSeries: Self.bodyCost,
            together: 1, nil, priority, deadline)
        guard let result = box.value.withLock({ $0 }) else { preconditionFailure("a body that ended left no result") }
        return try result.get()
    }

    /// What other work is taken to cost: about that of 1,000 sample paths.
    private static let bodyCost = 4e9

    // MARK: All

    private func answer(
        to work: QueuedRequest.Work, _ task: LaneKey.Task, series: Int, costPerSeries: Double, together: Int, _ model: LoadedModel?,
        _ priority: InferencePriority, _ deadline: Double?
    ) async throws(InferenceError) -> QueuedRequest.Answer {
        let cost = Double(series) * costPerSeries
        guard cost <= largestRequest else { throw .tooMuchWork(multiplications: cost, limit: largestRequest) }
        let request = QueuedRequest(
            LaneKey(model: model.map { ObjectIdentifier($0) }, task: task), work, count: series, costPerSeries: costPerSeries,
            together: together, model: model, priority: priority, deadline: deadline, arrival: core.now())
        let core = core
        let result = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in core.submit(request, continuation) }
        } onCancel: {
            core.cancel(request)
        }
        return try result.get()
    }

    /// Takes no more requests, drops those of the background, answers those that wait, and returns when the threads have ended.
    ///
    /// - Parameter seconds: after these, what still waits is dropped too; what is being computed is left to its end.
    package func shutDown(within seconds: Double = 5) async {
        core.stop(drainSeconds: seconds)
        await core.awaitEnd()
    }
}

/// A value that a closure and its maker share.
private final class Box<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: consuming sending Value) { self.value = Mutex(value) }
}

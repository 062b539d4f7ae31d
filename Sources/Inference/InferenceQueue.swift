import CoreMetrics
import Forecasting
import LSTMEngine
import Market
import Platform
import Synchronization

/// Computes forecasts on its own threads. Requests that wait for the same model and options are computed together, up to 24
/// series at once. A request that finds an idle worker starts immediately.
///
/// Every answer is the same, to the bit, as if the request were computed alone. Interactive requests take precedence over
/// background requests, which get every ninth block while both wait. Models share the workers by the cost of their requests.
/// See the page "The queue".
package final class InferenceQueue: Sendable {
    /// The default limit of multiplications with weights for one request: about a second of one core.
    package static let largestRequest = 1e11

    private let core: QueueCore
    private let largestRequest: Double

    /// Creates the queue and starts its threads.
    ///
    /// - Parameters:
    ///   - workers: the number of threads, at least 1.
    ///   - capacity: the most waiting series of each priority.
    ///   - largestRequest: the most multiplications with weights of one request. Its cost is the steps read, plus paths times
    ///     steps forecast, times parameters and series.
    ///   - longestWait: interactive requests are rejected at once if their estimated time to the answer, based on recent
    ///     blocks, exceeds this many seconds.
    ///   - metrics: the destination of metrics, see ``QueueMetrics``.
    ///   - now: a monotonic clock in seconds, to which deadlines refer.
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

    /// The number of waiting series of both priorities.
    package var waiting: Int { core.waiting }

    // MARK: Forecasts

    /// Forecasts one history.
    ///
    /// - Parameter deadline: in seconds of the queue's clock. A request that has not started by then is dropped.
    /// - Throws: ``InferenceError``; at once if the queue is full.
    package func forecast(
        _ history: PriceHistory, _ options: ForecastOptions = ForecastOptions(), with model: LoadedModel,
        priority: InferencePriority = .interactive, deadline: Double? = nil
    ) async throws(InferenceError) -> Forecast {
        switch try await forecasts([history], options, with: model, priority: priority, deadline: deadline)[0] {
        case .success(let forecast): return forecast
        case .failure(let error): throw .forecast(error)
        }
    }

    /// Forecasts several histories, and returns one result for each, in order.
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
        let (drawsPaths, hasPaths) = (forecaster.drawsPaths, forecaster.hasPaths)
        let task = LaneKey.Task.forecasts(
            days: days, paths: hasPaths ? options.paths : 0, seed: hasPaths ? options.seed : 0, drawsPaths: drawsPaths,
            options.decode)
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
    ///   - steps: the number of outputs; nil for the model's horizon, or 1 if outputs cannot be inputs.
    ///   - deadline: in seconds of the queue's clock. A request that has not started by then is dropped.
    /// - Throws: ``InferenceError``; at once if the queue is full.
    package func outputs(
        _ inputs: RawInputs, steps: Int? = nil, decode: DecodeMode = .recursive, with model: LoadedModel,
        priority: InferencePriority = .interactive, deadline: Double? = nil
    ) async throws(InferenceError) -> RawOutputs {
        let network = try model.rawNetwork()
        let architecture = network.architecture
        let steps = steps ?? (architecture.canFeedBack ? model.configuration.horizon : 1)
        try model.check(inputs, steps: steps)
        let cost = model.cost(read: inputs.steps, made: steps, paths: 1, decode)
        let answer = try await answer(
            to: .tensors(inputs), .tensors(steps: steps, decode), series: inputs.series, costPerSeries: cost,
            together: network.preferredBlock, model, priority, deadline)
        guard case .tensors(let values) = answer else { preconditionFailure("tensors were asked for") }
        return RawOutputs(values: values, series: inputs.series, steps: steps, outputs: architecture.outputs)
    }

    // MARK: Other work

    /// Runs other blocking work on one of the queue's threads, for example a wallet's forecast. It counts as one series.
    ///
    /// - Parameters:
    ///   - cost: in multiplications with weights.
    ///   - deadline: in seconds of the queue's clock. Work that has not started by then is dropped.
    ///   - body: runs exactly once, unless this method throws ``InferenceError``. Its errors are rethrown.
    package func compute<Output: Sendable>(
        cost: Double = InferenceQueue.bodyCost, priority: InferencePriority = .interactive, deadline: Double? = nil,
        _ body: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        let box = Box<Result<Output, any Error>?>(nil)
        _ = try await answer(
            to: .body { box.value.withLock { $0 = Result { try body() } } },
            .body(isVeryLong: cost > Schedule.veryLongCost), series: 1, costPerSeries: cost, together: 1, nil, priority, deadline)
        guard let result = box.value.withLock({ $0 }) else { preconditionFailure("a body that ended left no result") }
        return try result.get()
    }

    /// The assumed cost of work of unknown size: about that of 1,000 sample paths.
    package static let bodyCost = 4e9
    /// The cost of a value of redrawn paths, measured with 100,000 paths of 96 days: drawing, sorting and reading them takes as long
    /// as an eighth of the same paths of the network LSTM(100).
    static let costPerValue = 5000.0

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

    /// Shuts down: rejects new requests, drops waiting background requests, answers waiting interactive ones, and returns when
    /// the threads have ended.
    ///
    /// - Parameter seconds: after this time, interactive requests that still wait are dropped, too. Blocks in progress are
    ///   completed.
    package func shutDown(within seconds: Double = 5) async {
        core.stop(drainSeconds: seconds)
        await core.awaitEnd()
    }
}

/// A value shared by a closure and its creator.
private final class Box<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: consuming sending Value) { self.value = Mutex(value) }
}

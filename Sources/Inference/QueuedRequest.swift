import Forecasting
import Market
import Synchronization

/// The properties that requests must share to be computed together.
struct LaneKey: Hashable, Sendable {
    enum Task: Hashable, Sendable {
        /// `paths` and `seed` are 0 for a point model. They may be drawn with the forecast, or later if they are asked for.
        case forecasts(days: Int, paths: Int, seed: UInt64, drawsPaths: Bool, DecodeMode)
        case tensors(steps: Int, DecodeMode)
        /// Very long bodies have a lane of their own, because a lane waits for its first request.
        case body(isVeryLong: Bool)

        var isBody: Bool { if case .body = self { true } else { false } }

        var drawsPaths: Bool {
            guard case .forecasts(_, _, _, let drawsPaths, _) = self else { return false }
            return drawsPaths
        }
    }

    /// Nil for work without a model.
    let model: ObjectIdentifier?
    let task: Task
}

/// One request and its waiting caller.
final class QueuedRequest: Sendable {
    enum Work: Sendable {
        case forecasts([PriceHistory])
        case tensors(RawInputs)
        case body(@Sendable () -> Void)
    }

    enum Answer: Sendable {
        case forecasts([Result<Forecast, ForecastError>])
        case tensors([Float])
        case done
    }

    typealias Continuation = UnsafeContinuation<Result<Answer, InferenceError>, Never>

    private struct Progress {
        var continuation: Continuation?
        var isCancelled = false
        var remaining: Int
        var forecasts: [Result<Forecast, ForecastError>?] = []
        var values: [Float] = []
    }

    let key: LaneKey
    let model: LoadedModel?
    let work: Work
    /// The number of series, at least 1.
    let count: Int
    /// The cost of each series in multiplications with weights, above 0.
    let costPerSeries: Double
    /// The most series worth computing together.
    let together: Int
    let priority: InferencePriority
    /// In seconds of the queue's clock, like ``arrival``.
    let deadline: Double?
    let arrival: Double
    private let progress: Mutex<Progress>

    init(
        _ key: LaneKey, _ work: Work, count: Int, costPerSeries: Double, together: Int, model: LoadedModel?,
        priority: InferencePriority, deadline: Double?, arrival: Double
    ) {
        (self.key, self.work, self.count, self.costPerSeries, self.together) = (key, work, count, costPerSeries, together)
        (self.model, self.priority, self.deadline, self.arrival) = (model, priority, deadline, arrival)
        var progress = Progress(remaining: count)
        if case .forecasts = work { progress.forecasts = Array(repeating: nil, count: count) }
        self.progress = Mutex(progress)
    }

    // MARK: The waiting caller

    /// Starts the wait.
    ///
    /// - Returns: false if the task was cancelled before.
    func begin(_ continuation: Continuation) -> Bool {
        progress.withLock { progress in
            progress.continuation = continuation
            return !progress.isCancelled
        }
    }

    func markCancelled() { progress.withLock { $0.isCancelled = true } }

    /// Whether the caller no longer waits.
    var isCancelled: Bool { progress.withLock { $0.isCancelled } }

    /// Ends the wait with an error.
    ///
    /// - Returns: false if it had already ended.
    @discardableResult func fail(_ error: InferenceError) -> Bool {
        guard let continuation = takeContinuation() else { return false }
        continuation.resume(returning: .failure(error))
        return true
    }

    private func takeContinuation() -> Continuation? {
        progress.withLock { progress in
            defer { progress.continuation = nil }
            return progress.continuation
        }
    }

    // MARK: Its answer

    /// Stores the forecasts of the series starting at `first`. The last ones end the wait.
    func deliver(_ forecasts: ArraySlice<Result<Forecast, ForecastError>>, from first: Int) {
        deliver(count: forecasts.count) { progress in
            for (offset, forecast) in forecasts.enumerated() { progress.forecasts[first + offset] = forecast }
        } answer: { progress in
            .forecasts(progress.forecasts.compactMap { $0 })
        }
    }

    /// Stores raw outputs like ``deliver(_:from:)-forecasts``; equally many for each series.
    func deliver(_ outputs: ArraySlice<[Float]>, from first: Int) {
        let width = outputs.first?.count ?? 0
        deliver(count: outputs.count) { progress in
            if progress.values.isEmpty { progress.values = Array(repeating: 0, count: count * width) }
            for (offset, values) in outputs.enumerated() {
                let start = (first + offset) * width
                progress.values.replaceSubrange(start..<start + width, with: values)
            }
        } answer: { progress in
            .tensors(progress.values)
        }
    }

    /// Ends the wait of a body that has run.
    func deliverDone() {
        deliver(count: 1) { _ in
        } answer: { _ in
            .done
        }
    }

    private func deliver(count: Int, _ keep: (inout Progress) -> Void, answer: (Progress) -> Answer) {
        let ended = progress.withLock { progress -> (Continuation, Answer)? in
            keep(&progress)
            progress.remaining -= count
            guard progress.remaining == 0, let continuation = progress.continuation else { return nil }
            progress.continuation = nil
            return (continuation, answer(progress))
        }
        if let (continuation, answer) = ended { continuation.resume(returning: .success(answer)) }
    }
}

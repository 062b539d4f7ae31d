import Dispatch
import Synchronization

/// What the queue's callers and its workers share.
final class QueueCore: Sendable {
    private struct State {
        var schedule: Schedule
        /// Workers that sleep, less those that were woken.
        var idle = 0
        /// Workers whose thread runs.
        var alive: Int
        var isStopping = false
        /// On the queue's clock: what still waits then is dropped.
        var drainsUntil = Double.infinity
        var stopWaiters: [UnsafeContinuation<Void, Never>] = []
    }

    enum Next {
        case block(InferenceBlock)
        /// Sleep with ``sleep()``, then ask again.
        case idle
        case stop
    }

    let metrics: QueueMetrics
    let now: @Sendable () -> Double
    private let state: Mutex<State>
    private let wake = DispatchSemaphore(value: 0)

    init(
        capacity: Int, workers: Int, longestWait: Double, metrics: QueueMetrics, now: @escaping @Sendable () -> Double
    ) {
        (self.metrics, self.now) = (metrics, now)
        state = Mutex(
            State(schedule: Schedule(capacity: capacity, workers: workers, longestWait: longestWait), alive: workers))
    }

    var waiting: Int { state.withLock { $0.schedule.waiting } }

    // MARK: Callers

    /// Puts a request into its lane, or ends its wait at once.
    func submit(_ request: QueuedRequest, _ continuation: QueuedRequest.Continuation) {
        let (refusal, wakes, waiting) = state.withLock { state -> (InferenceError?, Int, Int) in
            // Under the lock, so that a cancellation comes either before this or finds the request waiting.
            guard request.begin(continuation) else { return (.cancelled, 0, 0) }
            guard !state.isStopping else { return (.stopped, 0, 0) }
            do throws(InferenceError) { try state.schedule.add(request) } catch { return (error, 0, 0) }
            return (nil, Self.takeIdle(&state, 1), state.schedule.waiting(request.priority))
        }
        for _ in 0..<wakes { wake.signal() }
        if let refusal { reject(request, refusal) } else { metrics.record(waiting: waiting, request.priority) }
    }

    /// Ends the wait of a request that waits. Of one that is being computed, sample paths stop after the current block of paths.
    func cancel(_ request: QueuedRequest) {
        let waited = state.withLock { state in
            request.markCancelled()
            return state.schedule.remove(request)
        }
        if waited { reject(request, .cancelled) }
    }

    /// Ends the waits of a block that was stopped since all its requests were cancelled.
    func stopped(_ block: InferenceBlock) {
        for part in block.parts { reject(part.request, .cancelled) }
    }

    private func reject(_ request: QueuedRequest, _ error: InferenceError) {
        if request.fail(error) { metrics.recordRejection(error) }
    }

    // MARK: Workers

    /// What a worker does next.
    func next() -> Next {
        let now = now()
        var dropped: [(QueuedRequest, InferenceError)] = []
        let (next, wakes, waiting) = state.withLock { state -> (Next, Int, Int) in
            if now > state.drainsUntil { dropped += state.schedule.removeAll(.interactive).map { ($0, .stopped) } }
            let (block, expired) = state.schedule.next(now: now, idle: state.idle)
            dropped += expired.map { ($0, .deadlinePassed) }
            guard let block else {
                if state.isStopping, state.schedule.isEmpty { return (.stop, Self.takeIdle(&state, .max), 0) }
                state.idle += 1
                return (.idle, 0, 0)
            }
            // One arrival wakes one worker, which wakes the next where it leaves something.
            let wakes = state.schedule.isEmpty ? 0 : Self.takeIdle(&state, 1)
            return (.block(block), wakes, state.schedule.waiting(block.priority))
        }
        for _ in 0..<wakes { wake.signal() }
        for (request, error) in dropped { reject(request, error) }
        if case .block(let block) = next { metrics.record(waiting: waiting, block.priority) }
        return next
    }

    /// A block of what is short, for a worker that computes something long.
    func nextShort() -> InferenceBlock? {
        let now = now()
        let (block, expired) = state.withLock { $0.schedule.nextShort(now: now) }
        for request in expired { reject(request, .deadlinePassed) }
        return block
    }

    /// - Parameters:
    ///   - start: on the queue's clock.
    ///   - seconds: that the worker spent on it.
    func finished(_ block: InferenceBlock, start: Double, seconds: Double) {
        state.withLock { $0.schedule.finished(block, seconds: seconds) }
        metrics.record(block, start: start, seconds: seconds)
    }

    func sleep() { wake.wait() }

    func workerEnded() {
        let waiters = state.withLock { state -> [UnsafeContinuation<Void, Never>] in
            state.alive -= 1
            guard state.alive == 0 else { return [] }
            defer { state.stopWaiters = [] }
            return state.stopWaiters
        }
        for waiter in waiters { waiter.resume() }
    }

    private static func takeIdle(_ state: inout State, _ most: Int) -> Int {
        let count = min(state.idle, most)
        state.idle -= count
        return count
    }

    // MARK: The end

    /// Refuses what comes, drops the background's and wakes the workers, which end when nothing waits.
    func stop(drainSeconds: Double) {
        let until = now() + drainSeconds
        let (dropped, wakes) = state.withLock { state -> ([QueuedRequest], Int) in
            state.isStopping = true
            state.drainsUntil = min(state.drainsUntil, until)
            return (state.schedule.removeAll(.background), Self.takeIdle(&state, .max))
        }
        for _ in 0..<wakes { wake.signal() }
        for request in dropped { reject(request, .stopped) }
    }

    /// Returns when every worker's thread has ended.
    func awaitEnd() async {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            let hasEnded = state.withLock { state in
                if state.alive > 0 { state.stopWaiters.append(continuation) }
                return state.alive == 0
            }
            if hasEnded { continuation.resume() }
        }
    }
}

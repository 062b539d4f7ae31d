import Dispatch
import Synchronization

/// The state shared by the queue's callers and workers.
final class QueueCore: Sendable {
    private struct State {
        var schedule: Schedule
        /// The number of sleeping workers that have not been woken.
        var idle = 0
        /// The number of workers whose threads are running.
        var alive: Int
        var isStopping = false
        /// The time on the queue's clock at which interactive requests that still wait are dropped.
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

    /// Adds a request to its lane, or rejects it at once.
    func submit(_ request: QueuedRequest, _ continuation: QueuedRequest.Continuation) {
        let (refusal, wakes, waiting) = state.withLock { state -> (InferenceError?, Int, Int) in
            // Inside the lock, so that a cancellation either precedes this or finds the request waiting.
            guard request.begin(continuation) else { return (.cancelled, 0, 0) }
            guard !state.isStopping else { return (.stopped, 0, 0) }
            do throws(InferenceError) { try state.schedule.add(request) } catch { return (error, 0, 0) }
            return (nil, Self.takeIdle(&state, 1), state.schedule.waiting(request.priority))
        }
        for _ in 0..<wakes { wake.signal() }
        if let refusal { reject(request, refusal) } else { metrics.record(waiting: waiting, request.priority) }
    }

    /// Cancels a waiting request. For a request in progress, sample paths stop after the current block of paths.
    func cancel(_ request: QueuedRequest) {
        let waited = state.withLock { state in
            request.markCancelled()
            return state.schedule.remove(request)
        }
        if waited { reject(request, .cancelled) }
    }

    /// Ends the requests of a block that was stopped because all of them were cancelled.
    func stopped(_ block: InferenceBlock) {
        for part in block.parts { reject(part.request, .cancelled) }
    }

    private func reject(_ request: QueuedRequest, _ error: InferenceError) {
        if request.fail(error) { metrics.recordRejection(error) }
    }

    // MARK: Workers

    /// Returns a worker's next action.
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
            // An arrival wakes one worker, which wakes the next if work remains.
            let wakes = state.schedule.isEmpty ? 0 : Self.takeIdle(&state, 1)
            return (.block(block), wakes, state.schedule.waiting(block.priority))
        }
        for _ in 0..<wakes { wake.signal() }
        for (request, error) in dropped { reject(request, error) }
        if case .block(let block) = next { metrics.record(waiting: waiting, block.priority) }
        return next
    }

    /// Returns a block of short work, for a worker that is computing something long.
    func nextShort() -> InferenceBlock? {
        let now = now()
        let (block, expired) = state.withLock { $0.schedule.nextShort(now: now) }
        for request in expired { reject(request, .deadlinePassed) }
        return block
    }

    /// Records a completed block.
    ///
    /// - Parameters:
    ///   - start: when it was started, in seconds of the queue's clock.
    ///   - seconds: the time that the worker spent on it.
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

    /// Rejects new requests, drops background requests, and wakes the workers, which end when nothing waits.
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

    /// Returns when all worker threads have ended.
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

import Dispatch
import Glibc
import Platform
import Synchronization

/// The hashes that wait for a thread, first come, first served.
package final class HashingQueue: Sendable {
    /// One hash. `compute` returns a closure that resumes the caller with the result; `refuse` resumes the caller with an error.
    struct Job: Sendable {
        let id: Int
        let compute: @Sendable () -> @Sendable () -> Void
        let refuse: @Sendable (HashingError) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        /// Ids of jobs that were cancelled before they were added.
        var cancelled: Set<Int> = []
        var running = 0
        var finished = 0
        /// The duration of the last hash and the pause after it.
        var lastSeconds = 0.1
        var nextID = 0
        var isStopping = false
    }

    private let threads: Int
    private let maximumWaiting: Int
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    private let stopped = DispatchSemaphore(value: 0)

    /// The share of a core that each thread may use while other work needs the cores.
    ///
    /// The lowest priority is not enough: requests leave short gaps on every core, a hash starts in one, and Linux lets it finish
    /// its time slice before the next request. With 200 people, forecasts lost 14 %, and 4 % with the scheduling class for idle
    /// work; but in that class a hash took 14 to 21 s while other threads were always busy.
    private static let shareOfBusyCore = 0.05

    /// Starts the threads, which run until ``stop()``.
    package init(threads: Int, maximumWaiting: Int, niceness: Int) {
        precondition(threads > 0 && maximumWaiting >= 0, "\(threads) threads, \(maximumWaiting) waiting: settings are at least 1")
        (self.threads, self.maximumWaiting) = (threads, maximumWaiting)
        for number in 0..<threads { HashingThread.start(self, number: number, niceness: niceness) }
    }

    package var finishedCount: Int { state.withLock { $0.finished } }
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// How long to wait before asking again, in seconds, if no more hashes may wait now; nil if there is room.
    package var fullForSeconds: Int? { state.withLock { fullForSeconds($0) } }

    // MARK: Callers

    /// Runs `body` on one of the threads.
    ///
    /// - Throws: ``HashingError/busy(retryAfterSeconds:)``, ``HashingError/cancelled``, and what `body` throws.
    package func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws(HashingError) -> Value
    ) async throws(HashingError) -> Value {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Result<Value, HashingError>, Never>) in
                let job = Job(
                    id: id,
                    compute: {
                        let result = Result(catching: body)
                        return { continuation.resume(returning: result) }
                    },
                    refuse: { continuation.resume(returning: .failure($0)) })
                add(job)
            }
        } onCancel: {
            cancel(id)
        }
        state.withLock { _ = $0.cancelled.remove(id) }
        return try result.get()
    }

    private func add(_ job: Job) {
        let refusal = state.withLock { state -> HashingError? in
            if state.cancelled.contains(job.id) || state.isStopping { return .cancelled }
            if let seconds = fullForSeconds(state) { return .busy(retryAfterSeconds: seconds) }
            state.waiting.append(job)
            return nil
        }
        if let refusal { job.refuse(refusal) } else { wake.signal() }
    }

    private func fullForSeconds(_ state: State) -> Int? {
        // An idle thread takes its job at once, so such a job does not wait.
        let idle = threads - state.running
        guard state.waiting.count >= maximumWaiting + idle else { return nil }
        let seconds = Double(state.waiting.count + 1) / Double(threads) * state.lastSeconds
        return max(1, Int(seconds.rounded(.up)))
    }

    /// Cancels a waiting job. A hash in progress runs to its end.
    private func cancel(_ id: Int) {
        let job = state.withLock { state -> Job? in
            guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.waiting.remove(at: index)
        }
        job?.refuse(.cancelled)
    }

    // MARK: Threads

    /// Waits for a job. Returns nil when the queue has stopped.
    func next() -> Job? {
        while true {
            wake.wait()
            let (job, isStopping) = state.withLock { state -> (Job?, Bool) in
                guard !state.waiting.isEmpty else { return (nil, state.isStopping) }
                state.running += 1
                return (state.waiting.removeFirst(), false)
            }
            if let job { return job }
            // Reached only if the job was cancelled.
            if isStopping { return nil }
        }
    }

    /// Computes a job of ``next()``, then pauses if the machine is busy.
    func run(_ job: Job) {
        let (start, processorStart) = (ProcessState.monotonicSeconds, Self.threadProcessorSeconds)
        let resume = job.compute()
        let seconds = ProcessState.monotonicSeconds - start
        let pause = Self.pause(afterSeconds: seconds, processorSeconds: Self.threadProcessorSeconds - processorStart)
        state.withLock { state in
            // A pausing thread takes no job.
            if pause == 0 { state.running -= 1 }
            state.finished += 1
            state.lastSeconds = seconds + pause
        }
        // After the lock, so that the caller finds its hash counted.
        resume()
        guard pause > 0 else { return }
        _ = stopped.wait(timeout: .now() + pause)
        state.withLock { $0.running -= 1 }
    }

    /// Returns how long a thread pauses after a hash, in seconds. If a hash had to wait for the processor, the machine is busy.
    package static func pause(afterSeconds seconds: Double, processorSeconds: Double) -> Double {
        guard seconds > 1.5 * processorSeconds else { return 0 }
        return max(0, processorSeconds / shareOfBusyCore - seconds)
    }

    private static var threadProcessorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// Refuses the waiting jobs, and ends the threads.
    package func stop() {
        let waiting = state.withLock { state in
            state.isStopping = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for job in waiting { job.refuse(.cancelled) }
        for _ in 0..<threads {
            wake.signal()
            stopped.signal()
        }
    }
}

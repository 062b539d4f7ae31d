import Dispatch
import HTTPEdge
import Platform
import Synchronization

/// Threads for requests that use a processor for milliseconds to seconds: gains of a long journal, files of transactions, the naive
/// quantiles of a diary. They keep them off the event loops and the cooperative pool.
///
/// The jobs of one owner run one after another, and owners take turns, job by job: a slow report delays its owner's other reports only,
/// until as many owners as there are threads have slow ones.
///
/// Work that never waits belongs on `InferenceQueue.compute(priority:deadline:_:)`, whose blocks are short.
package final class WorkerThreads: Sendable {
    /// The maximum number of requests at a time; further ones are refused, since each may wait for all before it.
    static let capacity = 128
    /// The maximum of one owner, so that others are still admitted.
    static let capacityOfOwner = capacity / 2

    private struct Requests {
        var count = 0
        /// The requests of each owner, and the lane that they share.
        var ofOwner: [String: (count: Int, lane: WorkerLane)] = [:]
    }

    private let turns: WorkerTurns
    private let requests = Mutex(Requests())

    /// - Parameter threads: at least 1.
    package init(threads: Int = max(4, ProcessState.processorCount)) { turns = WorkerTurns(threads: threads) }

    /// The number of jobs that were given to the threads, for tests.
    package var jobCount: Int { turns.jobCount.load(ordering: .relaxed) }

    /// The number of requests that are here, for tests.
    package var requestCount: Int { requests.withLock { $0.count } }

    /// An executor for work that is no owner's request; its jobs run one after another.
    package var executor: any TaskExecutor { WorkerLane(turns) }

    /// Runs `body`, and the code without an actor that it calls, on the threads.
    ///
    /// - Parameter owner: whose requests run one after another; empty if they belong to nobody, such as figures that all callers share.
    /// - Throws: a ``Problem`` of status 503 if ``capacity`` requests, or ``capacityOfOwner`` of this owner, are already here, and
    ///   whatever `body` throws.
    package func run<Value: Sendable>(
        for owner: String, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        let lane = try enter(owner)
        defer { leave(owner) }
        return try await withTaskExecutorPreference(lane) { try await body() }
    }

    private func enter(_ owner: String) throws -> WorkerLane {
        try requests.withLock { requests in
            let own = requests.ofOwner[owner] ?? (0, WorkerLane(turns))
            guard requests.count < Self.capacity else { throw Self.full("\(Self.capacity) requests") }
            guard own.count < Self.capacityOfOwner else { throw Self.full("\(Self.capacityOfOwner) of your requests") }
            requests.count += 1
            requests.ofOwner[owner] = (own.count + 1, own.lane)
            // What is nobody's does not wait for each other.
            return owner.isEmpty ? WorkerLane(turns) : own.lane
        }
    }

    private func leave(_ owner: String) {
        requests.withLock { requests in
            requests.count -= 1
            guard let own = requests.ofOwner[owner] else { return }
            requests.ofOwner[owner] = own.count > 1 ? (own.count - 1, own.lane) : nil
        }
    }

    private static func full(_ what: String) -> Problem {
        Problem(
            .serviceUnavailable, "queue-full", "\(what) for figures and files wait already; try again in 2 s", retryAfterSeconds: 2)
    }
}

/// Jobs that run one after another, on whichever thread is free.
private final class WorkerLane: TaskExecutor {
    private let turns: WorkerTurns

    init(_ turns: WorkerTurns) { self.turns = turns }

    func enqueue(_ job: consuming ExecutorJob) { turns.add(UnownedJob(job), to: self) }
}

/// The threads, and the lanes that wait for their next turn on one.
private final class WorkerTurns: Sendable {
    private struct State {
        /// The waiting jobs of each lane that is ready or on a thread.
        var jobs: [ObjectIdentifier: [UnownedJob]] = [:]
        /// The lanes with a waiting job that are on no thread, longest wait first.
        var ready: [WorkerLane] = []
        /// The numbers of the threads without work.
        var idle: [Int]
    }

    /// Serial queues, each of which stands for a thread.
    private let threads: [DispatchQueue]
    private let state: Mutex<State>
    let jobCount = Atomic(0)

    init(threads count: Int) {
        precondition(count >= 1, "threads must be at least 1, not \(count)")
        threads = (0..<count).map { DispatchQueue(label: "closecast.worker.\($0)") }
        state = Mutex(State(idle: Array(0..<count)))
    }

    func add(_ job: UnownedJob, to lane: WorkerLane) {
        jobCount.add(1, ordering: .relaxed)
        let thread: Int? = state.withLock { state in
            let isWaiting = state.jobs[ObjectIdentifier(lane)] != nil
            state.jobs[ObjectIdentifier(lane), default: []].append(job)
            guard !isWaiting else { return nil }
            state.ready.append(lane)
            return state.idle.popLast()
        }
        if let thread { threads[thread].async { self.work(thread) } }
    }

    private func work(_ thread: Int) {
        while let (lane, job) = next(thread) {
            job.runSynchronously(on: lane.asUnownedTaskExecutor())
            finish(lane)
        }
    }

    /// The first job of the lane whose turn it is; nil if there is none, and the thread is then idle.
    private func next(_ thread: Int) -> (WorkerLane, UnownedJob)? {
        state.withLock { state in
            guard !state.ready.isEmpty else {
                state.idle.append(thread)
                return nil
            }
            let lane = state.ready.removeFirst()
            return (lane, state.jobs[ObjectIdentifier(lane)]!.removeFirst())
        }
    }

    /// A lane with more jobs waits behind the others.
    private func finish(_ lane: WorkerLane) {
        state.withLock { state in
            if state.jobs[ObjectIdentifier(lane)]?.isEmpty == true {
                state.jobs[ObjectIdentifier(lane)] = nil
            } else {
                state.ready.append(lane)
            }
        }
    }
}

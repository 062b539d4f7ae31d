import Access
import HTTPEdge
import Platform
import Synchronization

/// Long-running work of all owners: waiting and running tasks, and their results.
///
/// One task of each lane runs at a time, on a thread that uses only the processor time that requests leave. Everything is in
/// memory: see <doc:LongWork> for the effects of a restart.
package final class TaskBoard: Sendable {
    package typealias Work = @Sendable (TaskProgress) async throws -> LongTask.Result

    package struct Limits: Sendable {
        /// The maximum number of waiting or running tasks of one owner.
        package var openPerOwner = 5
        /// The maximum number of waiting or running tasks of all owners.
        package var open = 200
        /// The maximum number of tasks of one owner that are kept, whatever their result.
        package var keptPerOwner = 20
        /// The maximum number of event streams of one owner.
        package var streamsPerOwner = 6
        /// How long a task is kept after its end.
        package var keptSeconds = 86_400

        package init() {}
    }

    private struct State {
        var tasks: [String: LongTask] = [:]
        var work: [String: Work] = [:]
        /// Ids in the order of their start.
        var waiting: [String] = []
        var running: [LongTask.Lane: (id: String, task: Task<Void, Never>)] = [:]
        /// Ascending numbers of each owner's last turn.
        var turns: [String: Int] = [:]
        var lastTurn = 0
        var streams: [String: Int] = [:]
        /// Tasks may block their thread, so each lane has its own.
        var threads: [LongTask.Lane: IdleThread] = [:]
        var isStopping = false
        var changes = 0
        var lastNumber = 0
    }

    private let limits: Limits
    private let now: @Sendable () -> Int
    private let state = Mutex(State())

    /// - Parameter now: the clock, in seconds since 1970-01-01 UTC.
    package init(limits: Limits = Limits(), now: @escaping @Sendable () -> Int = { ProcessState.secondsSince1970 }) {
        (self.limits, self.now) = (limits, now)
    }

    // MARK: Starting

    /// Starts work, or joins the owner's same work if it has not ended.
    ///
    /// - Parameters:
    ///   - subject: the subject of the work; together with owner and kind it identifies the work.
    ///   - label: the name that the reader recognizes.
    ///   - work: runs on a thread of its own, which it may block. It should check ``TaskProgress/isCancelled`` often.
    /// - Returns: the task's id.
    /// - Throws: a ``Problem`` if there are too many tasks, or the server is stopping.
    package func start(
        owner: String, kind: LongTask.Kind, subject: String, label: String, _ work: @escaping Work
    ) throws(Problem) -> String {
        let result = state.withLock { state -> Swift.Result<String, Problem> in
            if state.isStopping { return .failure(Self.stopping) }
            let own = state.tasks.values.filter { $0.owner == owner && !$0.isOver }
            if let same = own.first(where: { $0.kind == kind && $0.subject == subject && !$0.isStopping }) {
                return .success(same.id)
            }
            let open = state.waiting.count + state.running.count
            if own.count >= limits.openPerOwner || open >= limits.open { return .failure(Self.tooMany) }
            state.lastNumber += 1
            let task = LongTask(
                id: RandomID.hexadecimal(digits: 32), number: state.lastNumber, owner: owner, kind: kind, subject: subject,
                label: label, createdAt: now())
            (state.tasks[task.id], state.work[task.id]) = (task, work)
            state.waiting.append(task.id)
            state.changes += 1
            tidy(&state, owner)
            runNext(&state)
            return .success(task.id)
        }
        return try result.get()
    }

    private static let tooMany = Problem(
        .tooManyRequests, "too-many-tasks", "too many tasks are waiting; start this one when another has ended",
        retryAfterSeconds: 10)
    private static let stopping = Problem(
        .serviceUnavailable, "stopping", "the server is stopping; try again in a moment", retryAfterSeconds: 5)

    /// Removes ended tasks that are old, or more than an owner may keep.
    private func tidy(_ state: inout State, _ owner: String) {
        let time = now()
        state.tasks = state.tasks.filter { $0.value.endedAt.map { time - $0 < limits.keptSeconds } ?? true }
        let own = state.tasks.values.filter { $0.owner == owner }
        let ended = own.filter(\.isOver).sorted { ($0.endedAt ?? 0, $0.number) < ($1.endedAt ?? 0, $1.number) }
        for task in ended.prefix(max(0, own.count - limits.keptPerOwner)) { state.tasks[task.id] = nil }
        if state.turns.count > 10_000 { state.turns = [:] }
    }

    // MARK: Running

    /// Starts, in each free lane, the first waiting task of the owner whose last turn is longest ago.
    private func runNext(_ state: inout State) {
        for lane in LongTask.Lane.allCases { runNext(in: lane, &state) }
    }

    private func runNext(in lane: LongTask.Lane, _ state: inout State) {
        guard state.running[lane] == nil, !state.isStopping else { return }
        let waiting = state.waiting.filter { state.tasks[$0]?.kind.lane == lane }
        let next = waiting.min { state.turns[state.tasks[$0]!.owner] ?? 0 < state.turns[state.tasks[$1]!.owner] ?? 0 }
        guard let id = next, let task = state.tasks[id], let work = state.work.removeValue(forKey: id) else { return }
        state.waiting.removeAll { $0 == id }
        state.lastTurn += 1
        state.turns[task.owner] = state.lastTurn
        state.tasks[id]!.state = .running
        state.tasks[id]!.startedAt = now()
        let thread = state.threads[lane] ?? IdleThread()
        state.threads[lane] = thread
        let progress = task.progress
        let running = Task(executorPreference: thread) { [weak self] in
            let end: LongTask.State
            do {
                try progress.check()
                end = .done(try await work(progress))
            } catch {
                end = progress.isCancelled || error is CancellationError ? .cancelled : .failed(error)
            }
            // On another thread: a thread that gets no processor time must not hold the lock.
            Task.detached { self?.finish(id, end) }
        }
        state.running[lane] = (id, running)
    }

    private func finish(_ id: String, _ end: LongTask.State) {
        state.withLock { state in
            state.running = state.running.filter { $0.value.id != id }
            state.changes += 1
            state.tasks[id]?.state = end
            state.tasks[id]?.endedAt = now()
            runNext(&state)
        }
    }

    // MARK: Reading

    /// Returns an owner's task; nil if it belongs to another owner, or is not known (any more).
    package func task(_ id: String, of owner: String) -> LongTask? {
        state.withLock { $0.tasks[id] }.flatMap { $0.owner == owner ? $0 : nil }
    }

    /// Returns an owner's tasks, newest first.
    package func tasks(of owner: String) -> [LongTask] {
        state.withLock { $0.tasks.values.filter { $0.owner == owner } }
            .sorted { $0.number > $1.number }
    }

    /// The number of an owner's tasks that wait or run.
    package func openCount(of owner: String) -> Int { state.withLock { $0.tasks.values.count { $0.owner == owner && !$0.isOver } } }

    /// Changes whenever a task is started or has ended: for pages that are kept in memory.
    var changes: Int { state.withLock { $0.changes } }

    /// Returns an owner's work of a kind on a subject, if it waits or runs.
    package func open(_ kind: LongTask.Kind, _ subject: String, of owner: String) -> LongTask? {
        state.withLock { $0.tasks.values.first { $0.owner == owner && $0.kind == kind && $0.subject == subject && !$0.isOver } }
    }

    // MARK: Ending

    /// Stops an owner's task. A running one ends at its next check; an ended one does not change.
    ///
    /// - Returns: whether there is such a task.
    package func cancel(_ id: String, of owner: String) -> Bool {
        state.withLock { state in
            guard let task = state.tasks[id], task.owner == owner else { return false }
            if task.isOver { return true }
            task.progress.cancel()
            if let running = state.running.values.first(where: { $0.id == id }) {
                running.task.cancel()
            } else {
                state.waiting.removeAll { $0 == id }
                state.work[id] = nil
                state.changes += 1
                state.tasks[id]!.state = .cancelled
                state.tasks[id]!.endedAt = now()
            }
            return true
        }
    }

    /// Removes an owner's ended task.
    ///
    /// - Returns: whether there was such a task.
    package func remove(_ id: String, of owner: String) -> Bool {
        state.withLock { state in
            guard let task = state.tasks[id], task.owner == owner, task.isOver else { return false }
            state.tasks[id] = nil
            return true
        }
    }

    // MARK: Streams

    /// Whether event streams must end.
    package var isStopping: Bool { state.withLock { $0.isStopping } }

    /// Counts an event stream.
    ///
    /// - Throws: a ``Problem`` if the owner has too many.
    package func openStream(_ owner: String) throws(Problem) {
        let isFull = state.withLock { state in
            guard state.streams[owner, default: 0] < limits.streamsPerOwner, !state.isStopping else { return true }
            state.streams[owner, default: 0] += 1
            return false
        }
        guard isFull else { return }
        throw Problem(
            .tooManyRequests, "too-many-watchers", "too many pages watch your tasks; close one of them", retryAfterSeconds: 10)
    }

    package func closeStream(_ owner: String) {
        state.withLock { state in
            state.streams[owner, default: 1] -= 1
            if state.streams[owner] == 0 { state.streams[owner] = nil }
        }
    }

    package var streamCount: Int { state.withLock { $0.streams.values.reduce(0, +) } }

    // MARK: Shutdown

    /// Ends event streams, cancels all tasks, and waits for the running ones, at most `seconds`.
    package func stop(within seconds: Double) async {
        let open = state.withLock { state in
            state.isStopping = true
            state.waiting = []
            state.work = [:]
            return state.tasks.values.filter { !$0.isOver }
        }
        for task in open { _ = cancel(task.id, of: task.owner) }
        let end = ContinuousClock.now + .seconds(seconds)
        while state.withLock({ !$0.running.isEmpty }), ContinuousClock.now < end,
            (try? await Task.sleep(for: .milliseconds(10))) != nil
        {}
    }
}

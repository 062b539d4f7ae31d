import Dispatch
import GRDB
import Synchronization

/// The transaction of a request with a key: everything that the request writes, and its answer. See ``Store/answer(to:_:)``.
///
/// It begins with the request's first write, so what a request does before delays no other. From then on the request's reads and writes
/// run on the writing thread, which waits for the next one until the request has an answer. Other writes wait meanwhile; several such
/// requests share a commit (``SharedCommits``). If the first write fails, the transaction is given back: the request may have to wait
/// before it tries again.
final class KeyedTransaction: Sendable {
    /// The transaction of the request that the current task belongs to.
    @TaskLocal static var current: KeyedTransaction?

    /// A read or write of the request. The argument is the connection, or why there is none. It returns whether it succeeded, and a
    /// function that passes its result on.
    private typealias Step = @Sendable (Result<Connection, any Error>) -> (isDone: Bool, answer: @Sendable () -> Void)

    private enum Phase {
        /// The request has written nothing.
        case unused
        case open(Turn)
        /// Everything was undone, and whatever the request still wants to do fails.
        case failed(any Error)
        /// The request has an answer. Nothing more belongs to it.
        case ended
    }

    private struct State {
        var phase = Phase.unused
        var steps: [Step] = []
        /// What is stored at the end; an error undoes everything.
        var last: Result<@Sendable (Connection) throws -> Void, any Error>?
        /// Whether all is on disk.
        var outcome: Result<Void, any Error>?
        var caller: CheckedContinuation<Void, any Error>?
    }

    private let state = Mutex(State())
    /// Counts the steps and the end that the writing thread has not taken yet.
    private let arrivals = DispatchSemaphore(value: 0)
    let groups: SharedCommits

    init(_ groups: SharedCommits) { self.groups = groups }

    // MARK: The request

    /// Runs a read or write within this transaction.
    ///
    /// - Returns: the result of `body`, of which nothing is written if it throws; nil if it does not belong to the transaction: a read
    ///   or rehearsal before the first write, or anything after the end.
    func run<Value: Sendable>(
        isWrite: Bool, isRehearsal: Bool = false, _ body: @escaping @Sendable (Connection) throws -> Value
    ) async -> Result<Value, any Error>? {
        await withCheckedContinuation { (caller: CheckedContinuation<Result<Value, any Error>?, Never>) in
            let step: Step = { connection in
                let result = connection.flatMap { connection in
                    Result { try isWrite ? Self.savepoint(connection, keeps: !isRehearsal, body) : body(connection) }
                }
                return (result.isSuccess, { caller.resume(returning: result) })
            }
            switch add(step, mayBegin: isWrite && !isRehearsal) {
            case .unused, .ended: caller.resume(returning: nil)
            case .failed(let error): step(.failure(error)).answer()
            case .open: arrivals.signal()
            }
        }
    }

    /// Adds a step if it belongs to the transaction.
    ///
    /// - Parameter mayBegin: whether the transaction may begin with the step.
    /// - Returns: ``Phase/open(_:)`` if the step was added.
    private func add(_ step: @escaping Step, mayBegin: Bool) -> Phase {
        let (phase, new) = state.withLock { state in
            var new: Turn?
            if case .unused = state.phase, mayBegin {
                let turn = Turn(self)
                (state.phase, new) = (.open(turn), turn)
            }
            if case .open = state.phase { state.steps.append(step) }
            return (state.phase, new)
        }
        if let new { groups.add(new) }
        return phase
    }

    /// Ends the transaction, and returns when it is on disk.
    ///
    /// - Parameter last: stores the answer; an error undoes everything.
    /// - Returns: false if the request has written nothing, so that nothing was stored.
    /// - Throws: the error of the commit, in which case nothing is written.
    func end(_ last: Result<@Sendable (Connection) throws -> Void, any Error>) async throws -> Bool {
        let isUnused = state.withLock { state in
            state.last = last
            guard case .unused = state.phase else { return false }
            state.phase = .ended
            return true
        }
        if isUnused { return false }
        arrivals.signal()
        try await withCheckedThrowingContinuation { caller in
            let outcome = state.withLock { state in
                if state.outcome == nil { state.caller = caller }
                return state.outcome
            }
            if let outcome { caller.resume(with: outcome) }
        }
        return true
    }

    private static func savepoint<Value>(
        _ connection: Connection, keeps: Bool, _ body: (Connection) throws -> Value
    ) throws -> Value {
        try connection.cachedStatement(sql: "SAVEPOINT step").run([])
        let result = Result { try body(connection) }
        guard connection.isInsideTransaction else { return try result.get() }
        if !(keeps && result.isSuccess) { try connection.cachedStatement(sql: "ROLLBACK TO step").run([]) }
        try connection.cachedStatement(sql: "RELEASE step").run([])
        return try result.get()
    }

    // MARK: The writing thread

    /// One turn of the transaction among the writes of all.
    private final class Turn: SharedWrite {
        let transaction: KeyedTransaction
        private let hasRun = Atomic(false)

        init(_ transaction: KeyedTransaction) { self.transaction = transaction }

        func begin() -> Bool { true }

        func run(_ connection: Connection) throws {
            // Called again if a write of another request ended the transaction that they shared. This request cannot be run again from
            // here; its client may send it again.
            guard !hasRun.exchange(true, ordering: .relaxed) else {
                throw DatabaseError(resultCode: .SQLITE_BUSY, message: "another write ended the transaction")
            }
            try transaction.runSteps(on: connection)
        }

        func finish(_ failure: (any Error)?) { transaction.finish(self, failure) }
    }

    private func runSteps(on connection: Connection) throws {
        do {
            var left = RequestStalled.longestWait
            var isFirst = true
            while let step = try next(&left) {
                let (isDone, answer) = step(.success(connection))
                guard connection.isInsideTransaction else {
                    answer()
                    throw DatabaseError(resultCode: .SQLITE_ABORT, message: "a write ended the transaction")
                }
                let isGivenBack = isFirst && !isDone && giveBack()
                isFirst = isFirst && !isDone
                answer()
                if isGivenBack { return }
            }
            guard let last = state.withLock({ $0.last }) else { throw RequestStalled() }
            try last.get()(connection)
            state.withLock { $0.phase = .ended }
        } catch {
            // Also the rest of its steps: nothing of the request is written.
            fail(error)
            throw error
        }
    }

    /// Makes the transaction unused again, unless the request has more steps or has ended already.
    private func giveBack() -> Bool {
        state.withLock { state in
            guard state.steps.isEmpty, case nil = state.last else { return false }
            state.phase = .unused
            return true
        }
    }

    /// Returns the request's next step; nil at its end.
    ///
    /// - Parameter left: how long the request may still be waited for.
    private func next(_ left: inout Duration) throws -> Step? {
        let start = ContinuousClock.now
        guard arrivals.wait(timeout: .now() + min(RequestStalled.longestPause, left) / .seconds(1)) == .success else {
            throw RequestStalled()
        }
        left -= ContinuousClock.now - start
        return state.withLock { $0.steps.isEmpty ? nil : $0.steps.removeFirst() }
    }

    /// Refuses the steps that wait and those that follow.
    private func fail(_ error: any Error) {
        let steps = state.withLock { state in
            state.phase = .failed(error)
            defer { state.steps = [] }
            return state.steps
        }
        for step in steps { step(.failure(error)).answer() }
    }

    private func finish(_ turn: Turn, _ failure: (any Error)?) {
        let isCurrent = state.withLock { state in
            switch state.phase {
            case .unused: false
            case .open(let current): current === turn
            case .failed, .ended: true
            }
        }
        guard isCurrent else { return }
        // Without a lock or a disk, the transaction has not even begun.
        if let failure { fail(failure) }
        let outcome: Result<Void, any Error> = failure.map { .failure($0) } ?? .success(())
        let caller = state.withLock { state in
            state.outcome = outcome
            return state.caller
        }
        caller?.resume(with: outcome)
    }
}

/// A request with a key did not go on after its first write, while the writes of all others waited. That is a fault of this program.
struct RequestStalled: Error, CustomStringConvertible {
    /// The longest pause between two reads or writes of a request.
    static let longestPause = Duration.seconds(20)
    /// The longest sum of such pauses.
    static let longestWait = Duration.seconds(60)

    var description: String { "a request held the database without going on; its changes were undone" }
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}

import GRDB
import Synchronization

/// Commits short writes of several callers together, so that they wait for the disk once rather than one after another.
///
/// The writes that arrive while a transaction is committed form the next group. A group is one transaction with a savepoint for
/// each write: a write that throws is undone alone. No caller is answered before the commit, not even one whose write threw: it may
/// have seen data from another write of the group. A single waiting write has a transaction without savepoints.
package final class SharedCommits: Sendable {
    /// How many transactions were committed, how many writes they contained, and how many writes are waiting.
    package struct Counts: Equatable, Sendable {
        package var commits, writes, waiting: Int

        package init(commits: Int = 0, writes: Int = 0, waiting: Int = 0) {
            (self.commits, self.writes, self.waiting) = (commits, writes, waiting)
        }
    }

    private struct State {
        var waiting: [any SharedWrite] = []
        var isScheduled = false
        var counts = Counts()
    }

    private let state = Mutex(State())
    private let pool: DatabasePool
    /// Called on the writing connection before each transaction.
    private let prepare: @Sendable (Connection) throws -> Void

    /// The maximum number of writes in a group, so that the first one does not wait long.
    private static let largestGroup = 128

    init(_ pool: DatabasePool, prepare: @escaping @Sendable (Connection) throws -> Void) {
        (self.pool, self.prepare) = (pool, prepare)
    }

    var counts: Counts {
        state.withLock { state in
            var counts = state.counts
            counts.waiting = state.waiting.count
            return counts
        }
    }

    /// Runs a body that takes at most a few milliseconds, and returns when it is on disk.
    ///
    /// - Throws: what `body` throws, SQLite's errors, and `CancellationError` if the caller is cancelled before its turn.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        let write = WaitingWrite(body)
        return try await write.value { add(write) }
    }

    func add(_ write: any SharedWrite) {
        let mustSchedule = state.withLock { state in
            state.waiting.append(write)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { schedule() }
    }

    private func schedule() { pool.asyncWriteWithoutTransaction { self.commitWaiting(on: $0) } }

    /// Commits the waiting writes. Other writes can run between two groups.
    private func commitWaiting(on connection: Connection) {
        let (group, isMore) = state.withLock { state in
            let group = state.waiting.prefix(Self.largestGroup)
            state.waiting.removeFirst(group.count)
            state.isScheduled = !state.waiting.isEmpty
            return (Array(group), state.isScheduled)
        }
        if isMore { schedule() }
        var writes: [any SharedWrite] = []
        for write in group {
            if write.begin() { writes.append(write) } else { write.finish(CancellationError()) }
        }
        commit(writes, on: connection)
    }

    private func commit(_ writes: [any SharedWrite], on connection: Connection) {
        if writes.count == 1 { return commitAlone(writes[0], on: connection) }
        guard !writes.isEmpty else { return }
        switch Result(catching: { try transaction(of: writes, on: connection) }) {
        case .success(let failures):
            note(writes.count)
            for (write, failure) in zip(writes, failures) { write.finish(failure) }
        case .failure(let lost as TransactionLost):
            // The other writes caused no error: each gets its own transaction.
            for (index, write) in writes.enumerated() {
                if index == lost.index { write.finish(lost.error) } else { commitAlone(write, on: connection) }
            }
        case .failure(let error):
            for write in writes { write.finish(error) }
        }
    }

    private func commitAlone(_ write: any SharedWrite, on connection: Connection) {
        do {
            try prepare(connection)
            try connection.inTransaction(.immediate) {
                try write.run(connection)
                return .commit
            }
        } catch {
            return write.finish(error)
        }
        note(1)
        write.finish(nil)
    }

    private func note(_ writes: Int) {
        state.withLock { state in
            state.counts.commits += 1
            state.counts.writes += writes
        }
    }

    /// Runs the writes, and commits those that did not throw.
    ///
    /// - Returns: the error that each threw.
    /// - Throws: ``TransactionLost`` if a write ended the transaction; the error of the transaction's begin or commit. Nothing is
    ///   written then.
    private func transaction(of writes: [any SharedWrite], on connection: Connection) throws -> [(any Error)?] {
        try prepare(connection)
        var failures: [(any Error)?] = []
        try connection.inTransaction(.immediate) {
            for (index, write) in writes.enumerated() {
                do {
                    failures.append(try savepoint(write, on: connection))
                } catch {
                    throw connection.isInsideTransaction ? error : TransactionLost(index: index, error: error)
                }
            }
            return .commit
        }
        return failures
    }

    /// Runs a write, and undoes it if it throws.
    ///
    /// - Returns: the error that it threw.
    /// - Throws: the write's error if it ended the transaction, as a full disk does; the error of undoing it.
    private func savepoint(_ write: any SharedWrite, on connection: Connection) throws -> (any Error)? {
        try connection.cachedStatement(sql: "SAVEPOINT shared_write").run([])
        var failure: (any Error)?
        do {
            try write.run(connection)
        } catch {
            guard connection.isInsideTransaction else { throw error }
            failure = error
            try connection.cachedStatement(sql: "ROLLBACK TO shared_write").run([])
        }
        try connection.cachedStatement(sql: "RELEASE shared_write").run([])
        return failure
    }
}

/// SQLite ended the transaction of a group because of an error of one write.
private struct TransactionLost: Error {
    let index: Int
    let error: any Error
}

import Synchronization

/// Records failed writes of this process, because a probe that writes nothing does not detect a full disk.
final class WriteFaults: Sendable {
    private struct State {
        var last: StorageError?
        var count = 0
    }

    private let state = Mutex(State())

    /// The error of the last write; nil if it succeeded.
    var last: StorageError? { state.withLock { $0.last } }
    /// The number of failed writes.
    var count: Int { state.withLock { $0.count } }
    /// Whether another process held the lock at the last attempt. Further writes then need not wait as long.
    var isLocked: Bool { if case .locked? = last { true } else { false } }

    func noteSuccess() {
        state.withLock { if $0.last != nil { $0.last = nil } }
    }

    /// Records an error that the next write may also meet. Errors specific to one write are ignored.
    func note(_ error: any Error) {
        guard let error = error as? StorageError, error.hindersWrites else { return }
        state.withLock { state in
            state.last = error
            state.count += 1
        }
    }
}

extension StorageError {
    /// Whether the error affects all writes until it is fixed or passes.
    var hindersWrites: Bool {
        switch self {
        case .locked, .diskFull, .readOnly, .corrupt, .cannotOpen, .ioFailure: true
        case .notADatabase, .notOurs, .newer, .fileExists, .backupOntoItself, .badBackup, .refused: false
        }
    }
}

/// The busy timeout of the writing connection. It is set before each write, never after one, because a cancelled task could not
/// reset it.
final class Patience: Sendable {
    private let seconds: Mutex<Double>

    init(_ seconds: Double) { self.seconds = Mutex(seconds) }

    func set(_ wanted: Double, on connection: Connection) throws {
        guard seconds.withLock({ $0 }) != wanted else { return }
        try connection.execute(sql: "PRAGMA busy_timeout = \(Int(wanted * 1000))")
        seconds.withLock { $0 = wanted }
    }
}

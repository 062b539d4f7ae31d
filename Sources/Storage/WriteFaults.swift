import Synchronization

/// What hindered the writes of this process: a probe that writes nothing does not see a full disk.
final class WriteFaults: Sendable {
    private struct State {
        var last: StorageError?
        var count = 0
    }

    private let state = Mutex(State())

    /// What hindered the last write; nil where nothing did.
    var last: StorageError? { state.withLock { $0.last } }
    /// How often writes were hindered.
    var count: Int { state.withLock { $0.count } }
    /// Whether another process had the lock when a write wanted it last: further writes need not wait as long as that one did.
    var isLocked: Bool { if case .locked? = last { true } else { false } }

    func noteSuccess() {
        state.withLock { if $0.last != nil { $0.last = nil } }
    }

    /// Takes note of what the next write may meet too; what only this write met is passed over.
    func note(_ error: any Error) {
        guard let error = error as? StorageError, error.hindersWrites else { return }
        state.withLock { state in
            state.last = error
            state.count += 1
        }
    }
}

extension StorageError {
    /// Whether it hinders every write alike, until somebody mends it or it passes.
    var hindersWrites: Bool {
        switch self {
        case .locked, .diskFull, .readOnly, .corrupt, .cannotOpen, .ioFailure: true
        case .notADatabase, .notOurs, .newer, .fileExists, .badBackup, .refused: false
        }
    }
}

/// How long the connection that writes waits for another process: set before each write and never after one, where a cancelled task
/// could not.
final class Patience: Sendable {
    private let seconds: Mutex<Double>

    init(_ seconds: Double) { self.seconds = Mutex(seconds) }

    func set(_ wanted: Double, on connection: Connection) throws {
        guard seconds.withLock({ $0 }) != wanted else { return }
        try connection.execute(sql: "PRAGMA busy_timeout = \(Int(wanted * 1000))")
        seconds.withLock { $0 = wanted }
    }
}

import APIKit
import HTTPEdge
import Storage

/// Reports failures of the store to clients: without paths, and as 503 if a retry can succeed.
extension StorageError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .locked:
            Problem(
                .serviceUnavailable, code, "another process is writing to the store; nothing was changed; ask again",
                retryAfterSeconds: 5)
        case .diskFull:
            Problem(
                .serviceUnavailable, code, "the store's disk is full; nothing was changed; ask again when there is room",
                retryAfterSeconds: 60)
        case .readOnly:
            Problem(
                .serviceUnavailable, code, "the store cannot be written; nothing was changed; the server's log has the reason",
                retryAfterSeconds: 60)
        case .ioFailure, .cannotOpen:
            Problem(
                .serviceUnavailable, code, "the store could not be read or written; the server's log says why",
                retryAfterSeconds: 60)
        case .corrupt, .notADatabase, .notOurs, .newer, .fileExists, .backupOntoItself, .badBackup, .refused:
            Problem(.internalServerError, code, "the store failed; the server's log says why, under the request id")
        }
    }
}

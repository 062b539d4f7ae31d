/// Why a password cannot be hashed or verified now. No case reveals anything about the password.
package enum HashingError: Error, Equatable, Sendable {
    /// The maximum number of hashes is waiting already.
    case busy(retryAfterSeconds: Int)
    /// The task that asked was cancelled.
    case cancelled
    /// The system has no memory for a hash.
    case outOfMemory(memoryKiB: Int)
    /// The stored text is not a hash of this program.
    case malformedHash
    /// The stored text names a key that is not in the keyring.
    case unknownKey(id: String)
}

extension HashingError: CustomStringConvertible {
    /// A sentence that says what to do.
    package var description: String {
        switch self {
        case .busy(let seconds): "too many log-ins at this moment; try again in \(seconds) s"
        case .cancelled: "the request was cancelled before its password was hashed"
        case .outOfMemory(let memory):
            "no memory for hashing a password, which takes \(memory >> 10) MiB; give the server more memory"
        case .malformedHash: "a stored password hash is damaged; restore the database, or reset the password of the account"
        case .unknownKey(let id):
            "a stored password hash needs key \(id), which the keyring does not contain; restore the keyring from your copy"
        }
    }
}

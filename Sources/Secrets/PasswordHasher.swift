import People
import Platform

/// Hashes passwords and PINs with Argon2id on threads of its own, never on an event loop or the cooperative pool.
///
/// The threads have the lowest priority, so that forecasts keep their speed. They end with the hasher.
package final class PasswordHasher: Sendable {
    /// The parameters of new hashes.
    package let parameters: Argon2
    private let queue: HashingQueue

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - parameters: the parameters of new hashes. Stored ones are verified with their own.
    ///   - threads: how many hashes run at once; each takes `parameters.memoryKiB`.
    ///   - maximumWaiting: how many more hashes may wait.
    ///   - niceness: the niceness of the threads, 0 (like all others) to 19 (lowest priority).
    package convenience init(
        parameters: Argon2 = .standard, threads: Int = max(1, ProcessState.processorCount / 2),
        maximumWaiting: Int = PeopleRules.hashesWaiting, niceness: Int = 19
    ) {
        self.init(
            parameters: parameters, queue: HashingQueue(threads: threads, maximumWaiting: maximumWaiting, niceness: niceness))
    }

    /// Hashes on existing threads.
    ///
    /// - Parameter queue: stopped when the hasher ends.
    package init(parameters: Argon2, queue: HashingQueue) { (self.parameters, self.queue) = (parameters, queue) }

    deinit { queue.stop() }

    /// Hashes bytes with a new salt: `$argon2id$v=19$m=47104,t=2,p=1$…`.
    ///
    /// - Throws: ``HashingError/busy(retryAfterSeconds:)``, ``HashingError/cancelled``, ``HashingError/outOfMemory(memoryKiB:)``.
    package func hash(_ input: SecretBytes) async throws(HashingError) -> String {
        let parameters = parameters
        return try await queue.run { () throws(HashingError) in try parameters.hash(input) }
    }

    /// Compares bytes with a stored hash, in constant time.
    ///
    /// - Throws: as ``hash(_:)``, and ``HashingError/malformedHash``.
    package func verify(_ input: SecretBytes, against stored: String) async throws(HashingError) -> Bool {
        try await queue.run { () throws(HashingError) in try Argon2.verify(input, against: stored) }
    }

    /// Returns true if a stored hash has weaker parameters than new ones have now, or cannot be read.
    package func needsRehash(_ stored: String) -> Bool { Argon2(of: stored)?.isWeaker(than: parameters) ?? true }

    /// The number of hashes computed so far, including those for verification.
    package var hashCount: Int { queue.finishedCount }

    /// The number of hashes that wait for a thread.
    package var waitingCount: Int { queue.waitingCount }

    /// How long to wait before asking again, in seconds, if no more hashes may wait now; nil if there is room.
    package var fullForSeconds: Int? { queue.fullForSeconds }
}

import Platform
import Synchronization

/// Detects whether stored data may have changed, by this process or another one, without querying the store at each request.
///
/// The store's number is read at most once in ``maximumAgeSeconds``, so changes of other processes are noticed with that delay.
/// Changes of this server are noticed at once (``noteChange()``).
package final class StoreVersion: Sendable {
    private struct State {
        var version = 0
        /// The store's own number at the last read.
        var stored: Int?
        /// The uptime of the last read, in seconds.
        var readAt = -Double.infinity
        /// Writes of this server. A read that began before the last write does not count as fresh.
        var writes = 0
    }

    private let state = Mutex(State())
    private let reading = SingleFlight<Int, Int>()
    private let read: @Sendable () async throws -> Int
    private let uptime: @Sendable () -> Double
    private let maximumAgeSeconds: Double

    /// - Parameters:
    ///   - read: returns the store's number, which differs after each change.
    ///   - uptime: seconds on a clock that never goes back.
    package init(
        maximumAgeSeconds: Double = 0.02, uptime: @escaping @Sendable () -> Double = { ProcessState.monotonicSeconds },
        read: @escaping @Sendable () async throws -> Int
    ) {
        (self.maximumAgeSeconds, self.uptime, self.read) = (maximumAgeSeconds, uptime, read)
    }

    /// Returns a number that changes whenever stored data may have changed.
    ///
    /// While the store cannot be read, the number stays the same, so that cached answers are still served.
    package func current() async -> Int {
        let now = uptime()
        let (fresh, writes) = state.withLock { ($0.readAt >= now - maximumAgeSeconds ? $0.version : nil, $0.writes) }
        if let fresh { return fresh }
        do {
            return try await reading.value(writes) { [self] in
                let stored = try await read()
                return state.withLock { state in
                    if state.stored != stored { (state.stored, state.version) = (stored, state.version + 1) }
                    if state.writes == writes { state.readAt = uptime() }
                    return state.version
                }
            }
        } catch {
            return state.withLock { $0.version }  // see above
        }
    }

    /// Makes the next call of ``current()`` read the store.
    package func noteChange() {
        state.withLock { state in
            state.readAt = -.infinity
            state.writes += 1
        }
    }
}

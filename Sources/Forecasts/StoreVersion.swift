import Platform
import Synchronization

/// Tells whether what is stored may have changed, by this process or another one, without asking the store at each request.
///
/// The store's number is asked for at most once in ``maximumAgeSeconds``, so what another process wrote is seen that much later; what
/// this server wrote itself is seen at once (``noteChange()``).
package final class StoreVersion: Sendable {
    private struct State {
        var version = 0
        /// The store's own number.
        var stored: Int?
        /// On the scale of the uptime.
        var readAt = -Double.infinity
        /// Writes of this server: a look at the store that began before the last of them is none.
        var writes = 0
    }

    private let state = Mutex(State())
    private let reading = SingleFlight<Int, Int>()
    private let read: @Sendable () async throws -> Int
    private let uptime: @Sendable () -> Double
    private let maximumAgeSeconds: Double

    /// - Parameters:
    ///   - read: the store's number, another one after each change.
    ///   - uptime: seconds, never running backwards.
    package init(
        maximumAgeSeconds: Double = 0.02, uptime: @escaping @Sendable () -> Double = { ProcessState.monotonicSeconds },
        read: @escaping @Sendable () async throws -> Int
    ) {
        (self.maximumAgeSeconds, self.uptime, self.read) = (maximumAgeSeconds, uptime, read)
    }

    /// A number that is another one where something stored may have changed.
    ///
    /// While the store cannot be read it stays as it was: what is in memory can still be told.
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

    /// Makes the next look ask the store.
    package func noteChange() {
        state.withLock { state in
            state.readAt = -.infinity
            state.writes += 1
        }
    }
}

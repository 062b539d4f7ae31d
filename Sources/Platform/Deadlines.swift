import Synchronization

/// Watches the deadlines of all requests in progress with one loop: a timer per request would cost more than most requests.
package final class Deadlines: Sendable {
    private struct Watched {
        let deadline: Double
        let isAbandoned: @Sendable () -> Bool
        let expire: @Sendable (_ isAbandoned: Bool) -> Void
    }

    private struct State {
        var watched: [UInt64: Watched] = [:]
        var next: UInt64 = 0
    }

    private let state = Mutex(State())
    private let interval: Duration
    let now: @Sendable () -> Double

    /// - Parameters:
    ///   - interval: the time between two checks; a request may take that much longer.
    ///   - now: seconds on a clock that never goes back.
    package init(
        interval: Duration = .milliseconds(100), now: @escaping @Sendable () -> Double = { ProcessState.monotonicSeconds }
    ) {
        (self.interval, self.now) = (interval, now)
    }

    /// The number of requests watched now.
    package var count: Int { state.withLock { $0.watched.count } }

    /// Checks all requests repeatedly until its task is cancelled.
    package func run() async {
        while (try? await Task.sleep(for: interval)) != nil { expireAll() }
    }

    /// Starts to watch a request.
    ///
    /// - Parameters:
    ///   - deadline: seconds on the clock `now`.
    ///   - isAbandoned: whether no caller waits for the result any more.
    ///   - expire: called once, when the deadline has passed or the request is abandoned.
    /// - Returns: the id for `forget`.
    func watch(
        until deadline: Double, isAbandoned: @escaping @Sendable () -> Bool = { false },
        expire: @escaping @Sendable (_ isAbandoned: Bool) -> Void
    ) -> UInt64 {
        state.withLock { state in
            state.next += 1
            state.watched[state.next] = Watched(deadline: deadline, isAbandoned: isAbandoned, expire: expire)
            return state.next
        }
    }

    func forget(_ id: UInt64) { _ = state.withLock { $0.watched.removeValue(forKey: id) } }

    /// Expires the requests whose deadline has passed and those that are abandoned; called by ``run()``.
    package func expireAll() {
        let now = now()
        let ended = state.withLock { state -> [(Watched, isAbandoned: Bool)] in
            var ended: [(Watched, isAbandoned: Bool)] = []
            for (id, watched) in state.watched {
                let isLate = watched.deadline <= now
                guard isLate || watched.isAbandoned() else { continue }
                state.watched[id] = nil
                ended.append((watched, !isLate))
            }
            return ended
        }
        for (watched, isAbandoned) in ended { watched.expire(isAbandoned) }
    }
}

import Synchronization

/// The event streams about notices that are open: a few for each owner, until the server stops.
package final class NoticeStreams: Sendable {
    /// Where they are.
    package static let path = "/v1/notices/events"

    /// The limit for one owner: a page opens one while it is seen, and browsers allow six connections.
    package static let mostPerOwner = 5

    private struct State {
        /// The numbers of an owner's streams, oldest first.
        var open: [String: [Int]] = [:]
        var last = 0
        var isStopping = false
    }

    private let state = Mutex(State())

    package init() {}

    package var isStopping: Bool { state.withLock { $0.isStopping } }

    /// The number of open streams.
    package var count: Int { state.withLock { $0.open.values.reduce(0) { $0 + $1.count } } }

    /// Ends all streams, and later ones after their first event.
    package func stop() { state.withLock { $0.isStopping = true } }

    /// A stream that is counted until it is closed, let go, or replaced by a newer one.
    package final class Open: Sendable {
        private let streams: NoticeStreams
        private let owner: String
        private let number: Int

        fileprivate init(_ streams: NoticeStreams, _ owner: String, _ number: Int) {
            (self.streams, self.owner, self.number) = (streams, owner, number)
        }

        deinit { close() }

        /// Whether newer streams of the owner have taken its place.
        package var isReplaced: Bool { streams.state.withLock { !$0.open[owner, default: []].contains(number) } }

        package func close() {
            streams.state.withLock { state in
                let left = state.open[owner, default: []].filter { $0 != number }
                state.open[owner] = left.isEmpty ? nil : left
            }
        }
    }

    /// Opens a stream. If the owner has too many, it takes the place of the oldest one, which is often that of a page that was left: a
    /// server learns late that a client is gone.
    package func open(_ owner: String) -> Open {
        let number = state.withLock { state in
            state.last += 1
            state.open[owner] = (state.open[owner, default: []] + [state.last]).suffix(Self.mostPerOwner)
            return state.last
        }
        return Open(self, owner, number)
    }
}

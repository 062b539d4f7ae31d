import NIOCore
import Synchronization

/// Notifies a server's connections of its shutdown.
///
/// While the server drains, its responses ask clients to close their connections. At the end, requests that are still in progress get a
/// 503.
package final class ServerShutdown: Sendable {
    private struct State {
        var isDraining = false
        var isEnding = false
        var connections: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether responses ask clients to close their connections.
    var isDraining: Bool { state.withLock { $0.isDraining } }

    /// From then on, responses carry `Connection: close`.
    package func beginDraining() { state.withLock { $0.isDraining = true } }

    /// Answers all requests in progress with 503, unless their responses have begun, and closes all connections.
    package func endRequests() {
        let connections = state.withLock { state in
            state.isEnding = true
            return Array(state.connections.values)
        }
        for end in connections { end() }
    }

    /// - Parameter end: ends the requests of the connection; called from any thread.
    func add(_ connection: AnyObject, _ end: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            state.connections[ObjectIdentifier(connection)] = end
            return state.isEnding
        }
        if isLate { end() }
    }

    func remove(_ connection: AnyObject) { state.withLock { $0.connections[ObjectIdentifier(connection)] = nil } }
}

import Hummingbird
import Synchronization

/// A request whose client's address the edge finds out.
package protocol RemoteAddressContext: RequestContext {
    /// The client's address: the peer's, or what a trusted proxy says. Empty where there is none (a Unix socket).
    var remoteAddress: String { get set }
    /// Whether the client speaks TLS with us or with a trusted proxy.
    var isSecure: Bool { get set }
}

/// A request that has a name in logs and answers.
package protocol RequestIDContext: RequestContext {
    var requestID: String { get set }
}

/// A request whose caller is known by now.
package protocol CallerContext: RequestContext {
    /// The token's id, or nil for a caller without one.
    var callerID: String? { get }
}

/// A request that carries notes from the inner layers to the outer ones.
package protocol NotedContext: RequestContext {
    var notes: RequestNotes { get }
}

/// What is found out about a request deep inside and logged outside: contexts are values, so a copy's changes are not seen there.
package final class RequestNotes: Sendable {
    private let storage = Mutex<String?>(nil)

    package init() {}

    /// Who asked, for the access log: a token's id, never the token.
    package var caller: String? {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }
}

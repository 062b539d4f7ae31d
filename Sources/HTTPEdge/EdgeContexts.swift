import Hummingbird
import Synchronization

/// A request whose client address the edge determines.
package protocol RemoteAddressContext: RequestContext {
    /// The client's address: the peer's, or the one reported by a trusted proxy. Empty if there is none (a Unix socket).
    var remoteAddress: String { get set }
    /// Whether the client speaks TLS with us or with a trusted proxy.
    var isSecure: Bool { get set }
}

/// A request with an id for logs and responses.
package protocol RequestIDContext: RequestContext {
    var requestID: String { get set }
}

/// A request whose caller the authentication has identified.
package protocol CallerContext: RequestContext {
    /// Identifies the caller's credential in logs and rate limits, never a secret; nil for a caller without one.
    var callerID: String? { get }
}

/// A request that carries facts from inner middleware to outer middleware.
package protocol NotedContext: RequestContext {
    var notes: RequestNotes { get }
}

/// Facts about a request that inner middleware learns and outer middleware logs. Contexts are values: outer middleware does not see
/// changes to a copy.
package final class RequestNotes: Sendable {
    private let storage = Mutex<(caller: String?, problem: String?)>((nil, nil))

    package init() {}

    /// The caller for the access log: the id of its credential, never the credential.
    package var caller: String? {
        get { storage.withLock { $0.caller } }
        set { storage.withLock { $0.caller = newValue } }
    }

    /// The code of the problem that the client gets; nil for none.
    package var problem: String? {
        get { storage.withLock { $0.problem } }
        set { storage.withLock { $0.problem = newValue } }
    }
}

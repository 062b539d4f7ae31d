import Access
import HTTPEdge
import Hummingbird
import Logging
import NIOCore

/// The context of a request.
package struct CallContext: RemoteAddressContext, RequestIDContext, NotedContext, CallerContext {
    package var coreContext: CoreRequestContextStorage
    /// The connection; nil for a call that comes without one, as from standard input.
    private let channel: (any Channel)?
    /// The client's address: the peer's, or the one reported by a trusted proxy.
    package var remoteAddress: String
    /// Whether the client uses TLS, with us or with a trusted proxy.
    package var isSecure = false
    package var requestID = ""
    /// The caller, set by the authentication.
    package var caller: Principal? {
        didSet { notes.caller = callerID }
    }
    /// The request's location relative to the path that the server is served under.
    var place = ServedPath.Place.inside
    package let notes = RequestNotes()
    package var callerID: String? { caller?.credential?.id }
    /// The limit of the route's body, in bytes.
    package var maximumBodyBytes = 1 << 20

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        remoteAddress = source.channel.remoteAddress?.ipAddress ?? ""
    }

    /// Creates the context of a call without a connection.
    package init(logger: Logger) {
        struct Source: RequestContextSource { let logger: Logger }
        coreContext = CoreRequestContextStorage(source: Source(logger: logger))
        (channel, remoteAddress) = (nil, "")
    }

    /// Whether the client can no longer read a response.
    package var isAbandoned: Bool { channel.map(ClientDisconnection.hasDisconnected) ?? false }
}

import NIOCore
import Platform
import Synchronization

/// Detects clients that disconnect while their requests are in progress.
///
/// A closed connection is inactive. A client that closes only its own side, as an exiting program does, leaves a connection that is
/// still active and could carry a response: such a client counts as disconnected after a short time. Without that time a client that
/// sends its last request and then closes its side, as `nc -N` does, would get no response.
package enum ClientDisconnection {
    /// Seconds for which a request continues after its client has closed its side.
    static let graceSeconds = 0.5

    private static let halfClosed = Mutex<[ObjectIdentifier: Double]>([:])

    /// Whether the client can no longer read a response.
    package static func hasDisconnected(_ channel: any Channel) -> Bool {
        guard channel.isActive else { return true }
        // A stream of HTTP/2 has the connection as its parent.
        let connections = [channel, channel.parent].compactMap { $0.map { ObjectIdentifier($0) } }
        guard let since = halfClosed.withLock({ known in connections.compactMap { known[$0] }.first }) else { return false }
        return ProcessState.monotonicSeconds - since >= graceSeconds
    }

    fileprivate static func note(_ channel: any Channel) {
        halfClosed.withLock { $0[ObjectIdentifier(channel)] = ProcessState.monotonicSeconds }
    }

    fileprivate static func forget(_ channel: any Channel) {
        _ = halfClosed.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }
    }
}

/// Notices that the client has closed its side of the connection. Belongs next to the socket.
final class DisconnectionObserver: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { ClientDisconnection.note(context.channel) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        ClientDisconnection.forget(context.channel)
        context.fireChannelInactive()
    }
}

import NIOCore
import Platform
import Synchronization

/// Knows which clients have left while their requests are in work.
///
/// A connection that closes is inactive. A client that ends only its own side, as one does that exits, leaves a connection that is still
/// active and on which an answer could be sent: such connections are noted, and count as left after a short time. Without it a client
/// that sends its last request and then ends its side, as `nc -N` does, would get no answer.
package enum ClientDisconnection {
    /// Seconds that a request is still in work after its client has ended its side.
    static let graceSeconds = 0.5

    private static let halfClosed = Mutex<[ObjectIdentifier: Double]>([:])

    /// Whether nobody is there any more to read an answer.
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

/// Notes that the client has ended its side of the connection; nearest to the socket.
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

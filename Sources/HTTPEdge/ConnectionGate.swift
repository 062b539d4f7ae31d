import NIOCore
import NIOSSL
import NIOTLS

/// Checks every connection before its protocol starts: the limits of ``OpenConnections``, and the timeouts for the first byte and
/// for the TLS handshake. HTTP and gRPC share it.
package struct ConnectionGate: Sendable {
    let connections: OpenConnections
    let timeouts: ClientTimeouts

    package init(_ connections: OpenConnections, timeouts: ClientTimeouts) {
        (self.connections, self.timeouts) = (connections, timeouts)
    }

    /// Guards a connection whose handlers are all in place, before it becomes active; closes rejected connections.
    ///
    /// Called on the channel's event loop.
    package func admit(_ channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            // Closed only when it is complete: a listener treats the failure of an initializer as its own failure.
            guard let connection = connections.add(channel) else { return channel.close(promise: nil) }
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(ConnectionWatch(connection, seconds: timeouts.headers), position: .first)
            if let tls = try? pipeline.handler(type: NIOSSLServerHandler.self) {
                try pipeline.addHandler(HandshakeGuard(seconds: timeouts.handshake), position: .after(tls))
            }
        }
    }

    /// Protects an HTTP/2 connection from eviction while one of its streams is open.
    ///
    /// Called on the stream's event loop with each stream that a client opens.
    package func noteStream(_ stream: any Channel) -> EventLoopFuture<Void> {
        if let connection = ConnectionWatch.connection(of: stream) {
            connection.beginRequest()
            stream.closeFuture.whenComplete { _ in connection.endRequest() }
        }
        return stream.eventLoop.makeSucceededVoidFuture()
    }
}

/// Closes a channel unless it is cancelled in time. Used on the channel's event loop.
final class CloseTimer {
    private let seconds: Double
    private var timeout: Scheduled<Void>?

    init(seconds: Double) { self.seconds = seconds }

    func start(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        timeout = context.eventLoop.scheduleTask(in: .nanoseconds(Int64(seconds * 1e9))) { bound.value.close(promise: nil) }
    }

    func cancel() {
        timeout?.cancel()
        timeout = nil
    }
}

/// Closes a connection whose client sends nothing at all, and stops reading from one that was evicted.
final class ConnectionWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny
    let connection: OpenConnection
    private let timer: CloseTimer

    /// - Parameter seconds: the timeout for the first byte.
    init(_ connection: OpenConnection, seconds: Double) { (self.connection, timer) = (connection, CloseTimer(seconds: seconds)) }

    /// Returns the connection that a channel is, or is a stream of; nil if it is not watched.
    static func connection(of channel: any Channel) -> OpenConnection? {
        for channel in [channel, channel.parent] {
            if let channel, channel.eventLoop.inEventLoop,
                let watch = try? channel.pipeline.syncOperations.handler(type: ConnectionWatch.self)
            {
                return watch.connection
            }
        }
        return nil
    }

    func handlerAdded(context: ChannelHandlerContext) { timer.start(context) }
    func handlerRemoved(context: ChannelHandlerContext) { timer.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        timer.cancel()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        timer.cancel()
        // A request that is never read cannot be left half answered.
        if !connection.isEvicted { context.fireChannelRead(data) }
    }
}

/// Closes a connection whose client does not complete the TLS handshake in time.
final class HandshakeGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny
    private let timer: CloseTimer

    init(seconds: Double) { timer = CloseTimer(seconds: seconds) }

    func handlerAdded(context: ChannelHandlerContext) { timer.start(context) }
    func handlerRemoved(context: ChannelHandlerContext) { timer.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        timer.cancel()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        guard case TLSUserEvent.handshakeCompleted = event else { return }
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
}

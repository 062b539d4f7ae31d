#if GRPC
    import NIOCore

    /// Closes a connection that has received nothing for a time: the transport's own timeouts end a connection only if the client
    /// answers.
    final class SilenceGuard: ChannelInboundHandler {
        typealias InboundIn = NIOAny

        /// Guards a connection, on its event loop.
        ///
        /// - Parameter seconds: longer than the interval of pings, which honest clients answer.
        static func add(to channel: any Channel, seconds: Double) -> EventLoopFuture<Void> {
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandlers(
                    [IdleStateHandler(readTimeout: .nanoseconds(Int64(seconds * 1e9))), SilenceGuard()], position: .first)
            }
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            guard event is IdleStateHandler.IdleStateEvent else { return context.fireUserInboundEventTriggered(event) }
            context.close(promise: nil)
        }
    }
#endif

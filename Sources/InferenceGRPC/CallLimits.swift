import GRPCCore
import NIOCore

/// Ends calls that exceed their time limit. This cancels whatever they wait for: the rest of a slow request, or a place in the
/// queue.
struct TimeInterceptor: ServerInterceptor {
    let seconds: Double

    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>, context: ServerContext,
        next: @Sendable (StreamingServerRequest<Input>, ServerContext) async throws -> StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        try await withoutActuallyEscaping(next) { next in
            try await withThrowingTaskGroup { group in
                defer { group.cancelAll() }
                group.addTask { try await next(request, context) }
                group.addTask {
                    try await Task.sleep(for: .seconds(seconds))
                    throw CallFailure.late(afterSeconds: seconds)
                }
                return try await group.next()!
            }
        }
    }
}

/// Closes connections that have been silent for too long. The transport's own time-outs only end connections of responsive clients.
final class SilenceGuard: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    /// Guards a connection. Must be called on its event loop.
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

import GRPCCore
import NIOCore

/// Ends calls that take longer than they may. What they wait for is cancelled: the rest of a slow request, a place in the queue.
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

/// Closes a connection on which nothing has come for a time: the transport's own times end one only where the client answers.
final class SilenceGuard: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    /// Guards a connection, on its event loop.
    ///
    /// - Parameter seconds: longer than from one ping to the next, which honest clients answer.
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

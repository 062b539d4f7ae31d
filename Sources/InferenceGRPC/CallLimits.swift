import GRPCCore
import NIOCore
import Synchronization

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

/// Closes connections beyond a number, and those that are silent: the transport's own times end a connection only where the client
/// answers, or has agreed on TLS at all.
final class ConnectionLimit: Sendable {
    private let open = Atomic<Int>(0)
    private let maximum: Int
    private let silence: TimeAmount

    /// - Parameter silentSeconds: longer than from one ping to the next, which honest clients answer.
    init(_ maximum: Int, silentSeconds: Double) {
        self.maximum = maximum
        silence = .nanoseconds(Int64(silentSeconds * 1e9))
    }

    /// Called on the channel's event loop.
    @Sendable func accept(_ channel: any Channel) -> EventLoopFuture<Void> {
        let isAllowed = open.add(1, ordering: .relaxed).newValue <= maximum
        channel.closeFuture.whenComplete { _ in self.open.subtract(1, ordering: .relaxed) }
        guard isAllowed else { return channel.close() }
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandlers(
                [IdleStateHandler(readTimeout: silence), SilenceGuard()], position: .first)
        }
    }
}

/// Closes a connection on which nothing has come for a time.
private final class SilenceGuard: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is IdleStateHandler.IdleStateEvent else { return context.fireUserInboundEventTriggered(event) }
        context.close(promise: nil)
    }
}

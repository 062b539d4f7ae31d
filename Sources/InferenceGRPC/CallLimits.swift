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

/// Closes connections beyond a number.
final class ConnectionLimit: Sendable {
    private let open = Atomic<Int>(0)
    private let maximum: Int

    init(_ maximum: Int) { self.maximum = maximum }

    @Sendable func accept(_ channel: any Channel) -> EventLoopFuture<Void> {
        let isAllowed = open.add(1, ordering: .relaxed).newValue <= maximum
        channel.closeFuture.whenComplete { _ in self.open.subtract(1, ordering: .relaxed) }
        return isAllowed ? channel.eventLoop.makeSucceededVoidFuture() : channel.close()
    }
}

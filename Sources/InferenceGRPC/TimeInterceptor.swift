#if GRPC
    import GRPCCore
    import Platform

    /// Ends calls that take too long, and cancels what they wait for: the rest of a slow request, or a place in the queue.
    struct TimeInterceptor: ServerInterceptor {
        let time: TimeLimit

        func intercept<Input: Sendable, Output: Sendable>(
            request: StreamingServerRequest<Input>, context: ServerContext,
            next: @Sendable (StreamingServerRequest<Input>, ServerContext) async throws -> StreamingServerResponse<Output>
        ) async throws -> StreamingServerResponse<Output> {
            // The transport needs the call to have ended when this returns.
            try await time.cancelling { try await next(request, context) }
        }
    }
#endif

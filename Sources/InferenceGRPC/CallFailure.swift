#if GRPC
    import Access
    import GRPCCore
    import GRPCProtobuf
    import Inference
    import Platform

    /// Maps errors to gRPC statuses.
    enum CallFailure {
        /// Runs `body`, and maps its errors to the status that a client sees. For unknown errors, which are our own bugs, the
        /// client gets no details.
        static func mapped<Value>(_ body: () async throws -> Value) async throws -> Value {
            do {
                return try await body()
            } catch {
                throw status(of: error)
            }
        }

        static func mapped<Value>(_ body: () throws -> Value) throws -> Value {
            do {
                return try body()
            } catch {
                throw status(of: error)
            }
        }

        static func status(of error: any Error) -> RPCError {
            switch error {
            case let error as RPCError: error
            case let error as TensorRefusal: RPCError(code: .invalidArgument, message: error.description)
            case let error as CatalogueError: status(of: error)
            case let error as InferenceError: status(of: error)
            case let error as AccessError: status(of: error)
            case let error as CallRefusal: status(of: error)
            case is CancellationError: RPCError(code: .cancelled, message: "the call was cancelled")
            default: RPCError(code: .internalError, message: "the server failed; its log has the reason")
            }
        }

        @Sendable static func late(afterSeconds seconds: Double) -> RPCError {
            retryable(.unavailable, TimeLimit.message(seconds: seconds), afterSeconds: TimeLimit.retryAfterSeconds)
        }

        private static func status(of error: CallRefusal) -> RPCError {
            switch error {
            case .tokenNeeded: RPCError(code: .unauthenticated, message: error.description)
            case .tooMany(let seconds): retryable(.resourceExhausted, error.description, afterSeconds: seconds)
            }
        }

        private static func status(of error: CatalogueError) -> RPCError {
            switch error {
            case .unknownModel, .unknownVersion: RPCError(code: .notFound, message: error.description)
            case .noDefault: RPCError(code: .invalidArgument, message: error.description)
            case .unavailable: retryable(.unavailable, error.description, afterSeconds: 5)
            }
        }

        private static func status(of error: InferenceError) -> RPCError {
            switch error {
            case .queueFull(let seconds): retryable(.unavailable, error.description, afterSeconds: seconds)
            case .stopped: retryable(.unavailable, error.description, afterSeconds: 1)
            case .cancelled: RPCError(code: .cancelled, message: error.description)
            case .hasNoNetwork: RPCError(code: .notFound, message: error.description)
            case .deadlinePassed: RPCError(code: .deadlineExceeded, message: error.description)
            default: RPCError(code: .invalidArgument, message: error.description)
            }
        }

        private static func status(of error: AccessError) -> RPCError {
            switch error {
            case .insufficientScope: RPCError(code: .permissionDenied, message: error.clientDescription)
            default: RPCError(code: .unauthenticated, message: error.clientDescription)
            }
        }

        /// Returns a status that says when to retry, in both forms that clients support.
        private static func retryable(_ code: RPCError.Code, _ message: String, afterSeconds seconds: Int) -> RPCError {
            let status = GoogleRPCStatus(code: code, message: message, details: .retryInfo(delay: .seconds(seconds)))
            var metadata = status.rpcErrorMetadata
            metadata.addString("\(seconds * 1000)", forKey: "grpc-retry-pushback-ms")
            return RPCError(code: code, message: message, metadata: metadata)
        }
    }
#endif

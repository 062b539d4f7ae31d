#if GRPC
    import Access
    import GRPCCore

    /// A call before it is answered.
    package struct IncomingCall: Sendable {
        /// The bearer token in the metadata; nil if there is none or none is needed.
        package let token: String?
        /// The client's address without its port; empty if unknown.
        package let address: String
        /// Metadata that proxies may have added: `forwarded` and `x-forwarded-for`.
        package let forwarded: [(name: String, value: String)]
        /// Whether the method requires a token; false for the server's health.
        package let needsToken: Bool
    }

    /// Decides whether a call is answered. Throws to reject it.
    ///
    /// - Throws: `AccessError` or `CallRefusal`.
    package typealias CallAccess = @Sendable (_ call: IncomingCall) async throws -> Void

    /// Checks access for every call.
    struct AccessInterceptor: ServerInterceptor {
        let access: CallAccess

        private static let open: Set = [
            Inference_GRPCInferenceService.Method.ServerLive.descriptor,
            Inference_GRPCInferenceService.Method.ServerReady.descriptor,
        ]

        func intercept<Input: Sendable, Output: Sendable>(
            request: StreamingServerRequest<Input>, context: ServerContext,
            next: @Sendable (StreamingServerRequest<Input>, ServerContext) async throws -> StreamingServerResponse<Output>
        ) async throws -> StreamingServerResponse<Output> {
            let needsToken = !Self.open.contains(context.descriptor)
            let call = IncomingCall(
                token: needsToken ? try Self.token(request.metadata) : nil, address: Self.address(context.remotePeer),
                forwarded: Self.forwarded(request.metadata), needsToken: needsToken)
            try await CallFailure.mapped { try await access(call) }
            return try await next(request, context)
        }

        private static func token(_ metadata: Metadata) throws(RPCError) -> String? {
            var headers = metadata[stringValues: "authorization"].makeIterator()
            guard let header = headers.next() else { return nil }
            guard headers.next() == nil, let token = BearerHeader.token(of: header) else {
                throw RPCError(
                    code: .unauthenticated, message: "the metadata's authorization is not of the form: Bearer TOKEN, once")
            }
            return token
        }

        /// Returns the host of a peer: `127.0.0.1` for `ipv4:127.0.0.1:50312`, `::1` for `ipv6:[::1]:50312`.
        private static func address(_ peer: String) -> String {
            guard let colon = peer.firstIndex(of: ":"), peer.hasPrefix("ipv") else { return "" }
            let rest = peer[peer.index(after: colon)...]
            if rest.first == "[" { return String(rest.dropFirst().prefix { $0 != "]" }) }
            return String(rest[..<(rest.lastIndex(of: ":") ?? rest.endIndex)])
        }

        private static func forwarded(_ metadata: Metadata) -> [(name: String, value: String)] {
            ["forwarded", "x-forwarded-for"].flatMap { name in metadata[stringValues: name].map { (name, $0) } }
        }
    }
#endif

import GRPCCore

/// Decides whether a call is answered.
///
/// - Parameters:
///   - token: what stands behind `Bearer ` in the call's metadata; nil where there is none.
///   - peer: the client's address, as gRPC writes it, e.g. `ipv4:127.0.0.1:50312`.
/// - Throws: `AccessError`, ``TooManyCalls`` or ``TokenNeeded``.
package typealias CallAccess = @Sendable (_ token: String?, _ peer: String) async throws -> Void

/// More calls of a token or an address than are answered.
package struct TooManyCalls: Error, Equatable, Sendable, CustomStringConvertible {
    package let retryAfterSeconds: Int

    package init(retryAfterSeconds: Int) { self.retryAfterSeconds = retryAfterSeconds }

    package var description: String { "too many calls; try again in \(retryAfterSeconds) s" }
}

/// A call without a token where one is needed.
package struct TokenNeeded: Error, Equatable, Sendable, CustomStringConvertible {
    package init() {}

    package var description: String {
        "send a token in the metadata, authorization: Bearer TOKEN; closecast token create makes one"
    }
}

/// Asks for every call whether it is answered, but those about the server's health.
struct AccessInterceptor: ServerInterceptor {
    let access: CallAccess

    private static let open: Set = [
        Inference_GRPCInferenceService.Method.ServerLive.descriptor, Inference_GRPCInferenceService.Method.ServerReady.descriptor,
    ]

    func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>, context: ServerContext,
        next: @Sendable (StreamingServerRequest<Input>, ServerContext) async throws -> StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        if !Self.open.contains(context.descriptor) {
            let token = try Self.token(request.metadata)
            try await CallFailure.mapped { try await access(token, context.remotePeer) }
        }
        return try await next(request, context)
    }

    private static func token(_ metadata: Metadata) throws(RPCError) -> String? {
        var headers = metadata[stringValues: "authorization"].makeIterator()
        guard let header = headers.next() else { return nil }
        let parts = header.split(separator: " ")
        guard headers.next() == nil, parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw RPCError(
                code: .unauthenticated, message: "the metadata's authorization is not of the form: Bearer TOKEN, once")
        }
        return String(parts[1])
    }
}

import Access
import HTTPEdge
import HTTPTypes
import NIOCore
import Store

/// Executes a write with a key once: the same request with the same key gets the first response again.
package protocol WriteGuard: Sendable {
    /// - Throws: a ``Problem`` of status 422 if the key was used with another request.
    func once(_ key: String, _ call: Call, _ operation: Operation, _ handler: @escaping API.Handler) async throws -> Reply
}

/// Stores responses for a day, so that a client that received none can ask again.
///
/// A response is stored, in one transaction with what the request has written, once the request has reached its handler: a success, or
/// a refusal (4xx), which the same request gets again even if it would succeed by then. Temporary failures are not stored: 408, 425,
/// 429 and 5xx; what a request had written before a 5xx is undone. A request refused before its handler (no token, a body that does
/// not match the schema) does not use up its key. Neither does a refused request with a secret in its body, because the corrected
/// number may have the same ``RequestHash`` as the wrong one.
package struct StoredWrites: WriteGuard {
    package let store: Store
    package let underWay: WritesUnderWay

    package init(store: Store, underWay: WritesUnderWay) {
        (self.store, self.underWay) = (store, underWay)
    }

    /// The largest response stored, in bytes; responses to writes are small.
    private static let largestBytes = 1 << 20

    package func once(_ key: String, _ call: Call, _ operation: Operation, _ handler: @escaping API.Handler) async throws -> Reply {
        let hash = RequestHash(call, operation)
        let request = try IdempotentRequest(owner: call.caller.owner, key: key, requestHash: hash.text)
        // Run to the end: a client that disconnects, or a timeout, must not interrupt the write.
        return try await underWay.run(request) {
            switch try await store.use(of: request) {
            case .unused: break
            case .answered(let reply): return Reply(replaying: reply)
            case .otherRequest: throw Problem.keyReused(key)
            }
            var call = call
            call.idempotencyKey = key
            return try await answer(to: request, call, keepsRefusals: !hash.leavesOutSecrets, handler)
        }
    }

    private func answer(
        to request: IdempotentRequest, _ call: Call, keepsRefusals: Bool, _ handler: API.Handler
    ) async throws -> Reply {
        do {
            return try await store.answer(to: request) { () -> (Result<Reply, any Error>, IdempotentReply?) in
                do {
                    let reply = try await handler(call)
                    return (.success(reply), IdempotentReply(reply, largestBytes: Self.largestBytes))
                } catch {
                    let problem = Problem(error)
                    // What a refused request has written, such as the number of wrong codes, stays.
                    guard problem.status.code < 500 else { throw error }
                    guard keepsRefusals, Self.isKept(problem.status.code) else { return (.failure(error), nil) }
                    let reply = problem.reply(requestID: call.context.requestID)
                    return (.success(reply), IdempotentReply(reply, largestBytes: Self.largestBytes))
                }
            }.get()
        } catch is KeyTaken {
            throw Problem.keyInProgress(request.key)
        }
    }

    /// Whether a refusal is final rather than temporary.
    private static func isKept(_ status: Int) -> Bool { (400..<500).contains(status) && ![408, 425, 429].contains(status) }
}

extension Problem {
    static func keyInProgress(_ key: String) -> Problem {
        Problem(
            .conflict, "in-progress", "the first request with this key is still in progress; try again", field: "Idempotency-Key",
            value: .string(key), retryAfterSeconds: 1)
    }

    static func keyReused(_ key: String) -> Problem {
        Problem(
            .unprocessableContent, "key-reused", "this key was used for another request; give each request its own key",
            field: "Idempotency-Key", value: .string(key))
    }
}

extension IdempotentReply {
    /// Returns nil for a response that cannot be stored.
    init?(_ reply: Reply, largestBytes: Int) {
        let bytes: [UInt8]
        switch reply.body {
        case .none: bytes = []
        case .bytes(let buffer): bytes = Array(buffer.readableBytesView)
        case .stream: return nil
        }
        guard bytes.count <= largestBytes else { return nil }
        self.init(
            status: reply.status.code, headers: reply.headers.map { Header($0.name.rawName, $0.value) }, body: bytes)
    }
}

extension Reply {
    /// Creates a stored response, marked as a replay.
    init(replaying kept: IdempotentReply) {
        self.init(HTTPResponse.Status(code: kept.status), ByteBuffer(bytes: kept.body), type: "")
        headers = [:]
        for header in kept.headers { HTTPField.Name(header.name).map { headers[$0] = header.value } }
        headers[.idempotencyReplayed] = "true"
        if kept.body.isEmpty { body = .none }
    }
}

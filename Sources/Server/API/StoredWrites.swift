import Access
import HTTPEdge
import HTTPTypes
import NIOCore
import Store

/// Executes a write with a key once: the same request with the same key gets the first response again.
protocol WriteGuard: Sendable {
    /// - Throws: a ``Problem`` of status 422 if the key was used with another request.
    func once(_ key: String, _ call: Call, _ operation: Operation, _ handler: @escaping API.Handler) async throws -> Reply
}

/// Stores responses for a day, so that a client that received none can ask again.
///
/// A response is stored once a request has reached its handler: a success, or a refusal (4xx), which the same request gets again
/// even if it would succeed by then. Temporary failures are not stored: 408, 425, 429 and 5xx. A request refused before its handler
/// (no token, a body that does not match the schema) does not use up its key. Neither does a refused request with a secret in its
/// body, because the corrected number may have the same ``RequestHash`` as the wrong one.
struct StoredWrites: WriteGuard {
    let store: Store
    /// Identifies this process: a request that another process started but never answered was interrupted.
    let instance: String
    let underWay: WritesUnderWay
    let now: @Sendable () -> Int

    /// The largest response stored, in bytes; responses to writes are small.
    private static let largestBytes = 1 << 20

    func once(_ key: String, _ call: Call, _ operation: Operation, _ handler: @escaping API.Handler) async throws -> Reply {
        let hash = RequestHash(call, operation)
        let request = try IdempotentRequest(owner: call.caller.owner, key: key, requestHash: hash.text)
        // Run to the end: a client that disconnects, or a timeout, must not separate the write from its stored response.
        return try await underWay.run { try await once(request, call, keepsRefusals: !hash.leavesOutSecrets, handler) }
    }

    private func once(
        _ request: IdempotentRequest, _ call: Call, keepsRefusals: Bool, _ handler: API.Handler
    ) async throws -> Reply {
        let key = request.key
        var call = call
        call.idempotencyKey = key
        switch try await store.begin(request, instance: instance, now: now()) {
        case .new: break
        case .interrupted: call.isRetry = true
        case .replay(let reply): return Reply(replaying: reply)
        case .inProgress: throw Problem.keyInProgress(key)
        case .mismatch: throw Problem.keyReused(key)
        }
        let reply: Reply
        do {
            reply = try await handler(call)
        } catch {
            let problem = Problem(error)
            guard keepsRefusals, Self.isKept(problem.status.code) else {
                await settle(request, with: problem.status.code < 500 ? .refused : .failed, call)
                throw error
            }
            reply = problem.reply(requestID: call.context.requestID)
        }
        await settle(request, with: IdempotentReply(reply, largestBytes: Self.largestBytes).map(Outcome.answered) ?? .refused, call)
        return reply
    }

    /// Whether a refusal is final rather than temporary.
    private static func isKept(_ status: Int) -> Bool { (400..<500).contains(status) && ![408, 425, 429].contains(status) }

    private enum Outcome {
        case answered(IdempotentReply)
        /// Nothing was changed: the request may be sent again, corrected or not.
        case refused
        /// Some changes may have been made before the failure; a retry must check for them.
        case failed
    }

    /// Stores the response, or releases the request. An error here does not undo the changes: the client still gets its response,
    /// and the error appears in the log and in the health report.
    private func settle(_ request: IdempotentRequest, with outcome: Outcome, _ call: Call) async {
        do {
            switch outcome {
            case .answered(let reply): try await store.finish(request, instance: instance, with: reply)
            case .refused: try await store.release(request, instance: instance)
            case .failed: try await store.interrupt(request, instance: instance)
            }
        } catch {
            call.context.logger.error(
                "an answer was not kept", metadata: ["error": "\(error)", "request_id": "\(call.context.requestID)"])
        }
    }
}

extension Problem {
    static func keyInProgress(_ key: String) -> Problem {
        Problem(
            .conflict, "in-progress", "the first request with this key is not answered yet; ask again", field: "Idempotency-Key",
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

import Access
import Digests
import HTTPEdge
import HTTPTypes
import NIOCore

/// Lets a write with a key happen once: the same key with the same request gives the first answer again.
protocol WriteGuard: Sendable {
    /// - Throws: a ``Problem`` of status 422 where the key was used with another request.
    func once(_ key: String, _ call: Call, _ operation: Operation, _ handler: @escaping API.Handler) async throws -> Reply
}

/// Answers that are kept for a day, so that a client that heard nothing can ask again.
///
/// An answer is kept once a request has reached its handler: a success, and a refusal (4xx) as well, which the same request gets again
/// even if it could be done meanwhile. What may pass is not kept: 408, 425, 429 and 5xx. A request that is refused before its handler
/// (no token, a body that does not fit the document) leaves its key free.
struct StoredWrites: WriteGuard {
    let repository: any IdempotencyRepository
    /// Names this process: a request that another one began and never answered was interrupted.
    let instance: String
    let underWay: WritesUnderWay
    let now: @Sendable () -> Int

    /// Larger answers are not kept; those of writes are small.
    private static let largestBytes = 1 << 20

    func once(_ key: String, _ call: Call, _ operation: Operation, _ handler: @escaping API.Handler) async throws -> Reply {
        let request = try IdempotentRequest(owner: call.caller.owner, key: key, requestHash: Self.hash(call, operation))
        // A client that goes away, or a time that is over, must not part what is done from the answer that tells of it.
        return try await underWay.run { try await once(request, call, handler) }
    }

    private func once(_ request: IdempotentRequest, _ call: Call, _ handler: API.Handler) async throws -> Reply {
        let key = request.key
        var call = call
        call.idempotencyKey = key
        switch try await repository.begin(request, instance: instance, now: now()) {
        case .new: break
        case .interrupted: call.isRetry = true
        case .replay(let reply): return Reply(replaying: reply)
        case .inProgress:
            throw Problem(
                .conflict, "in-progress", "the first request with this key is not answered yet; ask again",
                field: "Idempotency-Key",
                value: .string(key), retryAfterSeconds: 1)
        case .mismatch:
            throw Problem(
                .unprocessableContent, "key-reused", "this key was used for another request; give each request its own key",
                field: "Idempotency-Key", value: .string(key))
        }
        let reply: Reply
        do {
            reply = try await handler(call)
        } catch {
            let problem = Problem(error)
            guard Self.isKept(problem.status.code) else {
                await settle(request, with: problem.status.code < 500 ? .refused : .failed, call)
                throw error
            }
            reply = problem.reply(requestID: call.context.requestID)
        }
        await settle(request, with: IdempotentReply(reply, largestBytes: Self.largestBytes).map(Outcome.answered) ?? .refused, call)
        return reply
    }

    /// Whether a refusal would be the same a moment later.
    private static func isKept(_ status: Int) -> Bool { (400..<500).contains(status) && ![408, 425, 429].contains(status) }

    private enum Outcome {
        case answered(IdempotentReply)
        /// Nothing was done: the request may be sent again, mended or not.
        case refused
        /// Something may have been done before it failed: sent again, it has to look for that.
        case failed
    }

    /// Keeps the answer, or forgets that the request was begun. What fails here does not change what was done: the client gets its
    /// answer, and the store's trouble is in the log and the health.
    private func settle(_ request: IdempotentRequest, with outcome: Outcome, _ call: Call) async {
        do {
            switch outcome {
            case .answered(let reply): try await repository.finish(request, instance: instance, with: reply)
            case .refused: try await repository.release(request, instance: instance)
            case .failed: try await repository.interrupt(request, instance: instance)
            }
        } catch {
            call.context.logger.error(
                "an answer was not kept", metadata: ["error": "\(error)", "request_id": "\(call.context.requestID)"])
        }
    }

    /// What makes it the same request: method, path, query and body.
    private static func hash(_ call: Call, _ operation: Operation) -> String {
        let head = "\(operation.method.rawValue) \(call.uri.string) \(call.headers[.contentType] ?? "")\n"
        return SHA256.hexadecimal(of: Array(head.utf8) + Array(call.bytes.readableBytesView))
    }
}

extension IdempotentReply {
    /// Nil for an answer that is no such thing as can be kept.
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
    /// A kept answer, marked as such.
    init(replaying kept: IdempotentReply) {
        self.init(HTTPResponse.Status(code: kept.status), ByteBuffer(bytes: kept.body), type: "")
        headers = [:]
        for header in kept.headers { HTTPField.Name(header.name).map { headers[$0] = header.value } }
        headers[.idempotencyReplayed] = "true"
        if kept.body.isEmpty { body = .none }
    }
}

import Access
import Foundation
import Records

/// Prevents a write that is sent twice from taking effect twice. The hash is that of the operation and its input.
package typealias WriteKey = IdempotentRequest

/// The result of a write.
package struct WriteAnswer<Output: Sendable>: Sendable {
    /// The output, or why the write was refused.
    package let result: Result<Output, Refusal>
    /// Whether this is the answer of an earlier request with the same key.
    package let isReplay: Bool

    package init(result: Result<Output, Refusal>, isReplay: Bool) { (self.result, self.isReplay) = (result, isReplay) }
}

/// A key was used with another request.
package struct WriteKeyReused: Error {
    package init() {}
}

extension Store {
    /// Writes all or nothing, together with the key and the answer.
    ///
    /// The same key gets the same answer, whether the write was made or refused. Of two simultaneous requests, the second waits for
    /// the first and gets its answer. A crash before the commit, and any error that is not a refusal, leave no trace. No caller is
    /// answered before the commit, which other writes may share.
    ///
    /// - Parameters:
    ///   - key: nil for a write that may take effect twice.
    ///   - shape: the shape of the output stored with the key.
    ///   - body: takes at most a few milliseconds, must only read and write here, and may run twice: see ``SharedCommits``.
    /// - Throws: what `body` throws; a ``Refusable`` error as its ``Refusal``, unless the refusal is stored with the key;
    ///   ``WriteKeyReused``; ``StorageError``.
    package func change<Output: Record>(
        key: WriteKey?, answer shape: Shape<Output>, _ body: @escaping @Sendable (inout Change) throws -> Output
    ) async throws -> WriteAnswer<Output> {
        let now = Moment(seconds: clock())
        return try await writeShared { connection in
            var change = Change(reading: Reading(connection: connection), now: now)
            guard let key else {
                return WriteAnswer(result: .success(try Self.refusing { try body(&change) }), isReplay: false)
            }
            if let stored = try Self.stored(key, now, change.reading) {
                return WriteAnswer(result: try stored.result(shape), isReplay: true)
            }
            let result = try Self.attempt(&change, body)
            try change.keep(result.map { shape.whole($0) }, for: key)
            return WriteAnswer(result: result, isReplay: false)
        }
    }

    /// Runs a body, and undoes it if it throws a permanent refusal.
    private static func attempt<Output>(
        _ change: inout Change, _ body: (inout Change) throws -> Output
    ) throws -> Result<Output, Refusal> {
        try change.run("SAVEPOINT attempt")
        do {
            let output = try refusing { try body(&change) }
            try change.run("RELEASE attempt")
            return .success(output)
        } catch let refusal as Refusal where refusal.kind != .tooMuch {
            try change.run("ROLLBACK TO attempt")
            try change.run("RELEASE attempt")
            return .failure(refusal)
        }
    }

    /// Turns the errors of a capability into refusals.
    private static func refusing<Output>(_ body: () throws -> Output) throws -> Output {
        do { return try body() } catch let error as any Refusable { throw error.refusal }
    }

    private static func stored(_ key: WriteKey, _ now: Moment, _ reading: borrowing Reading) throws -> StoredAnswer? {
        let row = try reading.row(
            """
            SELECT request_hash, headers, body FROM idempotency
            WHERE owner = ? AND key = ? AND started_at > ? AND status IS NOT NULL
            """,
            [key.owner, key.key, now.seconds - IdempotentRequest.lifetimeSeconds])
        guard let row else { return nil }
        guard try row.decode(String.self, atIndex: 0) == key.requestHash else { throw WriteKeyReused() }
        return StoredAnswer(kind: try row.decode(atIndex: 1), body: Array(try row.decode(Data.self, atIndex: 2)))
    }
}

/// The stored answer of a key.
private struct StoredAnswer {
    /// These names stand in the place of other answers' headers.
    static let (output, refusal) = ("output", "refusal")

    let kind: String
    let body: [UInt8]

    /// - Throws: ``Damage`` for an answer in another form, which is not the client's fault.
    func result<Output: Record>(_ shape: Shape<Output>) throws -> Result<Output, Refusal> {
        do {
            switch kind {
            case Self.output: return .success(try shape.value(whole: body))
            case Self.refusal: return .failure(try Refusal.shape.value(whole: body))
            default: throw Damage(detail: "\(kind) is no kind of answer")
            }
        } catch {
            throw Damage(detail: "the answer that is stored with a key cannot be read: \(error)")
        }
    }
}

extension Change {
    fileprivate func keep(_ result: Result<[UInt8], Refusal>, for key: WriteKey) throws {
        let (kind, body) =
            switch result {
            case .success(let bytes): (StoredAnswer.output, bytes)
            case .failure(let refusal): (StoredAnswer.refusal, Refusal.shape.whole(refusal))
            }
        try ensureOwner(key.owner)
        // Version 0.1.0 stored keys before there was an answer.
        try run(
            "DELETE FROM idempotency WHERE started_at <= ? OR (owner = ? AND key = ? AND status IS NULL)",
            now.seconds - IdempotentRequest.lifetimeSeconds, key.owner, key.key)
        try run(
            """
            INSERT INTO idempotency (owner, key, request_hash, instance, started_at, status, headers, body)
            VALUES (?, ?, ?, 'change', ?, 200, ?, ?)
            """, key.owner, key.key, key.requestHash, now, kind, Data(body))
    }
}

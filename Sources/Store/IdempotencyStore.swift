import Access
import Foundation
import GRDB

extension Store {
    /// What an owner's key was used for.
    package enum KeyUse: Equatable, Sendable {
        case unused
        /// The request was executed: send this answer.
        case answered(IdempotentReply)
        /// The key was used for another request.
        case otherRequest
    }

    /// Returns what a request's key was used for within the last day.
    package func use(of request: IdempotentRequest) async throws -> KeyUse {
        let now = clock()
        return try await lookUp { connection in
            let row = try connection.cachedStatement(
                sql: """
                    SELECT request_hash, status, headers, body FROM idempotency
                    WHERE owner = ? AND key = ? AND started_at > ? AND status IS NOT NULL
                    """
            ).storedRow([request.owner, request.key, now - IdempotentRequest.lifetimeSeconds])
            guard let row else { return .unused }
            let hash: String = try row.decode(atIndex: 0)
            guard ConstantTime.areEqual(hash, request.requestHash) else { return .otherRequest }
            return .answered(
                IdempotentReply(
                    status: try row.decode(atIndex: 1), headers: HeaderText.headers(try row.decode(atIndex: 2)),
                    body: Array(try row.decode(Data.self, atIndex: 3))))
        }
    }

    /// Executes a request with a key: everything that `work` writes, the key and the answer are committed together.
    ///
    /// A crash before the commit, and any error of `work`, leave no trace. What `work` reads after its first write includes what it
    /// has written. From then on other writes wait for it, so it must not ask other computers: see ``apart(_:)``.
    ///
    /// - Parameter work: returns a value and the answer to store; nil for an answer that is not stored, so that the key stays free.
    /// - Throws: whatever `work` throws; ``KeyTaken``; ``StorageError``.
    package func answer<Value: Sendable>(
        to request: IdempotentRequest, _ work: () async throws -> (value: Value, kept: IdempotentReply?)
    ) async throws -> Value {
        let transaction = KeyedTransaction(groups)
        let value: Value
        var keep: @Sendable (Connection) throws -> Void = { _ in }
        do {
            let (found, kept) = try await KeyedTransaction.$current.withValue(transaction) { try await work() }
            value = found
            if let kept { keep = { [now = clock()] in try Self.keep(kept, for: request, now, in: $0) } }
            if try await committed({ try await transaction.end(.success(keep)) }) || kept == nil { return value }
        } catch {
            _ = try? await transaction.end(.failure(error))
            throw error
        }
        try await writeShared(keep)
        return value
    }

    /// Does work that does not belong to the transaction of the current request: it asks other computers, or several requests wait
    /// for it. A request must not wait for it after its own first write, which the work's writes would wait for.
    package static func apart<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        try await KeyedTransaction.$current.withValue(nil, operation: work)
    }

    /// - Throws: ``KeyTaken`` if another process has answered a request with this key.
    private static func keep(
        _ reply: IdempotentReply, for request: IdempotentRequest, _ now: Int, in connection: Connection
    ) throws {
        try purgeIdempotency(before: now - IdempotentRequest.lifetimeSeconds + 1, in: connection)
        try OwnerRows.ensure(request.owner, in: connection)
        try connection.cachedStatement(
            sql: """
                INSERT INTO idempotency (owner, key, request_hash, instance, started_at, status, headers, body)
                VALUES (?1, ?2, ?3, 'answer', ?4, ?5, ?6, ?7)
                ON CONFLICT DO UPDATE SET request_hash = ?3, instance = 'answer', started_at = ?4, status = ?5, headers = ?6, body = ?7
                WHERE status IS NULL
                """
        ).run([
            request.owner, request.key, request.requestHash, now, reply.status, HeaderText.text(reply.headers), Data(reply.body),
        ])
        guard connection.changesCount > 0 else { throw KeyTaken() }
    }

    /// Removes the keys that were used before a time, and returns their number.
    @discardableResult package func purgeIdempotency(startedBefore time: Int) async throws -> Int {
        try await write { connection in
            try Self.purgeIdempotency(before: time, in: connection)
            return connection.changesCount
        }
    }

    private static func purgeIdempotency(before time: Int, in connection: Connection) throws {
        try connection.cachedStatement(sql: "DELETE FROM idempotency WHERE started_at < ?").run([time])
    }
}

/// Another process has answered a request with the same key in the meantime; nothing was written.
package struct KeyTaken: Error {}

/// Converts header fields to one text, with a line `name: value` for each.
private enum HeaderText {
    static func text(_ headers: [IdempotentReply.Header]) -> String {
        headers.map { "\(line($0.name)): \(line($0.value))\n" }.joined()
    }

    static func headers(_ text: String) -> [IdempotentReply.Header] {
        // By bytes, because a carriage return followed by a line feed is one Character.
        text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            return IdempotentReply.Header(
                String(decoding: name, as: UTF8.self), String(decoding: line.dropFirst(name.count + 2), as: UTF8.self))
        }
    }

    private static func line(_ text: String) -> String {
        String(
            decoding: text.utf8.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 }, as: UTF8.self
        )
    }
}

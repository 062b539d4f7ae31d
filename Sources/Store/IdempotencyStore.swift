import Access
import Foundation
import GRDB

extension Store {
    /// Looks up a key in one step. If the request must be executed, its record is created or taken over. Removes records older
    /// than ``IdempotencyRecord/lifetimeSeconds``.
    ///
    /// - Parameters:
    ///   - instance: the id of this process, from ``ProcessInstance``.
    ///   - now: seconds since 1970-01-01 UTC.
    package func begin(_ request: IdempotentRequest, instance: String, now: Int) async throws -> IdempotencyStart {
        try await writeToTheEnd { connection in
            try Self.purgeIdempotency(before: now - IdempotencyRecord.lifetimeSeconds + 1, in: connection)
            let start =
                try IdempotencyRecord.fetch(request, in: connection)?.start(request, instance: instance, now: now) ?? .new
            guard start == .new || start == .interrupted else { return start }
            try OwnerRows.ensure(request.owner, in: connection)
            try connection.execute(
                sql: """
                    INSERT INTO idempotency (owner, key, request_hash, instance, started_at) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET instance = excluded.instance, started_at = excluded.started_at
                    """,
                arguments: [request.owner, request.key, request.requestHash, instance, now])
            return start
        }
    }

    /// Stores the response to a request that this process started. Returns false if the record no longer belongs to this process.
    @discardableResult package func finish(
        _ request: IdempotentRequest, instance: String, with reply: IdempotentReply
    ) async throws -> Bool {
        try await writeToTheEnd { connection in
            try connection.execute(
                sql: """
                    UPDATE idempotency SET status = ?, headers = ?, body = ?
                    WHERE owner = ? AND key = ? AND request_hash = ? AND instance = ? AND status IS NULL
                    """,
                arguments: [
                    reply.status, HeaderText.text(reply.headers), Data(reply.body), request.owner, request.key,
                    request.requestHash, instance,
                ])
            return connection.changesCount > 0
        }
    }

    /// Marks a request that this process started as failed, with possible effects. If it is repeated, it is
    /// ``IdempotencyStart/interrupted``.
    package func interrupt(_ request: IdempotentRequest, instance: String) async throws {
        try await writeToTheEnd { connection in
            try connection.execute(
                sql: """
                    UPDATE idempotency SET instance = 'interrupted'
                    WHERE owner = ? AND key = ? AND request_hash = ? AND instance = ? AND status IS NULL
                    """,
                arguments: [request.owner, request.key, request.requestHash, instance])
        }
    }

    /// Removes the record of a request that this process started but did not execute, so that it can be repeated.
    package func release(_ request: IdempotentRequest, instance: String) async throws {
        try await writeToTheEnd { connection in
            try connection.execute(
                sql: """
                    DELETE FROM idempotency
                    WHERE owner = ? AND key = ? AND request_hash = ? AND instance = ? AND status IS NULL
                    """,
                arguments: [request.owner, request.key, request.requestHash, instance])
        }
    }

    /// Removes records started before a time, and returns their number.
    @discardableResult package func purgeIdempotency(startedBefore time: Int) async throws -> Int {
        try await write { connection in
            try Self.purgeIdempotency(before: time, in: connection)
            return connection.changesCount
        }
    }

    private static func purgeIdempotency(before time: Int, in connection: Connection) throws {
        try connection.execute(sql: "DELETE FROM idempotency WHERE started_at < ?", arguments: [time])
    }

    /// Writes in a task of its own, which cancellation of the caller does not stop.
    private func writeToTheEnd<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await Task { try await writeShared(body) }.value
    }
}

extension IdempotencyRecord {
    fileprivate static func fetch(_ request: IdempotentRequest, in connection: Connection) throws -> IdempotencyRecord? {
        try Row.fetchOne(
            connection.cachedStatement(
                sql: """
                    SELECT request_hash, instance, started_at, status, headers, body FROM idempotency WHERE owner = ? AND key = ?
                    """),
            arguments: [request.owner, request.key]
        ).map { row in
            let stored = try IdempotentRequest(
                owner: request.owner, key: request.key, requestHash: row.decode(atIndex: 0))
            return IdempotencyRecord(
                request: stored, instance: try row.decode(atIndex: 1), startedAt: try row.decode(atIndex: 2),
                reply: try IdempotentReply(row))
        }
    }
}

extension IdempotentReply {
    fileprivate init?(_ row: Row) throws {
        guard let status = try row.decode(Int?.self, atIndex: 3) else { return nil }
        self.init(
            status: status, headers: HeaderText.headers(try row.decode(atIndex: 4)),
            body: Array(try row.decode(Data.self, atIndex: 5)))
    }
}

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

import Records

/// One consistent state of the store.
package struct Reading: ~Copyable, StoredRows {
    package let connection: Connection

    /// Returns the rows of a condition: `rows(Pin.self, "WHERE owner = ? ORDER BY coin", owner)`.
    package func rows<Row: StoredRecord>(
        _: Row.Type, _ condition: String, _ values: any StoredValueConvertible...
    ) throws -> [Row] {
        try rows(Row.self, condition, values)
    }

    /// Returns the rows of a condition that is put together of parts.
    package func rows<Row: StoredRecord>(_: Row.Type, _ condition: String, _ values: [any StoredValueConvertible]) throws -> [Row] {
        try Row.table.rows(condition, values, in: connection)
    }
}

/// One transaction. All its changes are committed together, or not at all.
package struct Change: ~Copyable {
    /// Reads the state before this change, and what this change has stored so far.
    package let reading: Reading
    /// The time of the whole change.
    package let now: Moment

    package func insert<Row: StoredRecord>(_ row: Row) throws { try Row.table.insert(row, in: reading.connection) }

    /// Writes all columns of the row with an id.
    package func replace<Row: StoredRecord>(_ id: String, with row: Row) throws {
        try Row.table.replace(id, with: row, in: reading.connection)
    }

    package func run(_ sql: String, _ values: (any StoredValueConvertible)?...) throws { try reading.run(sql, values) }

    /// Creates an owner with this name if there is none yet.
    package func ensureOwner(_ owner: String) throws { try OwnerRows.ensure(owner, in: reading.connection) }
}

extension Change {
    /// A change in a transaction that is open already.
    ///
    /// - Parameter seconds: the time of the change, since 1970-01-01 UTC.
    package init(in connection: Connection, at seconds: Int) {
        self.init(reading: Reading(connection: connection), now: Moment(seconds: seconds))
    }
}

extension Store {
    /// Writes all or nothing. No caller is answered before the commit, which other writes may share.
    ///
    /// - Parameter body: takes at most a few milliseconds, must only read and write here, and may run twice: see ``SharedCommits``.
    /// - Throws: what `body` throws; a ``Refusable`` error as its ``Refusal``; ``StorageError``.
    package func change<Value: Sendable>(_ body: @escaping @Sendable (inout Change) throws -> Value) async throws -> Value {
        let now = Moment(seconds: clock())
        return try await writeShared { connection in
            var change = Change(reading: Reading(connection: connection), now: now)
            do { return try body(&change) } catch let error as any Refusable { throw error.refusal }
        }
    }

    /// Reads one consistent state.
    ///
    /// - Throws: what `body` throws; a ``Refusable`` error as its ``Refusal``.
    package func refusing<Value: Sendable>(_ body: @escaping @Sendable (borrowing Reading) throws -> Value) async throws -> Value {
        do { return try await reading(body) } catch let error as any Refusable { throw error.refusal }
    }

    /// Reads one consistent state, regardless of concurrent writes.
    package func reading<Value: Sendable>(_ body: @escaping @Sendable (borrowing Reading) throws -> Value) async throws -> Value {
        try await read { connection in
            // Bound first: the release compiler of Swift 6.3 fails on a new value that is passed to a borrowing closure.
            let reading = Reading(connection: connection)
            return try body(reading)
        }
    }
}

import JSONText
import Store

/// The queue of notices. Other files do not read or write its table.
extension StoredRows where Self: ~Copyable {
    package func post(_ notice: Notice) throws {
        try run(
            """
            INSERT INTO mails (id, kind, subject, recipient, recipient_name, language, fields, created_at, due_at, attempts)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                notice.id, notice.kind.name, notice.subject, notice.recipient, notice.recipientName, notice.language,
                notice.fieldsText, notice.createdAt, notice.dueAt, notice.attempts,
            ])
    }

    /// Returns the notices that are due, oldest first.
    ///
    /// - Parameter first: kinds that are returned before all others.
    package func dueNotices(at time: Int, limit: Int, first: [Notice.Kind] = []) throws -> [Notice] {
        let names: [(any StoredValueConvertible)?] = first.map { $0.name }
        return try rows(
            """
            SELECT id, kind, subject, recipient, recipient_name, language, fields, created_at, due_at, attempts FROM mails
            WHERE due_at <= ?
            ORDER BY kind IN (\(names.map { _ in "?" }.joined(separator: ", "))) DESC, due_at, created_at, rowid LIMIT ?
            """, [time] + names + [limit]
        ).map(Notice.init)
    }

    /// Stores the next attempt of a notice that was not delivered.
    func delay(_ notice: Notice) throws {
        try run("UPDATE mails SET due_at = ?, attempts = ? WHERE id = ?", [notice.dueAt, notice.attempts, notice.id])
    }

    func removeNotice(id: String) throws { try run("DELETE FROM mails WHERE id = ?", [id]) }

    /// Removes the notices of a kind about a subject.
    package func removeNotices(_ kind: Notice.Kind, of subject: String) throws {
        try run("DELETE FROM mails WHERE kind = ? AND subject = ?", [kind.name, subject])
    }

    /// Removes all notices about a subject, and all to a recipient.
    package func removeNotices(of subject: String, to recipient: String? = nil) throws {
        try run("DELETE FROM mails WHERE subject = ? OR recipient = ?", [subject, recipient])
    }
}

extension Notice {
    fileprivate init(_ row: StoredRow) throws {
        self.init(
            id: try row.decode(forColumn: "id"), kind: Kind(try row.decode(forColumn: "kind")),
            subject: try row.decode(forColumn: "subject"), recipient: try row.decode(forColumn: "recipient"),
            recipientName: try row.decode(forColumn: "recipient_name"), language: try row.decode(forColumn: "language"),
            fields: try Self.fields(row.decode(forColumn: "fields")), createdAt: try row.decode(forColumn: "created_at"),
            dueAt: try row.decode(Int.self, forColumn: "due_at"), attempts: try row.decode(forColumn: "attempts"))
    }

    fileprivate var fieldsText: String {
        var writer = JSONWriter()
        writer.object { writer in
            for (name, value) in fields.sorted(by: { $0.key < $1.key }) { writer.member(name, value) }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func fields(_ text: String) throws -> [String: String] {
        guard let members = try? JSONValue(parsing: Array(text.utf8)).members else {
            throw Damage(detail: "a notice has no fields")
        }
        return Dictionary(members.map { ($0.key, $0.value.string ?? "") }) { first, _ in first }
    }
}

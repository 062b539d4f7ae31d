import GRDB
import Trading

extension TradingRows {
    private static let messageColumns = "id, owner, author, operator, text, created_at, read_at"

    func supportMessage(id: String) throws -> SupportMessage? {
        try row("SELECT \(Self.messageColumns) FROM support_messages WHERE id = ?", [id]).map(SupportMessage.init)
    }

    func supportMessages(of owner: String, limit: Int) throws -> [SupportMessage] {
        try rows(
            "SELECT \(Self.messageColumns) FROM support_messages WHERE owner = ? ORDER BY position DESC LIMIT ?", [owner, limit]
        ).reversed().map(SupportMessage.init)
    }

    func supportMessageTimes(of owner: String, after time: Int) throws -> [Int] {
        try rows(
            "SELECT created_at FROM support_messages WHERE owner = ? AND author = 'person' AND created_at > ? ORDER BY created_at",
            [owner, time]
        ).map { try $0.decode(atIndex: 0) }
    }

    func insert(_ message: SupportMessage) throws {
        try run(
            "INSERT INTO support_messages (\(Self.messageColumns)) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                message.id, message.owner, message.author.rawValue, message.operatorAccount, message.text, message.createdAt,
                message.readAt,
            ])
    }

    func markSupportRead(of owner: String, by author: SupportMessage.Author, at time: Int) throws {
        try run(
            "UPDATE support_messages SET read_at = ? WHERE owner = ? AND author = ? AND read_at IS NULL",
            [time, owner, author.rawValue])
    }

    func unreadSupportCount(of owner: String, by author: SupportMessage.Author) throws -> Int {
        try value(
            "SELECT COUNT(*) FROM support_messages WHERE owner = ? AND author = ? AND read_at IS NULL", [owner, author.rawValue])
            ?? 0
    }

    func supportThreads(limit: Int) throws -> [(contact: PersonContact, unread: Int, last: SupportMessage)] {
        try rows(
            """
            SELECT people.id, people.owner, people.name, people.email, threads.unread,
                messages.id AS message_id, messages.author, messages.operator, messages.text, messages.created_at, messages.read_at
            FROM (
                SELECT owner, max(position) AS position, sum(author = 'person' AND read_at IS NULL) AS unread
                FROM support_messages GROUP BY owner
            ) AS threads
            JOIN people ON people.owner = threads.owner
            JOIN support_messages AS messages ON messages.position = threads.position
            ORDER BY threads.unread > 0 DESC, threads.position DESC LIMIT ?
            """, [limit]
        ).map { row in
            let contact = try PersonContact(row)
            return (contact, try row.decode(forColumn: "unread"), try SupportMessage(row, id: "message_id", owner: contact.owner))
        }
    }
}

extension SupportMessage {
    fileprivate init(_ row: StoredRow) throws { try self.init(row, id: "id", owner: try row.decode(forColumn: "owner")) }

    fileprivate init(_ row: StoredRow, id: String, owner: String) throws {
        self.init(
            id: try row.decode(forColumn: id), owner: owner, author: try row.choice("author"),
            operatorAccount: try row.decode(forColumn: "operator"), text: try row.decode(forColumn: "text"),
            createdAt: try row.decode(forColumn: "created_at"), readAt: try row.decode(forColumn: "read_at"))
    }
}

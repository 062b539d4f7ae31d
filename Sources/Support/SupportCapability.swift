import JSONText
import Records
import Store

extension Capability {
    /// Messages between people and the operators.
    package static let support = Capability(
        "support", migrations: [cascade], tables: [RegisteredTable(SupportMessage.self)],
        archive: [
            ArchivedFile("support.json") { reading, owner in
                var writer = JSONWriter()
                Shape<SupportThread>().write(try Support.thread(reading, of: owner, unreadOf: .operator), &writer)
                return writer.bytes
            }
        ])

    /// The rows of an owner go with the owner.
    private static let cascade = Migration(
        "cascade",
        """
        CREATE TABLE support_messages_new (
            position INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 18 AND substr(id, 1, 2) = 's_'),
            owner TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
            author TEXT NOT NULL CHECK (author IN ('person', 'operator')),
            operator TEXT CHECK ((operator IS NULL) = (author = 'person')),
            text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
            created_at INTEGER NOT NULL,
            read_at INTEGER
        ) STRICT;
        INSERT INTO support_messages_new (position, id, owner, author, operator, text, created_at, read_at)
            SELECT position, id, owner, author, operator, text, created_at, read_at FROM support_messages;
        DROP TABLE support_messages;
        ALTER TABLE support_messages_new RENAME TO support_messages;
        CREATE INDEX support_messages_by_owner ON support_messages (owner, position);
        CREATE INDEX support_messages_unread ON support_messages (author, position) WHERE read_at IS NULL;
        """)
}

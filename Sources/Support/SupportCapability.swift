import JSONText
import Records
import Store

extension Capability {
    /// Messages between people and the operators.
    package static let support = Capability(
        "support", migrations: [messages, cascade], tables: [RegisteredTable(SupportMessage.self)],
        archive: [
            ArchivedFile("support.json") { reading, owner in
                var writer = JSONWriter()
                thread.write(try Support.thread(reading, of: owner, unreadOf: .operator), &writer)
                return writer.bytes
            }
        ])

    private static let thread = Shape<SupportThread>()

    private static let messages = Migration("messages", table("support_messages", ownerEnds: "") + indexes, replaces: ["v6"])

    /// Deletes an owner's rows with the owner.
    private static let cascade = Migration(
        "cascade",
        table("support_messages_new", ownerEnds: " ON DELETE CASCADE") + """
            INSERT INTO support_messages_new (position, id, owner, author, operator, text, created_at, read_at)
                SELECT position, id, owner, author, operator, text, created_at, read_at FROM support_messages;
            DROP TABLE support_messages;
            ALTER TABLE support_messages_new RENAME TO support_messages;

            """ + indexes)

    private static func table(_ name: String, ownerEnds: String) -> String {
        """
        CREATE TABLE \(name) (
            position INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 18 AND substr(id, 1, 2) = 's_'),
            owner TEXT NOT NULL REFERENCES owners (id)\(ownerEnds),
            author TEXT NOT NULL CHECK (author IN ('person', 'operator')),
            operator TEXT CHECK ((operator IS NULL) = (author = 'person')),
            text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
            created_at INTEGER NOT NULL,
            read_at INTEGER
        ) STRICT;

        """
    }

    private static let indexes = """
        CREATE INDEX support_messages_by_owner ON support_messages (owner, position);
        CREATE INDEX support_messages_unread ON support_messages (author, position) WHERE read_at IS NULL;

        """
}

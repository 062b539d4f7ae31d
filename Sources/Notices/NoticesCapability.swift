import Store

extension Capability {
    /// The queue of notices to people.
    package static let notices = Capability("notices", migrations: [Migration("mails", mails, replaces: ["v5"])])

    // In files of unreleased builds, `people.accounts` made the table.
    private static let mails = """
        CREATE TABLE IF NOT EXISTS mails (
            id TEXT NOT NULL PRIMARY KEY,
            kind TEXT NOT NULL,
            subject TEXT NOT NULL,
            recipient TEXT NOT NULL,
            recipient_name TEXT NOT NULL,
            language TEXT NOT NULL,
            fields TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            attempts INTEGER NOT NULL CHECK (attempts >= 0)
        ) STRICT;
        CREATE INDEX IF NOT EXISTS mails_by_time ON mails (due_at);

        """
}

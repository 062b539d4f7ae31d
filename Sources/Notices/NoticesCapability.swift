import Store

extension Capability {
    /// Notices to people: the queue of mails, and what they read in the app.
    package static let notices = Capability(
        "notices", migrations: [Migration("mails", mails, replaces: ["v5"]), Migration("inbox", inbox)],
        tables: [RegisteredTable(InboxNotice.self)],
        archive: [.rows("notices.json", InboxNotice.self)])

    private static let inbox = """
        CREATE TABLE notices (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'n_'),
            owner TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            subject TEXT NOT NULL,
            link TEXT NOT NULL,
            text TEXT NOT NULL,
            translations TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            read_at INTEGER
        ) STRICT;
        CREATE INDEX notices_by_owner ON notices (owner, created_at);
        CREATE INDEX notices_unread ON notices (owner) WHERE read_at IS NULL;

        """

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

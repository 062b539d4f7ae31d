import Store

extension Capability {
    /// Notices to people: the queue of mails, and what they read in the app.
    package static let notices = Capability(
        "notices",
        migrations: [
            Migration("mails", mails, replaces: ["v5"]), Migration("inbox", inbox), Migration("ways", ways),
            Migration("digests", digests), Migration("outcomes", outcomes),
        ],
        tables: [
            RegisteredTable(InboxNotice.self), RegisteredTable(NoticeSettings.self), RegisteredTable(NoticeDelivery.self),
            RegisteredTable(PushDevice.self), RegisteredTable(NoticeOutcome.self),
        ],
        archive: [
            .rows("notices.json", InboxNotice.self), .rows("notice-settings.json", NoticeSettings.self),
            .rows("notice-devices.json", PushDevice.self),
        ])

    private static let ways = """
        CREATE TABLE notice_settings (
            owner TEXT NOT NULL PRIMARY KEY REFERENCES owners (id) ON DELETE CASCADE,
            mail TEXT NOT NULL,
            webhook TEXT NOT NULL,
            ntfy TEXT NOT NULL,
            gotify TEXT NOT NULL,
            push TEXT NOT NULL,
            quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439),
            quiet_until INTEGER CHECK ((quiet_until IS NULL) = (quiet_from IS NULL) AND quiet_until BETWEEN 0 AND 1439),
            time_zone TEXT NOT NULL,
            language TEXT NOT NULL,
            webhook_url TEXT,
            webhook_secret TEXT NOT NULL,
            ntfy_url TEXT,
            ntfy_token TEXT NOT NULL,
            gotify_url TEXT,
            gotify_token TEXT NOT NULL
        ) STRICT;
        CREATE TABLE notice_devices (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'd_'),
            owner TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            endpoint TEXT NOT NULL UNIQUE,
            p256dh TEXT NOT NULL,
            auth TEXT NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX notice_devices_by_owner ON notice_devices (owner);
        CREATE TABLE notice_deliveries (
            position INTEGER PRIMARY KEY,
            notice TEXT NOT NULL REFERENCES notices (id) ON DELETE CASCADE,
            owner TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
            way TEXT NOT NULL CHECK (way IN ('mail', 'webhook', 'ntfy', 'gotify', 'push')),
            device TEXT REFERENCES notice_devices (id) ON DELETE CASCADE CHECK ((device IS NULL) = (way <> 'push')),
            due_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL,
            attempts INTEGER NOT NULL CHECK (attempts >= 0),
            busy_until INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX notice_deliveries_by_notice ON notice_deliveries (notice, way, ifnull(device, ''));
        CREATE INDEX notice_deliveries_by_queue ON notice_deliveries (owner, way, device, position);
        CREATE INDEX notice_deliveries_by_device ON notice_deliveries (device);

        """

    private static let digests =
        ["mail", "webhook", "ntfy", "gotify"].map {
            """
            ALTER TABLE notice_settings ADD COLUMN \($0)_digest TEXT NOT NULL DEFAULT 'single'
                CHECK (\($0)_digest IN ('single', 'daily', 'weekly'));

            """
        }.joined() + """
            ALTER TABLE notice_settings ADD COLUMN digest_hour INTEGER NOT NULL DEFAULT 8 CHECK (digest_hour BETWEEN 0 AND 23);
            ALTER TABLE notice_deliveries ADD COLUMN digest TEXT;
            CREATE INDEX notice_deliveries_by_digest ON notice_deliveries (digest) WHERE digest IS NOT NULL;
            CREATE INDEX notice_deliveries_by_time ON notice_deliveries (due_at);
            CREATE INDEX notice_deliveries_failed ON notice_deliveries (attempts) WHERE attempts > 0;

            """

    private static let outcomes = """
        CREATE TABLE notice_outcomes (
            owner TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
            way TEXT NOT NULL CHECK (way IN ('webhook', 'ntfy', 'gotify', 'push')),
            delivered_at INTEGER,
            failed_at INTEGER,
            fault TEXT CHECK ((fault IS NULL) = (failed_at IS NULL)),
            status INTEGER,
            retried_until INTEGER,
            PRIMARY KEY (owner, way)
        ) STRICT;

        """

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
        CREATE INDEX notices_by_subject ON notices (subject);
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

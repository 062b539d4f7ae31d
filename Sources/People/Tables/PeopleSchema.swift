/// Accounts: people, their credentials, sessions and events; and the deletion of all data of an owner.
enum PeopleSchema {
    static let sql = owners + erasing + tokens + people + signingUp + sessions + attempts + events

    /// Marks an owner who is being deleted: the append-only journal then permits the deletion of the owner's transactions.
    private static let owners = """
        ALTER TABLE owners ADD COLUMN erased_at INTEGER;
        DROP TRIGGER owners_are_not_changed;
        CREATE TRIGGER owners_keep_their_ids BEFORE UPDATE OF id ON owners
        BEGIN SELECT RAISE(ABORT, 'the id of an owner is never changed'); END;

        """

    private static let erasing =
        trigger("transactions", "SELECT old.owner")
        + trigger("postings", "SELECT owner FROM transactions WHERE id = old.transaction_id")
        + trigger("wallet_transactions", "SELECT owner FROM transactions WHERE id = old.transaction_id")

    private static func trigger(_ table: String, _ owner: String) -> String {
        """
        DROP TRIGGER \(table)_are_not_deleted;
        CREATE TRIGGER \(table)_are_not_deleted BEFORE DELETE ON \(table)
        WHEN NOT EXISTS (SELECT 1 FROM owners WHERE id = (\(owner)) AND erased_at IS NOT NULL)
        BEGIN SELECT RAISE(ABORT, '\(table) are never deleted'); END;

        """
    }

    private static let tokens = """
        ALTER TABLE access_tokens ADD COLUMN name TEXT NOT NULL DEFAULT '';
        DROP TRIGGER access_tokens_are_not_deleted;
        CREATE TRIGGER access_tokens_are_not_deleted BEFORE DELETE ON access_tokens
        WHEN NOT EXISTS (SELECT 1 FROM owners WHERE id = old.owner AND erased_at IS NOT NULL)
        BEGIN SELECT RAISE(ABORT, 'tokens are never deleted'); END;
        CREATE INDEX access_tokens_by_owner ON access_tokens (owner, created_at);

        """

    private static let people = """
        CREATE TABLE people (
            position INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE CHECK (
                length(id) = 22 AND substr(id, 1, 2) = 'u_' AND substr(id, 3) NOT GLOB '*[^0-9a-f]*'),
            owner TEXT NOT NULL UNIQUE REFERENCES owners (id),
            role TEXT NOT NULL CHECK (role IN ('person', 'operator')),
            email TEXT NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
            email_key TEXT NOT NULL UNIQUE CHECK (email_key = lower(email)),
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
            password TEXT NOT NULL CHECK (password LIKE '%$argon2id$%'),
            password_set_at INTEGER NOT NULL,
            must_change_password INTEGER NOT NULL CHECK (must_change_password IN (0, 1)),
            terms_accepted_at INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            locked_at INTEGER,
            lock_reason TEXT CHECK ((lock_reason IS NULL) = (locked_at IS NULL)),
            deleted_from INTEGER,
            language TEXT NOT NULL,
            quote_currency TEXT NOT NULL,
            preferred_coin TEXT,
            appearance TEXT NOT NULL,
            time_zone TEXT NOT NULL,
            totp_seed TEXT,
            totp_last_step INTEGER CHECK ((totp_last_step IS NULL) = (totp_seed IS NULL)),
            totp_offer TEXT,
            totp_offered_at INTEGER CHECK ((totp_offered_at IS NULL) = (totp_offer IS NULL)),
            totp_removed_from INTEGER,
            picture BLOB
        ) STRICT;
        CREATE TRIGGER people_keep_their_ids BEFORE UPDATE OF position, id, owner, created_at ON people
        BEGIN SELECT RAISE(ABORT, 'the id and the owner of a person are never changed'); END;

        CREATE TABLE recovery_codes (
            person TEXT NOT NULL REFERENCES people (id),
            hash TEXT NOT NULL CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
            PRIMARY KEY (person, hash)
        ) STRICT, WITHOUT ROWID;

        """

    private static let signingUp = """
        CREATE TABLE sign_ups (
            position INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            email TEXT NOT NULL,
            email_key TEXT NOT NULL,
            name TEXT NOT NULL,
            password TEXT NOT NULL CHECK (password LIKE '%$argon2id$%'),
            language TEXT NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX sign_ups_by_email ON sign_ups (email_key);

        CREATE TABLE invitations (
            position INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            hash TEXT UNIQUE CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
            email TEXT NOT NULL,
            role TEXT NOT NULL CHECK (role IN ('person', 'operator')),
            takes_over TEXT REFERENCES owners (id),
            invited_by TEXT,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
            ended_at INTEGER,
            accepted_by TEXT
        ) STRICT;

        CREATE TABLE links (
            hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
            purpose TEXT NOT NULL CHECK (
                purpose IN ('verification', 'password-reset', 'email-change', 'second-factor-removal', 'second-factor-stop')),
            subject TEXT NOT NULL,
            email TEXT,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL CHECK (expires_at > created_at)
        ) STRICT;
        CREATE INDEX links_by_subject ON links (subject, purpose);

        """

    private static let sessions = """
        CREATE TABLE devices (
            id TEXT NOT NULL PRIMARY KEY,
            hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
            person TEXT NOT NULL REFERENCES people (id),
            device TEXT NOT NULL,
            network TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            last_used_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL,
            pin TEXT CHECK (pin LIKE '$argon2id$%'),
            pin_failures INTEGER NOT NULL CHECK (pin_failures >= 0)
        ) STRICT;
        CREATE INDEX devices_by_person ON devices (person);

        CREATE TABLE sessions (
            id TEXT NOT NULL PRIMARY KEY,
            hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
            person TEXT NOT NULL REFERENCES people (id),
            device_id TEXT,
            carrier TEXT NOT NULL CHECK (carrier IN ('cookie', 'bearer')),
            device TEXT NOT NULL,
            network TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            last_used_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL CHECK (ends_at > created_at),
            idle_seconds INTEGER NOT NULL CHECK (idle_seconds > 0),
            proved_at INTEGER
        ) STRICT;
        CREATE INDEX sessions_by_person ON sessions (person);

        CREATE TABLE pending_sign_ins (
            hash TEXT NOT NULL PRIMARY KEY CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
            person TEXT NOT NULL REFERENCES people (id),
            device_id TEXT,
            carrier TEXT NOT NULL CHECK (carrier IN ('cookie', 'bearer')),
            is_remembered INTEGER NOT NULL CHECK (is_remembered IN (0, 1)),
            expires_at INTEGER NOT NULL,
            failures INTEGER NOT NULL CHECK (failures >= 0)
        ) STRICT;
        CREATE INDEX pending_sign_ins_by_person ON pending_sign_ins (person);

        """

    private static let attempts = """
        CREATE TABLE attempts (
            subject TEXT NOT NULL PRIMARY KEY CHECK (subject <> ''),
            count INTEGER NOT NULL CHECK (count >= 0),
            since INTEGER NOT NULL,
            in_a_row INTEGER NOT NULL CHECK (in_a_row >= 0),
            blocked_until INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        """

    /// An event is deleted after 90 days, or with its person.
    private static let events = """
        CREATE TABLE security_events (
            id INTEGER PRIMARY KEY,
            time INTEGER NOT NULL,
            kind TEXT NOT NULL,
            outcome TEXT NOT NULL CHECK (outcome IN ('success', 'failure')),
            person TEXT,
            actor TEXT,
            device TEXT NOT NULL,
            network TEXT NOT NULL,
            session TEXT,
            request_id TEXT NOT NULL,
            detail TEXT NOT NULL
        ) STRICT;
        CREATE INDEX security_events_by_person ON security_events (person, id);
        CREATE INDEX security_events_by_time ON security_events (time);
        CREATE TRIGGER security_events_are_not_changed BEFORE UPDATE ON security_events
        BEGIN SELECT RAISE(ABORT, 'security events are never changed'); END;
        CREATE TRIGGER security_events_are_kept BEFORE DELETE ON security_events
        WHEN old.time > CAST(strftime('%s', 'now') AS INTEGER) - 90 * 86400
            AND NOT EXISTS (
                SELECT 1 FROM people JOIN owners ON owners.id = people.owner
                WHERE people.id = old.person AND owners.erased_at IS NOT NULL)
        BEGIN SELECT RAISE(ABORT, 'security events are kept for 90 days'); END;

        """
}

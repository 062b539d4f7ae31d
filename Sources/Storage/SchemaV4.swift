import Access

/// Creates rows for owners, which wallets, transactions, favourites, tokens and requests refer to, and completes the data about
/// euros of an asset `eur` in an older file.
enum SchemaV4 {
    static let sql = owners + wallets + transactions + favourites + tokens + idempotency + euro

    /// `local` first, then all owners who have data in the file.
    private static let owners = """
        CREATE TABLE owners (
            id TEXT NOT NULL PRIMARY KEY CHECK (id <> '')
        ) STRICT;
        INSERT INTO owners (id) VALUES ('\(Owner.local)');
        INSERT OR IGNORE INTO owners (id)
            SELECT owner FROM wallets UNION SELECT owner FROM transactions UNION SELECT owner FROM favourites
            UNION SELECT owner FROM access_tokens UNION SELECT owner FROM idempotency ORDER BY 1;
        CREATE TRIGGER owners_are_not_changed BEFORE UPDATE ON owners
        BEGIN SELECT RAISE(ABORT, 'the id of an owner is never changed'); END;

        """

    // SQLite adds a foreign key to a column only by rebuilding its table: https://www.sqlite.org/lang_altertable.html, section 7.
    // Foreign keys are off meanwhile and checked before the commit. Dropping a table also drops its indexes and triggers.

    private static let wallets = """
        CREATE TABLE wallets_v4 (
            id INTEGER PRIMARY KEY,
            public_id TEXT NOT NULL UNIQUE CHECK (
                length(public_id) = 18 AND substr(public_id, 1, 2) = 'w_' AND substr(public_id, 3) NOT GLOB '*[^0-9a-f]*'),
            owner TEXT NOT NULL REFERENCES owners (id),
            name TEXT NOT NULL,
            name_key TEXT NOT NULL,
            cost_basis TEXT NOT NULL CHECK (cost_basis IN ('fifo', 'lifo', 'hifo', 'average')),
            allows_negative INTEGER NOT NULL CHECK (allows_negative IN (0, 1)),
            created_at INTEGER NOT NULL,
            deleted_at INTEGER
        ) STRICT;
        INSERT INTO wallets_v4
            SELECT id, public_id, owner, name, name_key, cost_basis, allows_negative, created_at, deleted_at FROM wallets;
        DROP TABLE wallets;
        ALTER TABLE wallets_v4 RENAME TO wallets;
        CREATE UNIQUE INDEX wallets_by_name ON wallets (owner, name_key) WHERE deleted_at IS NULL;
        CREATE TRIGGER wallets_keep_their_ids BEFORE UPDATE OF id, public_id, owner ON wallets
        BEGIN SELECT RAISE(ABORT, 'the id and the owner of a wallet are never changed'); END;

        """

    private static let transactions = """
        CREATE TABLE transactions_v4 (
            id INTEGER PRIMARY KEY,
            owner TEXT NOT NULL REFERENCES owners (id),
            key TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (
                kind IN ('deposit', 'withdrawal', 'buy', 'sell', 'transfer', 'fee', 'income', 'correction')),
            time INTEGER NOT NULL,
            value TEXT CHECK (value <> '' AND value NOT GLOB '*[^0-9.-]*'),
            corrects INTEGER UNIQUE REFERENCES transactions (id),
            note TEXT NOT NULL,
            recorded_at INTEGER NOT NULL,
            UNIQUE (owner, key),
            CHECK ((kind = 'correction') = (corrects IS NOT NULL)),
            CHECK (corrects < id)
        ) STRICT;
        INSERT INTO transactions_v4
            SELECT id, owner, key, kind, time, value, corrects, note, recorded_at FROM transactions;
        DROP TABLE transactions;
        ALTER TABLE transactions_v4 RENAME TO transactions;
        CREATE TRIGGER transactions_are_not_changed BEFORE UPDATE ON transactions
        BEGIN SELECT RAISE(ABORT, 'transactions are never changed'); END;
        CREATE TRIGGER transactions_are_not_deleted BEFORE DELETE ON transactions
        BEGIN SELECT RAISE(ABORT, 'transactions are never deleted'); END;

        """

    private static let favourites = """
        CREATE TABLE favourites_v4 (
            owner TEXT NOT NULL REFERENCES owners (id),
            asset INTEGER NOT NULL REFERENCES assets (id),
            PRIMARY KEY (owner, asset)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO favourites_v4 SELECT owner, asset FROM favourites;
        DROP TABLE favourites;
        ALTER TABLE favourites_v4 RENAME TO favourites;

        """

    private static let tokens = """
        CREATE TABLE access_tokens_v4 (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 12 AND id NOT GLOB '*[^0-9a-f]*'),
            hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
            owner TEXT NOT NULL REFERENCES owners (id) CHECK (length(owner) BETWEEN 1 AND 64),
            scope TEXT NOT NULL CHECK (scope IN ('read', 'write', 'admin')),
            created_at INTEGER NOT NULL,
            expires_at INTEGER CHECK (expires_at > created_at),
            last_used_day INTEGER,
            revoked_at INTEGER
        ) STRICT;
        INSERT INTO access_tokens_v4
            SELECT id, hash, owner, scope, created_at, expires_at, last_used_day, revoked_at FROM access_tokens;
        DROP TABLE access_tokens;
        ALTER TABLE access_tokens_v4 RENAME TO access_tokens;
        CREATE TRIGGER access_tokens_keep_their_rights BEFORE UPDATE OF id, hash, owner, scope, created_at, expires_at ON access_tokens
        BEGIN SELECT RAISE(ABORT, 'the rights of a token are never changed'); END;
        CREATE TRIGGER access_tokens_stay_revoked BEFORE UPDATE OF revoked_at ON access_tokens WHEN old.revoked_at IS NOT NULL
        BEGIN SELECT RAISE(ABORT, 'a revoked token stays revoked'); END;
        CREATE TRIGGER access_tokens_are_not_deleted BEFORE DELETE ON access_tokens
        BEGIN SELECT RAISE(ABORT, 'tokens are never deleted'); END;

        """

    private static let idempotency = """
        CREATE TABLE idempotency_v4 (
            owner TEXT NOT NULL REFERENCES owners (id),
            key TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
            request_hash TEXT NOT NULL CHECK (length(request_hash) = 64 AND request_hash NOT GLOB '*[^0-9a-f]*'),
            instance TEXT NOT NULL CHECK (instance <> ''),
            started_at INTEGER NOT NULL,
            status INTEGER CHECK (status BETWEEN 100 AND 599),
            headers TEXT,
            body BLOB,
            PRIMARY KEY (owner, key),
            CHECK ((status IS NULL) = (headers IS NULL) AND (status IS NULL) = (body IS NULL))
        ) STRICT;
        INSERT INTO idempotency_v4
            SELECT owner, key, request_hash, instance, started_at, status, headers, body FROM idempotency;
        DROP TABLE idempotency;
        ALTER TABLE idempotency_v4 RENAME TO idempotency;
        CREATE INDEX idempotency_by_start ON idempotency (started_at);

        """

    /// An asset `eur` in an older file becomes the asset that converts figures: providers are added, nothing is replaced.
    private static let euro = """
        INSERT OR IGNORE INTO asset_providers (asset, provider, provider_id)
            SELECT assets.id, column1, column2
            FROM assets, (VALUES ('binance', 'EURUSDT'), ('coinbase', 'EUR-USD'), ('kraken', 'EURUSD'))
            WHERE slug = 'eur' AND ticker = 'EUR';

        """
}

/// The server's additions to the first schema: access tokens, idempotent requests, and the forecast diary.
enum SchemaV2 {
    static let sql = tokens + idempotency + diary + triggers

    private static let tokens = """
        CREATE TABLE access_tokens (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 12 AND id NOT GLOB '*[^0-9a-f]*'),
            hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
            owner TEXT NOT NULL CHECK (length(owner) BETWEEN 1 AND 64),
            scope TEXT NOT NULL CHECK (scope IN ('read', 'write', 'admin')),
            created_at INTEGER NOT NULL,
            expires_at INTEGER CHECK (expires_at > created_at),
            last_used_day INTEGER,
            revoked_at INTEGER
        ) STRICT;

        """

    private static let idempotency = """
        CREATE TABLE idempotency (
            owner TEXT NOT NULL,
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
        CREATE INDEX idempotency_by_start ON idempotency (started_at);

        """

    /// `numbers` is the last column, so that the others are read without its overflow pages.
    private static let diary = """
        CREATE TABLE diary_entries (
            id INTEGER PRIMARY KEY,
            asset INTEGER NOT NULL REFERENCES assets (id),
            cutoff INTEGER NOT NULL,
            issued_at INTEGER NOT NULL,
            model_name TEXT NOT NULL,
            model_version TEXT NOT NULL,
            model_sha256 TEXT NOT NULL CHECK (length(model_sha256) = 64 AND model_sha256 NOT GLOB '*[^0-9a-f]*'),
            input_sha256 TEXT NOT NULL CHECK (length(input_sha256) = 64 AND input_sha256 NOT GLOB '*[^0-9a-f]*'),
            days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 1000000),
            paths INTEGER NOT NULL CHECK (paths >= 0),
            seed TEXT NOT NULL CHECK (length(seed) BETWEEN 1 AND 20 AND seed NOT GLOB '*[^0-9]*'),
            decoding TEXT NOT NULL CHECK (decoding IN ('recursive', 'sliding-window')),
            last_close REAL NOT NULL CHECK (last_close > 0 AND last_close < 9e999),
            has_quantiles INTEGER NOT NULL CHECK (has_quantiles IN (0, 1)),
            numbers BLOB NOT NULL CHECK (length(numbers) = 4 * days * (22 + 21 * has_quantiles)),
            UNIQUE (asset, cutoff, model_sha256, input_sha256, days, paths, seed, decoding)
        ) STRICT;
        CREATE INDEX diary_entries_by_asset ON diary_entries (asset);

        """

    private static let triggers = """
        CREATE TRIGGER diary_entries_are_not_changed BEFORE UPDATE ON diary_entries
        BEGIN SELECT RAISE(ABORT, 'diary entries are never changed'); END;
        CREATE TRIGGER diary_entries_are_not_deleted BEFORE DELETE ON diary_entries
        BEGIN SELECT RAISE(ABORT, 'diary entries are never deleted'); END;
        CREATE TRIGGER access_tokens_keep_their_rights BEFORE UPDATE OF id, hash, owner, scope, created_at, expires_at ON access_tokens
        BEGIN SELECT RAISE(ABORT, 'the rights of a token are never changed'); END;
        CREATE TRIGGER access_tokens_stay_revoked BEFORE UPDATE OF revoked_at ON access_tokens WHEN old.revoked_at IS NOT NULL
        BEGIN SELECT RAISE(ABORT, 'a revoked token stays revoked'); END;
        CREATE TRIGGER access_tokens_are_not_deleted BEFORE DELETE ON access_tokens
        BEGIN SELECT RAISE(ABORT, 'tokens are never deleted'); END;

        """
}

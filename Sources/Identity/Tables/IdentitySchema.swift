/// The tables of verifications. The migration `trading.accounts` makes them.
package enum IdentitySchema {
    /// `phone`, `code_phone` and `content` are encrypted; `code` and `number` are digests under a secret key. The content of a
    /// document is deleted at the end of its period; the row remains.
    package static let sql = """
        CREATE TABLE verifications (
            owner TEXT NOT NULL PRIMARY KEY REFERENCES owners (id),
            phone TEXT,
            phone_last_four TEXT,
            phone_verified_at INTEGER,
            code TEXT,
            code_phone TEXT,
            code_last_four TEXT,
            code_expires_at INTEGER,
            code_failures INTEGER NOT NULL CHECK (code_failures >= 0),
            state TEXT NOT NULL CHECK (state IN ('none', 'pending', 'more-needed', 'refused', 'accepted')),
            attempt INTEGER NOT NULL CHECK (attempt >= 1),
            submitted_at INTEGER,
            decided_at INTEGER,
            decided_by TEXT,
            reason TEXT,
            CHECK ((phone IS NULL) = (phone_verified_at IS NULL) AND (phone IS NULL) = (phone_last_four IS NULL)),
            CHECK ((code IS NULL) = (code_expires_at IS NULL) AND (code IS NULL) = (code_phone IS NULL)),
            CHECK ((decided_at IS NULL) = (reason IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
            CHECK (state <> 'pending' OR (submitted_at IS NOT NULL AND phone IS NOT NULL)),
            CHECK (state NOT IN ('more-needed', 'refused', 'accepted') OR decided_at IS NOT NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX verifications_waiting ON verifications (submitted_at) WHERE state = 'pending';

        CREATE TABLE phone_codes (
            owner TEXT NOT NULL REFERENCES owners (id),
            number TEXT NOT NULL,
            sent_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX phone_codes_by_owner ON phone_codes (owner, sent_at);
        CREATE INDEX phone_codes_by_number ON phone_codes (number, sent_at);

        CREATE TABLE verification_documents (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'd_'),
            owner TEXT NOT NULL REFERENCES owners (id),
            kind TEXT NOT NULL CHECK (kind IN ('passport', 'identity-card', 'driving-licence', 'residence-permit')),
            side TEXT NOT NULL CHECK (side IN ('front', 'back')),
            attempt INTEGER NOT NULL CHECK (attempt >= 1),
            content TEXT,
            created_at INTEGER NOT NULL,
            delete_at INTEGER,
            deleted_at INTEGER,
            CHECK ((content IS NULL) = (deleted_at IS NOT NULL))
        ) STRICT;
        CREATE INDEX verification_documents_by_owner ON verification_documents (owner, created_at);
        CREATE INDEX verification_documents_due ON verification_documents (delete_at) WHERE deleted_at IS NULL;

        CREATE TABLE document_looks (
            document TEXT NOT NULL,
            owner TEXT NOT NULL,
            operator TEXT NOT NULL,
            time INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX document_looks_by_owner ON document_looks (owner, time);
        CREATE TRIGGER document_looks_are_not_changed BEFORE UPDATE ON document_looks
        BEGIN SELECT RAISE(ABORT, 'looks at documents are never changed'); END;

        """
}

/// Gives wallets a public id that survives renames, and a name key that is equal for names that look alike.
enum SchemaV3 {
    static let sql = wallets + keys + triggers

    /// Rebuilds the table, because a NOT NULL column without a default cannot be added to existing rows.
    private static let wallets = """
        CREATE TABLE wallets_v3 (
            id INTEGER PRIMARY KEY,
            public_id TEXT NOT NULL UNIQUE CHECK (
                length(public_id) = 18 AND substr(public_id, 1, 2) = 'w_' AND substr(public_id, 3) NOT GLOB '*[^0-9a-f]*'),
            owner TEXT NOT NULL,
            name TEXT NOT NULL,
            name_key TEXT NOT NULL,
            cost_basis TEXT NOT NULL CHECK (cost_basis IN ('fifo', 'lifo', 'hifo', 'average')),
            allows_negative INTEGER NOT NULL CHECK (allows_negative IN (0, 1)),
            created_at INTEGER NOT NULL,
            deleted_at INTEGER
        ) STRICT;
        INSERT INTO wallets_v3
            SELECT id, 'w_' || lower(hex(randomblob(8))), owner, name, name_key, cost_basis, allows_negative, created_at, deleted_at
            FROM wallets;
        DROP TABLE wallets;
        ALTER TABLE wallets_v3 RENAME TO wallets;
        CREATE UNIQUE INDEX wallets_by_name ON wallets (owner, name_key) WHERE deleted_at IS NULL;

        """

    /// A wallet whose new key is already taken keeps its old key. It is still found by its id, and by its name exactly as stored.
    private static let keys = "UPDATE OR IGNORE wallets SET name_key = wallet_name_key(name);\n"

    private static let triggers = """
        CREATE TRIGGER wallets_keep_their_ids BEFORE UPDATE OF id, public_id, owner ON wallets
        BEGIN SELECT RAISE(ABORT, 'the id and the owner of a wallet are never changed'); END;

        """
}

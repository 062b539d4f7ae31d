/// The first released schema. Never edited: later changes are new migrations.
enum SchemaV1 {
    static let sql = assets + candles + wallets + journal + triggers

    private static let assets = """
        CREATE TABLE assets (
            id INTEGER PRIMARY KEY,
            slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 64 AND slug NOT GLOB '*[^a-z0-9-]*'),
            ticker TEXT NOT NULL CHECK (length(ticker) BETWEEN 1 AND 20),
            name TEXT NOT NULL,
            quote_currency TEXT NOT NULL,
            first_trade INTEGER,
            last_trade INTEGER,
            supply REAL,
            icon TEXT
        ) STRICT;
        CREATE INDEX assets_by_ticker ON assets (ticker);

        CREATE TABLE asset_providers (
            asset INTEGER NOT NULL REFERENCES assets (id),
            provider TEXT NOT NULL,
            provider_id TEXT NOT NULL,
            PRIMARY KEY (asset, provider)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE favourites (
            owner TEXT NOT NULL,
            asset INTEGER NOT NULL REFERENCES assets (id),
            PRIMARY KEY (owner, asset)
        ) STRICT, WITHOUT ROWID;

        """

    private static let candles = """
        CREATE TABLE sources (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE
        ) STRICT;

        CREATE TABLE candles (
            asset INTEGER NOT NULL REFERENCES assets (id),
            day INTEGER NOT NULL,
            open REAL,
            high REAL,
            low REAL,
            close REAL NOT NULL CHECK (close > 0 AND close < 9e999),
            volume REAL,
            source INTEGER NOT NULL REFERENCES sources (id),
            retrieved_at INTEGER NOT NULL,
            PRIMARY KEY (asset, day)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE quotes (
            asset INTEGER NOT NULL REFERENCES assets (id),
            time INTEGER NOT NULL,
            price REAL NOT NULL CHECK (price > 0 AND price < 9e999),
            source INTEGER NOT NULL REFERENCES sources (id),
            PRIMARY KEY (asset, time)
        ) STRICT, WITHOUT ROWID;

        """

    private static let wallets = """
        CREATE TABLE wallets (
            id INTEGER PRIMARY KEY,
            owner TEXT NOT NULL,
            name TEXT NOT NULL,
            name_key TEXT NOT NULL,
            cost_basis TEXT NOT NULL CHECK (cost_basis IN ('fifo', 'lifo', 'hifo', 'average')),
            allows_negative INTEGER NOT NULL CHECK (allows_negative IN (0, 1)),
            created_at INTEGER NOT NULL,
            deleted_at INTEGER
        ) STRICT;
        CREATE UNIQUE INDEX wallets_by_name ON wallets (owner, name_key) WHERE deleted_at IS NULL;

        CREATE TABLE accounts (
            id INTEGER PRIMARY KEY,
            wallet INTEGER NOT NULL REFERENCES wallets (id),
            role TEXT NOT NULL CHECK (role IN ('holding', 'external', 'market', 'fees', 'income')),
            asset INTEGER NOT NULL REFERENCES assets (id),
            allows_negative INTEGER NOT NULL CHECK (allows_negative IN (0, 1)),
            balance TEXT NOT NULL CHECK (balance <> '' AND balance NOT GLOB '*[^0-9.-]*'),
            last_time INTEGER NOT NULL,
            last_transaction INTEGER NOT NULL,
            UNIQUE (wallet, role, asset),
            CHECK (role <> 'holding' OR allows_negative OR substr(balance, 1, 1) <> '-')
        ) STRICT;

        CREATE TABLE transfers (
            to_wallet INTEGER NOT NULL REFERENCES wallets (id),
            from_wallet INTEGER NOT NULL REFERENCES wallets (id),
            PRIMARY KEY (to_wallet, from_wallet)
        ) STRICT, WITHOUT ROWID;

        """

    private static let journal = """
        CREATE TABLE transactions (
            id INTEGER PRIMARY KEY,
            owner TEXT NOT NULL,
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

        CREATE TABLE postings (
            transaction_id INTEGER NOT NULL REFERENCES transactions (id),
            position INTEGER NOT NULL CHECK (position >= 0),
            account INTEGER NOT NULL REFERENCES accounts (id),
            time INTEGER NOT NULL,
            amount TEXT NOT NULL CHECK (amount <> '' AND amount NOT GLOB '*[^0-9.-]*'),
            PRIMARY KEY (transaction_id, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX postings_by_account ON postings (account, time, transaction_id, position, amount);

        CREATE TABLE wallet_transactions (
            wallet INTEGER NOT NULL REFERENCES wallets (id),
            time INTEGER NOT NULL,
            transaction_id INTEGER NOT NULL REFERENCES transactions (id),
            PRIMARY KEY (wallet, time, transaction_id)
        ) STRICT, WITHOUT ROWID;

        """

    private static let triggers = ["transactions", "postings", "wallet_transactions"].map { table in
        """
        CREATE TRIGGER \(table)_are_not_changed BEFORE UPDATE ON \(table)
        BEGIN SELECT RAISE(ABORT, '\(table) are never changed'); END;
        CREATE TRIGGER \(table)_are_not_deleted BEFORE DELETE ON \(table)
        BEGIN SELECT RAISE(ABORT, '\(table) are never deleted'); END;

        """
    }.joined()
}

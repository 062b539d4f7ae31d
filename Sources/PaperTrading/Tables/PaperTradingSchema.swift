/// Paper matches: their definitions, from which all results follow, and the model with which they started.
enum PaperTradingSchema {
    static let sql = """
        CREATE TABLE paper_matches (
            position INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE CHECK (
                length(id) = 19 AND substr(id, 1, 3) = 'pm_' AND substr(id, 4) NOT GLOB '*[^0-9a-f]*'),
            owner TEXT NOT NULL REFERENCES owners (id),
            first_day INTEGER NOT NULL,
            last_day INTEGER CHECK (last_day > first_day),
            cash TEXT NOT NULL CHECK (cash <> '' AND cash NOT GLOB '*[^0-9.]*'),
            fee_rate TEXT NOT NULL CHECK (fee_rate <> '' AND fee_rate NOT GLOB '*[^0-9.]*'),
            strategies TEXT NOT NULL CHECK (strategies <> '' AND strategies NOT GLOB '*[^a-z,]*'),
            threshold TEXT NOT NULL CHECK (threshold <> '' AND threshold NOT GLOB '*[^0-9.]*'),
            seed INTEGER NOT NULL CHECK (seed >= 0),
            created_at INTEGER NOT NULL,
            model_sha256 TEXT CHECK (length(model_sha256) = 64 AND model_sha256 NOT GLOB '*[^0-9a-f]*')
        ) STRICT;
        CREATE INDEX paper_matches_by_owner ON paper_matches (owner);
        CREATE TRIGGER paper_matches_are_not_changed BEFORE UPDATE ON paper_matches
        BEGIN SELECT RAISE(ABORT, 'paper matches are never changed'); END;

        CREATE TABLE paper_match_coins (
            match INTEGER NOT NULL REFERENCES paper_matches (position),
            place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 9),
            asset INTEGER NOT NULL REFERENCES assets (id),
            PRIMARY KEY (match, place),
            UNIQUE (match, asset)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX paper_match_coins_by_asset ON paper_match_coins (asset);

        """
}

import Store

extension Capability {
    /// Alerts on figures of coins and wallets.
    package static let alerts = Capability(
        "alerts", migrations: [Migration("alerts", alertTables)],
        tables: [RegisteredTable(Alert.self), RegisteredTable(AlertFiring.self)],
        archive: [.rows("alerts.json", Alert.self), .rows("alert-firings.json", AlertFiring.self)])

    private static let alertTables = """
        CREATE TABLE alerts (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'a_'),
            owner TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
            measure TEXT NOT NULL,
            asset TEXT REFERENCES assets (slug) ON DELETE CASCADE,
            account TEXT NOT NULL CHECK (account IN ('wallets', 'practice')),
            wallet TEXT,
            direction TEXT NOT NULL CHECK (direction IN ('above', 'below')),
            threshold TEXT NOT NULL,
            currency TEXT NOT NULL,
            days INTEGER,
            price TEXT,
            since INTEGER,
            margin TEXT NOT NULL,
            repeats INTEGER NOT NULL CHECK (repeats IN (0, 1)),
            ends_on INTEGER,
            note TEXT NOT NULL CHECK (length(note) <= 500),
            state TEXT NOT NULL CHECK (state IN ('armed', 'waiting', 'paused', 'done')),
            created_at INTEGER NOT NULL,
            seen_until INTEGER,
            fired_count INTEGER NOT NULL,
            last_fired_at INTEGER,
            removed_at INTEGER,
            series TEXT NOT NULL,
            level REAL NOT NULL,
            rearm_level REAL NOT NULL
        ) STRICT;
        CREATE INDEX alerts_by_owner ON alerts (owner, created_at);
        CREATE INDEX alerts_watching ON alerts (series, seen_until, state, removed_at)
            WHERE state IN ('armed', 'waiting') AND removed_at IS NULL;
        CREATE INDEX alerts_armed ON alerts (series, direction, level) WHERE state = 'armed' AND removed_at IS NULL;
        CREATE INDEX alerts_waiting ON alerts (series) WHERE state = 'waiting';
        CREATE INDEX alerts_ahead ON alerts (series, seen_until) WHERE seen_until IS NOT NULL;
        CREATE INDEX alerts_by_asset ON alerts (asset);
        CREATE TABLE alert_series (
            series TEXT NOT NULL PRIMARY KEY,
            owner TEXT REFERENCES owners (id) ON DELETE CASCADE,
            seen_until INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE alert_firings (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'f_'),
            owner TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
            alert TEXT NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
            time INTEGER NOT NULL,
            fired_at INTEGER NOT NULL,
            value REAL NOT NULL,
            price REAL,
            reference REAL,
            late INTEGER NOT NULL CHECK (late IN (0, 1))
        ) STRICT;
        CREATE INDEX alert_firings_by_alert ON alert_firings (alert, fired_at);
        CREATE INDEX alert_firings_by_owner ON alert_firings (owner, fired_at);

        """
}

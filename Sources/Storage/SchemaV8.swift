/// Gives payments the real time of their end, by which the history is ordered, and makes the key from which the ids of
/// simulated accounts follow.
enum SchemaV8 {
    static let sql = payments + history + key

    // A check of two columns needs a new table. What refers to the old one goes first: the view.

    /// Times are of the bank's clock, but for `recorded_at` and `end_recorded_at`.
    ///
    /// The journal has the real time at which older payments ended, except for deposits that were cancelled. For those it is
    /// counted from the announcement, at the speed of the bank's clock; never before the announcement, and not in the future.
    private static let payments = """
        DROP VIEW trading_history;
        CREATE TABLE trading_payments_v8 (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'p_'),
            owner TEXT NOT NULL REFERENCES owners (id),
            kind TEXT NOT NULL CHECK (kind IN ('deposit', 'withdrawal')),
            currency TEXT NOT NULL CHECK (currency IN ('USD', 'EUR')),
            amount TEXT NOT NULL CHECK (amount <> '' AND amount NOT GLOB '*[^0-9.]*'),
            fee TEXT NOT NULL CHECK (fee <> '' AND fee NOT GLOB '*[^0-9.]*'),
            counted TEXT NOT NULL CHECK (counted <> '' AND counted NOT GLOB '*[^0-9.]*'),
            method TEXT REFERENCES trading_methods (id),
            state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'settled', 'returned', 'cancelled')),
            reason TEXT,
            requested_at INTEGER NOT NULL,
            sent_at INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            ended_at INTEGER,
            recorded_at INTEGER NOT NULL,
            end_recorded_at INTEGER CHECK (end_recorded_at >= recorded_at),
            CHECK ((kind = 'withdrawal') = (method IS NOT NULL)),
            CHECK ((state IN ('pending', 'sent')) = (ended_at IS NULL)),
            CHECK ((ended_at IS NULL) = (end_recorded_at IS NULL))
        ) STRICT, WITHOUT ROWID;
        INSERT INTO trading_payments_v8
            SELECT id, owner, kind, currency, amount, fee, counted, method, state, reason, requested_at, sent_at, due_at, ended_at,
                recorded_at,
                CASE WHEN ended_at IS NOT NULL THEN max(recorded_at, coalesce(
                    (SELECT transactions.recorded_at FROM transactions
                        WHERE transactions.owner = trading_payments.owner
                            AND key = 'trading/' || trading_payments.id || iif(state = 'settled', '', '/release')),
                    min(CAST(strftime('%s', 'now') AS INTEGER),
                        recorded_at + CAST((ended_at - requested_at) / coalesce((SELECT speed FROM bank_clock), 1) AS INTEGER))))
                END
            FROM trading_payments;
        DROP TABLE trading_payments;
        ALTER TABLE trading_payments_v8 RENAME TO trading_payments;
        CREATE INDEX trading_payments_by_owner ON trading_payments (owner, recorded_at, id);
        CREATE INDEX trading_payments_due ON trading_payments (due_at) WHERE ended_at IS NULL;
        CREATE TRIGGER trading_payments_end_once BEFORE UPDATE ON trading_payments WHEN old.ended_at IS NOT NULL
        BEGIN SELECT RAISE(ABORT, 'a payment that has ended is never changed'); END;

        """

    /// Everything that moved in a simulated account, and what is going to. Times are real ones: of the end, or of the beginning
    /// while it is open. A payment that was cancelled or returned cost no fee, and is not due any more.
    private static let history = """
        CREATE VIEW trading_history AS
            SELECT owner, coalesce(ended_at, created_at) AS time, id, side AS kind, state, asset, quantity, currency, cash, fee, price,
                '' AS other, amount, amount_in, kind AS detail, trigger_price AS trigger, reason, NULL AS due_at
            FROM trading_orders
            UNION ALL
            SELECT owner, coalesce(end_recorded_at, recorded_at), id, kind, state, NULL, NULL, currency, amount,
                iif(state IN ('returned', 'cancelled'), '0', fee), NULL,
                coalesce((SELECT label FROM trading_methods WHERE trading_methods.id = method), ''), amount, 'cash', '', NULL, reason,
                iif(state IN ('returned', 'cancelled'), NULL, due_at)
            FROM trading_payments
            UNION ALL
            SELECT sender, created_at, id, 'send', 'settled', asset, quantity, NULL, NULL, fee, NULL, address, quantity, 'coin',
                note, NULL, NULL, NULL
            FROM trading_transfers WHERE sender IS NOT NULL
            UNION ALL
            SELECT receiver, created_at, id, 'receive', 'settled', asset, quantity, NULL, NULL, '0', NULL, address, quantity, 'coin',
                note, NULL, NULL, NULL
            FROM trading_transfers WHERE receiver IS NOT NULL
            UNION ALL
            SELECT owner, created_at, id, 'reward', 'settled', NULL, NULL, currency, amount, '0', NULL, '', amount, 'cash', '', NULL,
                NULL, NULL
            FROM trading_rewards;

        """

    /// A secret of the file. The id of a simulated account follows from it and the owner: it is known before the account is
    /// opened, and nobody can work it out from the name of the owner.
    private static let key = """
        CREATE TABLE trading_key (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            key TEXT NOT NULL CHECK (length(key) = 32 AND key NOT GLOB '*[^0-9a-f]*')
        ) STRICT;
        INSERT INTO trading_key (id, key) VALUES (1, lower(hex(randomblob(16))));

        """
}

import Identity

/// The simulated accounts: quotes, orders, plans, payments, transfers between people and referrals.
///
/// The tables of verifications stand here, where the first files got them; ``IdentitySchema`` has their SQL.
enum TradingSchema {
    static let sql =
        accounts + usage + quotes + orders + plans + methods + payments + addresses + transfers + rewards + IdentitySchema.sql
        + workers + history + key

    private static func id(_ prefix: String, _ column: String = "id") -> String {
        "length(\(column)) = \(prefix.utf8.count + 16) AND substr(\(column), 1, \(prefix.utf8.count)) = '\(prefix)'"
    }

    /// A condition: the amount is not negative.
    private static func amount(_ column: String) -> String { "\(column) <> '' AND \(column) NOT GLOB '*[^0-9.]*'" }

    /// `trading_feed` is the order of an owner's favourites, also of owners without a simulated account.
    private static let accounts = """
        CREATE TABLE trading_accounts (
            id TEXT NOT NULL UNIQUE CHECK (\(id("t_"))),
            owner TEXT NOT NULL PRIMARY KEY REFERENCES owners (id),
            wallet INTEGER NOT NULL UNIQUE REFERENCES wallets (id),
            held_wallet INTEGER NOT NULL UNIQUE REFERENCES wallets (id),
            level TEXT NOT NULL CHECK (level IN ('none', 'basic', 'full')),
            tolerance TEXT NOT NULL CHECK (\(amount("tolerance"))),
            password_above TEXT NOT NULL CHECK (\(amount("password_above"))),
            referral_code TEXT NOT NULL UNIQUE CHECK (length(referral_code) = 8),
            referred_by TEXT,
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX trading_accounts_by_referrer ON trading_accounts (referred_by);
        CREATE TRIGGER trading_accounts_keep_their_ids BEFORE UPDATE OF id, owner, wallet, held_wallet ON trading_accounts
        BEGIN SELECT RAISE(ABORT, 'the id, the owner and the wallets of an account are never changed'); END;

        CREATE TABLE trading_feed (
            owner TEXT NOT NULL REFERENCES owners (id),
            position INTEGER NOT NULL CHECK (position >= 0),
            asset INTEGER NOT NULL REFERENCES assets (id),
            PRIMARY KEY (owner, position),
            UNIQUE (owner, asset)
        ) STRICT, WITHOUT ROWID;

        """

    /// The amounts that an owner has traded, withdrawn or sent on a real day in UTC, in US dollars, for the daily and monthly
    /// limits.
    private static let usage = """
        CREATE TABLE trading_usage (
            owner TEXT NOT NULL REFERENCES owners (id),
            purpose TEXT NOT NULL CHECK (purpose IN ('trade', 'withdrawal', 'transfer')),
            day INTEGER NOT NULL,
            amount TEXT NOT NULL CHECK (\(amount("amount"))),
            PRIMARY KEY (owner, purpose, day)
        ) STRICT, WITHOUT ROWID;

        """

    private static let quotes = """
        CREATE TABLE trading_quotes (
            id TEXT NOT NULL PRIMARY KEY CHECK (\(id("q_"))),
            owner TEXT NOT NULL REFERENCES owners (id),
            side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
            asset INTEGER NOT NULL REFERENCES assets (id),
            currency TEXT NOT NULL CHECK (currency IN ('USD', 'EUR')),
            quantity TEXT NOT NULL CHECK (\(amount("quantity"))),
            cash TEXT NOT NULL CHECK (\(amount("cash"))),
            fee TEXT NOT NULL CHECK (\(amount("fee"))),
            price TEXT NOT NULL CHECK (\(amount("price"))),
            price_usd TEXT NOT NULL CHECK (\(amount("price_usd"))),
            price_source TEXT NOT NULL,
            price_time INTEGER NOT NULL,
            is_quote INTEGER NOT NULL CHECK (is_quote IN (0, 1)),
            rate TEXT NOT NULL CHECK (\(amount("rate"))),
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL CHECK (expires_at > created_at)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX trading_quotes_by_owner ON trading_quotes (owner, expires_at);
        CREATE TRIGGER trading_quotes_are_not_changed BEFORE UPDATE ON trading_quotes
        BEGIN SELECT RAISE(ABORT, 'quotes are never changed'); END;

        """

    /// A market order is filled when it is made, from a quote (`quote`) or a plan (`plan`). A filled order has the figures of its
    /// fill.
    private static let orders = """
        CREATE TABLE trading_orders (
            id TEXT NOT NULL PRIMARY KEY CHECK (\(id("o_"))),
            owner TEXT NOT NULL REFERENCES owners (id),
            kind TEXT NOT NULL CHECK (kind IN ('market', 'limit', 'stop')),
            side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
            asset INTEGER NOT NULL REFERENCES assets (id),
            currency TEXT NOT NULL CHECK (currency IN ('USD', 'EUR')),
            amount TEXT NOT NULL CHECK (\(amount("amount"))),
            amount_in TEXT NOT NULL CHECK (amount_in IN ('cash', 'coin')),
            trigger_price TEXT CHECK (\(amount("trigger_price"))),
            quote TEXT UNIQUE,
            plan TEXT,
            state TEXT NOT NULL CHECK (state IN ('open', 'filled', 'cancelled', 'expired', 'failed')),
            reason TEXT,
            held_asset INTEGER REFERENCES assets (id),
            held TEXT NOT NULL CHECK (\(amount("held"))),
            created_at INTEGER NOT NULL,
            ends_at INTEGER,
            checked_at INTEGER NOT NULL,
            ended_at INTEGER,
            quantity TEXT CHECK (\(amount("quantity"))),
            cash TEXT CHECK (\(amount("cash"))),
            fee TEXT CHECK (\(amount("fee"))),
            price TEXT CHECK (\(amount("price"))),
            price_source TEXT,
            price_time INTEGER,
            CHECK ((kind = 'market') = (trigger_price IS NULL)),
            CHECK ((state = 'open') = (ended_at IS NULL)),
            CHECK ((state = 'filled') = (quantity IS NOT NULL)),
            CHECK (kind <> 'market' OR state IN ('filled', 'failed'))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX trading_orders_by_owner ON trading_orders (owner, created_at, id);
        CREATE INDEX trading_orders_open ON trading_orders (state, id) WHERE state = 'open';
        CREATE TRIGGER trading_orders_end_once BEFORE UPDATE ON trading_orders WHEN old.state <> 'open'
        BEGIN SELECT RAISE(ABORT, 'an order that has ended is never changed'); END;

        """

    private static let plans = """
        CREATE TABLE trading_plans (
            id TEXT NOT NULL PRIMARY KEY CHECK (\(id("r_"))),
            owner TEXT NOT NULL REFERENCES owners (id),
            asset INTEGER NOT NULL REFERENCES assets (id),
            currency TEXT NOT NULL CHECK (currency IN ('USD', 'EUR')),
            amount TEXT NOT NULL CHECK (\(amount("amount"))),
            every TEXT NOT NULL CHECK (every IN ('day', 'week', 'month')),
            first_at INTEGER NOT NULL,
            next_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL,
            runs INTEGER NOT NULL CHECK (runs >= 0),
            state TEXT NOT NULL CHECK (state IN ('active', 'ended', 'cancelled')),
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX trading_plans_by_owner ON trading_plans (owner, created_at);
        CREATE INDEX trading_plans_due ON trading_plans (next_at) WHERE state = 'active';

        """

    /// Only the part of a card or bank account number by which the person recognizes it is stored.
    private static let methods = """
        CREATE TABLE trading_methods (
            id TEXT NOT NULL PRIMARY KEY CHECK (\(id("m_"))),
            owner TEXT NOT NULL REFERENCES owners (id),
            kind TEXT NOT NULL CHECK (kind IN ('card', 'bank-account')),
            label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
            network TEXT NOT NULL,
            last_four TEXT NOT NULL CHECK (length(last_four) = 4),
            expires TEXT,
            created_at INTEGER NOT NULL,
            removed_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX trading_methods_by_owner ON trading_methods (owner, created_at);

        """

    /// Times are on the bank's clock, except `recorded_at` and `end_recorded_at`.
    private static let payments = """
        CREATE TABLE trading_payments (
            id TEXT NOT NULL PRIMARY KEY CHECK (\(id("p_"))),
            owner TEXT NOT NULL REFERENCES owners (id),
            kind TEXT NOT NULL CHECK (kind IN ('deposit', 'withdrawal')),
            currency TEXT NOT NULL CHECK (currency IN ('USD', 'EUR')),
            amount TEXT NOT NULL CHECK (\(amount("amount"))),
            fee TEXT NOT NULL CHECK (\(amount("fee"))),
            counted TEXT NOT NULL CHECK (\(amount("counted"))),
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
        CREATE INDEX trading_payments_by_owner ON trading_payments (owner, recorded_at, id);
        CREATE INDEX trading_payments_due ON trading_payments (due_at) WHERE ended_at IS NULL;
        CREATE TRIGGER trading_payments_end_once BEFORE UPDATE ON trading_payments WHEN old.ended_at IS NOT NULL
        BEGIN SELECT RAISE(ABORT, 'a payment that has ended is never changed'); END;

        """

    private static let addresses = """
        CREATE TABLE trading_addresses (
            address TEXT NOT NULL PRIMARY KEY,
            owner TEXT NOT NULL REFERENCES owners (id),
            asset INTEGER NOT NULL REFERENCES assets (id),
            UNIQUE (owner, asset)
        ) STRICT, WITHOUT ROWID;

        """

    /// A transfer remains for one side when the other is deleted.
    private static let transfers = """
        CREATE TABLE trading_transfers (
            id TEXT NOT NULL PRIMARY KEY CHECK (\(id("x_"))),
            sender TEXT REFERENCES owners (id),
            receiver TEXT REFERENCES owners (id),
            address TEXT NOT NULL,
            asset INTEGER NOT NULL REFERENCES assets (id),
            quantity TEXT NOT NULL CHECK (\(amount("quantity"))),
            fee TEXT NOT NULL CHECK (\(amount("fee"))),
            note TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            CHECK (sender <> receiver)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX trading_transfers_by_sender ON trading_transfers (sender, created_at, id);
        CREATE INDEX trading_transfers_by_receiver ON trading_transfers (receiver, created_at, id);

        """

    private static let rewards = """
        CREATE TABLE trading_rewards (
            id TEXT NOT NULL PRIMARY KEY CHECK (\(id("w_"))),
            owner TEXT NOT NULL REFERENCES owners (id),
            referred TEXT NOT NULL UNIQUE,
            currency TEXT NOT NULL CHECK (currency IN ('USD', 'EUR')),
            amount TEXT NOT NULL CHECK (\(amount("amount"))),
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX trading_rewards_by_owner ON trading_rewards (owner, created_at, id);

        """

    private static let workers = """
        CREATE TABLE trading_leases (
            name TEXT NOT NULL PRIMARY KEY,
            holder TEXT NOT NULL,
            until INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE bank_clock (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            real_anchor INTEGER NOT NULL,
            bank_anchor INTEGER NOT NULL,
            speed REAL NOT NULL CHECK (speed >= 1)
        ) STRICT;

        """

    /// All completed and pending movements of a simulated account. Times are real ones: of the end, or of the beginning while it is
    /// open. A payment that was cancelled or returned cost no fee, and is no longer due.
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

    /// A secret of the file. The id of a simulated account is derived from it and the owner: it is known before the account is
    /// opened, and cannot be computed from the name of the owner.
    private static let key = """
        CREATE TABLE trading_key (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            key TEXT NOT NULL CHECK (length(key) = 32 AND key NOT GLOB '*[^0-9a-f]*')
        ) STRICT;
        INSERT INTO trading_key (id, key) VALUES (1, lower(hex(randomblob(16))));

        """
}

import GRDB
import Store

extension Capability {
    /// The expense journal.
    package static let expenses = Capability(
        "expenses", migrations: [Migration("journal", journal), Migration("wallet-cash", walletCash)],
        tables: [
            RegisteredTable(ExpenseCategory.self), RegisteredTable(Place.self), RegisteredTable(RecurringExpense.self),
            RegisteredTable(Expense.self), RegisteredTable(Budget.self), RegisteredTable(ReadingTopic.self),
        ],
        archive: [
            .rows("expenses.json", Expense.self), .rows("places.json", Place.self),
            .rows("expense-categories.json", ExpenseCategory.self), .rows("recurring-expenses.json", RecurringExpense.self),
            .rows("budgets.json", Budget.self), .several(Photos.files),
        ], pictureBytes: "SELECT sum(bytes) FROM expense_photos WHERE owner = ?1", audit: { try $0.expenses() })

    /// Adds the parts of the entry that a trigger is about.
    private static let partsOfNew = """
        INSERT INTO expense_parts
        SELECT new.position, min(key) = 0, new.owner, new.kind, new.currency,
            strftime('%Y', new.day * 86400, 'unixepoch') * 12 + strftime('%m', new.day * 86400, 'unixepoch') - 1,
            json_extract(value, '$.category'), ifnull(new.place, nullif('n_' || new.place_key, 'n_')),
            sum(json_extract(value, '$.amount'))
        FROM json_each(new.parts) WHERE new.removed_at IS NULL GROUP BY json_extract(value, '$.category');
        """

    /// `expense_parts` and `expense_sums` follow from `expenses`: triggers keep them. The place of a part is that of its entry, or `n_` and
    /// the name that the entry keeps; sums have it, or a category, as their key; `l_` and `c_` alone for none. A part is rebuilt when the version of its entry
    /// changes; merging categories or places changes many rows of all tables at once, without a new version.
    private static let journal = """
        CREATE TABLE expense_categories (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'c_'),
            owner TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
            name_key TEXT NOT NULL,
            UNIQUE (owner, name_key)
        ) STRICT;
        CREATE TABLE expense_places (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'l_'),
            owner TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
            address TEXT NOT NULL CHECK (length(address) <= 500),
            description TEXT NOT NULL CHECK (length(description) <= 2000),
            favourite INTEGER NOT NULL CHECK (favourite IN (0, 1)),
            latitude TEXT,
            longitude TEXT,
            time_zone TEXT,
            hours TEXT,
            categories TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            name_key TEXT NOT NULL
        ) STRICT;
        CREATE INDEX expense_places_by_owner ON expense_places (owner, name_key);
        CREATE TABLE expense_recurring (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'y_'),
            owner TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('expense', 'income')),
            name TEXT NOT NULL CHECK (length(name) <= 200),
            description TEXT NOT NULL CHECK (length(description) <= 2000),
            amount INTEGER NOT NULL CHECK (amount > 0),
            currency TEXT NOT NULL,
            method TEXT NOT NULL CHECK (method IN ('cash', 'card')),
            minute INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 1439),
            place TEXT REFERENCES expense_places (id),
            place_name TEXT NOT NULL,
            parts TEXT NOT NULL,
            every INTEGER NOT NULL CHECK (every BETWEEN 1 AND 99),
            unit TEXT NOT NULL CHECK (unit IN ('day', 'week', 'month', 'year')),
            first INTEGER NOT NULL,
            until INTEGER,
            paused INTEGER NOT NULL CHECK (paused IN (0, 1)),
            entered_through INTEGER,
            next_on INTEGER,
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX expense_recurring_by_owner ON expense_recurring (owner);
        CREATE INDEX expense_recurring_by_place ON expense_recurring (place);
        CREATE INDEX expense_recurring_due ON expense_recurring (next_on) WHERE paused = 0;
        CREATE TABLE expenses (
            position INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 18 AND substr(id, 1, 2) = 'x_'),
            owner TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
            version INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('expense', 'income')),
            name TEXT NOT NULL CHECK (length(name) <= 200),
            description TEXT NOT NULL CHECK (length(description) <= 2000),
            amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 9000000000000000),
            currency TEXT NOT NULL CHECK (length(currency) = 3),
            method TEXT NOT NULL CHECK (method IN ('cash', 'card')),
            minute INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 1439),
            place TEXT REFERENCES expense_places (id),
            place_name TEXT NOT NULL,
            parts TEXT NOT NULL,
            day INTEGER NOT NULL,
            recurring TEXT REFERENCES expense_recurring (id),
            due_on INTEGER,
            import_key TEXT CHECK (length(import_key) <= 40),
            created_at INTEGER NOT NULL,
            removed_at INTEGER,
            photo_at INTEGER,
            name_key TEXT NOT NULL,
            search TEXT NOT NULL,
            place_key TEXT NOT NULL
        ) STRICT;
        CREATE INDEX expenses_by_day
            ON expenses (owner, removed_at, day, minute, kind, currency, method, amount, place_key, search);
        CREATE INDEX expenses_by_name ON expenses (owner, name_key, day, minute);
        CREATE INDEX expenses_by_place ON expenses (place, removed_at, day, minute);
        CREATE INDEX expenses_by_kept_name ON expenses (owner, place_key) WHERE place IS NULL;
        CREATE INDEX expenses_removed ON expenses (removed_at) WHERE removed_at IS NOT NULL;
        CREATE UNIQUE INDEX expenses_by_recurring ON expenses (recurring, due_on) WHERE recurring IS NOT NULL;
        CREATE UNIQUE INDEX expenses_by_import ON expenses (owner, import_key)
            WHERE import_key IS NOT NULL AND removed_at IS NULL;
        CREATE TABLE expense_photos (
            expense TEXT NOT NULL PRIMARY KEY REFERENCES expenses (id) ON DELETE CASCADE,
            owner TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
            bytes INTEGER NOT NULL CHECK (bytes = length(jpeg)),
            jpeg BLOB NOT NULL
        ) STRICT;
        CREATE INDEX expense_photos_by_owner ON expense_photos (owner, bytes);
        CREATE TABLE expense_parts (
            expense INTEGER NOT NULL REFERENCES expenses (position) ON DELETE CASCADE,
            is_first INTEGER NOT NULL CHECK (is_first IN (0, 1)),
            owner TEXT NOT NULL,
            kind TEXT NOT NULL,
            currency TEXT NOT NULL,
            month INTEGER NOT NULL,
            category TEXT REFERENCES expense_categories (id),
            place TEXT,
            amount INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX expense_parts_by_expense ON expense_parts (expense);
        CREATE INDEX expense_parts_by_category ON expense_parts (category, expense);
        CREATE TABLE expense_sums (
            owner TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            currency TEXT NOT NULL,
            month INTEGER NOT NULL,
            count INTEGER NOT NULL,
            whole INTEGER NOT NULL,
            fraction INTEGER NOT NULL,
            PRIMARY KEY (owner, kind, key, currency, month)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER expenses_have_parts AFTER INSERT ON expenses BEGIN
            \(partsOfNew)
        END;
        CREATE TRIGGER expenses_change_parts AFTER UPDATE OF version ON expenses BEGIN
            DELETE FROM expense_parts WHERE expense = new.position;
            \(partsOfNew)
        END;
        CREATE TRIGGER expense_parts_are_added AFTER INSERT ON expense_parts BEGIN
            INSERT INTO expense_sums
            SELECT new.owner, new.kind, key, new.currency, new.month, entries, new.amount / 10000, new.amount % 10000
            FROM (
                SELECT '' AS key, new.is_first AS entries
                UNION ALL SELECT ifnull(new.category, 'c_'), 1
                UNION ALL SELECT ifnull(new.place, 'l_'), new.is_first) WHERE true
            ON CONFLICT DO UPDATE
            SET count = count + excluded.count, whole = whole + excluded.whole, fraction = fraction + excluded.fraction;
        END;
        CREATE TRIGGER expense_parts_are_subtracted AFTER DELETE ON expense_parts BEGIN
            UPDATE expense_sums
            SET count = count - iif(substr(key, 1, 2) = 'c_', 1, old.is_first), whole = whole - old.amount / 10000,
                fraction = fraction - old.amount % 10000
            WHERE owner = old.owner AND kind = old.kind AND key IN ('', ifnull(old.category, 'c_'), ifnull(old.place, 'l_'))
                AND currency = old.currency AND month = old.month;
            DELETE FROM expense_sums
            WHERE owner = old.owner AND kind = old.kind AND key IN ('', ifnull(old.category, 'c_'), ifnull(old.place, 'l_'))
                AND currency = old.currency AND month = old.month AND count = 0;
        END;
        CREATE TABLE expense_budgets (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'b_'),
            owner TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
            category TEXT NOT NULL REFERENCES expense_categories (id) ON DELETE CASCADE,
            amount INTEGER NOT NULL CHECK (amount > 0),
            currency TEXT NOT NULL CHECK (length(currency) = 3),
            from_month INTEGER NOT NULL,
            told_month INTEGER,
            told_percent INTEGER,
            UNIQUE (category, currency)
        ) STRICT;
        CREATE INDEX expense_budgets_by_owner ON expense_budgets (owner);
        CREATE TABLE expense_topics (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'j_'),
            version INTEGER NOT NULL,
            number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 99),
            texts TEXT NOT NULL,
            has_picture INTEGER NOT NULL CHECK (has_picture IN (0, 1))
        ) STRICT;
        CREATE TABLE expense_topic_pictures (
            topic TEXT NOT NULL PRIMARY KEY REFERENCES expense_topics (id) ON DELETE CASCADE,
            jpeg BLOB NOT NULL CHECK (length(jpeg) BETWEEN 1 AND 1048576)
        ) STRICT;
        CREATE TABLE expense_topics_shown (
            only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
            shown TEXT NOT NULL CHECK (shown IN ('sample', 'own', 'none'))
        ) STRICT;

        """
}

extension Capability {
    /// Adds the wallet's transaction that pays an entry. Where that is taken back or replaced in the wallet, or the wallet is deleted, the
    /// entry stays without it. A removed entry keeps the number of what was taken back, to restore both.
    fileprivate static let walletCash = """
        ALTER TABLE expenses ADD COLUMN wallet TEXT;
        ALTER TABLE expenses ADD COLUMN wallet_transaction INTEGER REFERENCES transactions (id) ON DELETE SET NULL;
        CREATE UNIQUE INDEX expenses_by_wallet_transaction ON expenses (wallet_transaction) WHERE wallet_transaction IS NOT NULL;
        CREATE INDEX expenses_by_wallet ON expenses (wallet) WHERE wallet IS NOT NULL;
        CREATE TRIGGER expenses_lose_corrected AFTER INSERT ON transactions WHEN new.corrects IS NOT NULL BEGIN
            UPDATE expenses SET wallet_transaction = NULL, version = version + 1
            WHERE wallet_transaction = new.corrects AND removed_at IS NULL;
        END;
        CREATE TRIGGER expenses_lose_wallet AFTER UPDATE OF deleted_at ON wallets WHEN new.deleted_at IS NOT NULL BEGIN
            UPDATE expenses SET wallet_transaction = NULL, version = version + 1
            WHERE wallet = new.public_id AND wallet_transaction IS NOT NULL AND removed_at IS NULL;
        END;
        """
}

extension Audit {
    /// Checks that the parts of entries add up, that the sums are those of the parts, and that photos belong to their entries.
    fileprivate func expenses() throws -> [Finding] {
        try errors(
            """
            SELECT id FROM expenses WHERE removed_at IS NULL
                AND amount IS NOT (SELECT sum(amount) FROM expense_parts WHERE expense = position)
            """
        ) { "the parts of \(try $0.decode(String.self, atIndex: 0)) do not add up to its amount" }
            + errors(
                """
                SELECT id FROM expenses AS entry WHERE (photo_at IS NULL) = EXISTS (
                    SELECT 1 FROM expense_photos WHERE expense = entry.id AND owner = entry.owner)
                """
            ) { "\(try $0.decode(String.self, atIndex: 0)) names a photo that is not stored, or the reverse" }
            + errors(
                """
                SELECT owner, key, month FROM (
                    SELECT owner, kind, key, currency, month, count, whole, fraction FROM expense_sums
                    EXCEPT
                    SELECT owner, kind, key, currency, month, sum(entries), sum(amount / 10000), sum(amount % 10000) FROM (
                        SELECT *, '' AS key, is_first AS entries FROM expense_parts
                        UNION ALL SELECT *, ifnull(category, 'c_'), 1 FROM expense_parts
                        UNION ALL SELECT *, ifnull(place, 'l_'), is_first FROM expense_parts)
                    GROUP BY owner, kind, key, currency, month)
                """
            ) { "the sum \(try $0.decode(String.self, atIndex: 1)) of a month is not that of its entries" }
            + errors(
                """
                SELECT expenses.id FROM expenses JOIN transactions ON corrects = wallet_transaction WHERE removed_at IS NULL
                """
            ) { "\(try $0.decode(String.self, atIndex: 0)) is paid by a transaction that was taken back" }
    }
}

import GRDB
import Store

extension Capability {
    /// Wallets with their journal, and favourites.
    package static let portfolio = Capability(
        "portfolio",
        migrations: [
            Migration("wallets", wallets, replaces: ["v6", "v10"]), Migration("places", places), Migration("exchanges", exchanges),
            Migration("labels", labels),
        ],
        erasure: [
            "DELETE FROM favourites WHERE owner = ?1",
            "DELETE FROM postings WHERE transaction_id IN (SELECT id FROM transactions WHERE owner = ?1)",
            "DELETE FROM wallet_transactions WHERE wallet IN \(walletsOfOwner)",
            // One after another, newest first: a correction refers to the transaction that it corrects, which has a smaller id.
            "DELETE FROM transactions WHERE owner = ?1 AND corrects IS NOT NULL",
            "DELETE FROM transactions WHERE owner = ?1",
            "DELETE FROM accounts WHERE wallet IN \(walletsOfOwner)",
            "DELETE FROM transfers WHERE to_wallet IN \(walletsOfOwner) OR from_wallet IN \(walletsOfOwner)",
            "DELETE FROM wallets WHERE owner = ?1",
        ], functions: { $0.add(function: walletNameKey) }, audit: { try $0.journal() })

    private static let walletsOfOwner = "(SELECT id FROM wallets WHERE owner = ?1)"

    /// Adds the kind of a wallet: a simulated account has one for available amounts and one for amounts held by pending orders and
    /// withdrawals, with names that a person cannot give, because names are found by keys in lower case. Adds the number of an owner's
    /// transactions, so that a quota is checked without counting them; those of simulated accounts, known by their keys, do not count.
    private static let wallets = """
        ALTER TABLE wallets ADD COLUMN kind TEXT NOT NULL DEFAULT 'recorded' CHECK (kind IN ('recorded', 'simulated', 'held'));
        CREATE TRIGGER wallets_keep_their_kind BEFORE UPDATE OF kind ON wallets
        BEGIN SELECT RAISE(ABORT, 'the kind of a wallet is never changed'); END;
        ALTER TABLE owners ADD COLUMN transaction_count INTEGER NOT NULL DEFAULT 0 CHECK (transaction_count >= 0);
        UPDATE owners SET transaction_count = (
            SELECT count(*) FROM transactions WHERE owner = owners.id AND substr(key, 1, 8) <> 'trading/');
        """

    /// Adds the place of a transaction that was recorded instead of another one, or again: the number of that one, so that it counts
    /// before those of the same second that need it. Null for all others, whose own number counts.
    private static let places = "ALTER TABLE transactions ADD COLUMN place INTEGER CHECK (place > 0 AND place < id);"

    /// Allows the kinds `swap` and `split`. Only the text of a CHECK changes, so the rows stay where they are, and so do the triggers of
    /// other capabilities, which a rebuilt table would lose: https://www.sqlite.org/lang_altertable.html, end of section 7. The new
    /// trigger tells other connections that the schema changed.
    private static let exchanges = """
        DROP TRIGGER transactions_are_not_changed;
        PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql = replace(sql, '''income'', ''correction''', '''income'', ''swap'', ''split'', ''correction''')
            WHERE type = 'table' AND name = 'transactions';
        PRAGMA writable_schema = RESET;
        CREATE TRIGGER transactions_are_not_changed BEFORE UPDATE ON transactions
        BEGIN SELECT RAISE(ABORT, 'transactions are never changed'); END;
        """

    /// Adds the label of a transaction; null for most.
    private static let labels = """
        ALTER TABLE transactions ADD COLUMN label TEXT CHECK (
            label IS NULL
            OR kind = 'income' AND label IN ('staking', 'interest', 'mining', 'airdrop', 'fork', 'reward')
            OR kind = 'deposit' AND label = 'gift'
            OR kind = 'withdrawal' AND label IN ('gift', 'donation', 'loss', 'payment'));
        """

    /// `wallet_name_key(name)`, because SQLite's own functions fold the case of ASCII letters only.
    private static let walletNameKey = DatabaseFunction("wallet_name_key", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map(WalletName.key)
    }
}

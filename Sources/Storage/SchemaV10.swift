/// How many transactions of wallets each owner has, so that a quota is checked without counting them. Those of simulated accounts,
/// which their keys tell, do not count.
enum SchemaV10 {
    static let sql = """
        ALTER TABLE owners ADD COLUMN transaction_count INTEGER NOT NULL DEFAULT 0 CHECK (transaction_count >= 0);
        UPDATE owners SET transaction_count = (
            SELECT count(*) FROM transactions WHERE owner = owners.id AND substr(key, 1, 8) <> 'trading/');

        """
}

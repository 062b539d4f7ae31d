import GRDB
import Store

extension Capability {
    /// Wallets with their journal, and favourites.
    package static let portfolio = Capability(
        "portfolio",
        erasure: [
            "DELETE FROM favourites WHERE owner = ?1",
            "DELETE FROM postings WHERE transaction_id IN (SELECT id FROM transactions WHERE owner = ?1)",
            "DELETE FROM wallet_transactions WHERE wallet IN \(wallets)",
            // One after another: a correction refers to what it corrects, which has a smaller id.
            "DELETE FROM transactions WHERE owner = ?1 AND corrects IS NOT NULL",
            "DELETE FROM transactions WHERE owner = ?1",
            "DELETE FROM accounts WHERE wallet IN \(wallets)",
            "DELETE FROM transfers WHERE to_wallet IN \(wallets) OR from_wallet IN \(wallets)",
            "DELETE FROM wallets WHERE owner = ?1",
        ], functions: { $0.add(function: walletNameKey) }, audit: { try $0.journal() })

    private static let wallets = "(SELECT id FROM wallets WHERE owner = ?1)"

    /// `wallet_name_key(name)`, because SQLite's own functions know the case of ASCII letters only.
    private static let walletNameKey = DatabaseFunction("wallet_name_key", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map(WalletName.key)
    }
}

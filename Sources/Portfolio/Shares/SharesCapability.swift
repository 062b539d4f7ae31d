import GRDB
import Store

extension Capability {
    /// Links that show a wallet to others.
    package static let shares = Capability(
        "shares", migrations: [Migration("links", links)], tables: [RegisteredTable(WalletShare.self)],
        archive: [.rows("wallet-links.json", WalletShare.self)],
        audit: { audit in
            try audit.errors(
                """
                SELECT wallet_shares.id FROM wallet_shares JOIN wallets ON wallets.id = wallet_shares.wallet
                WHERE wallets.owner <> wallet_shares.owner OR wallets.deleted_at IS NOT NULL
                """
            ) { "the link \(try $0.decode(String.self, atIndex: 0)) is to a wallet that is deleted or another owner's" }
        })

    /// A deleted wallet keeps its row, because it can be restored; its links end for good.
    private static let links = """
        CREATE TABLE wallet_shares (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 18 AND substr(id, 1, 2) = 'l_'),
            owner TEXT NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
            wallet INTEGER NOT NULL REFERENCES wallets (id) ON DELETE CASCADE,
            hash TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
            label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
            shows TEXT NOT NULL CHECK (shows IN ('percent', 'amounts')),
            created_at INTEGER NOT NULL,
            ends_at INTEGER NOT NULL CHECK (ends_at > created_at),
            last_used_on INTEGER
        ) STRICT;
        CREATE INDEX wallet_shares_by_owner ON wallet_shares (owner, ends_at);
        CREATE INDEX wallet_shares_by_wallet ON wallet_shares (wallet, created_at);
        CREATE TRIGGER wallet_shares_end_with_wallets AFTER UPDATE OF deleted_at ON wallets WHEN NEW.deleted_at IS NOT NULL
        BEGIN DELETE FROM wallet_shares WHERE wallet = NEW.id; END;

        """
}

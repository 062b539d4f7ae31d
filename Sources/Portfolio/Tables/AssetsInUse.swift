import GRDB
import Market
import Store

extension Store {
    /// Returns the assets that need closes, ordered by id: assets that any wallet holds, that any owner has marked, or that
    /// have stored closes.
    package func assetsInUse() async throws -> [Asset] {
        try await read {
            try Asset.fetch(
                $0,
                sql: """
                    SELECT \(Asset.columns) FROM assets
                    WHERE EXISTS (SELECT 1 FROM candles WHERE candles.asset = assets.id)
                        OR id IN (SELECT asset FROM favourites)
                        OR id IN (
                            SELECT asset FROM accounts JOIN wallets ON wallets.id = wallet
                            WHERE role = 'holding' AND deleted_at IS NULL AND balance GLOB '*[1-9]*')
                    ORDER BY slug
                    """, arguments: [])
        }
    }

    /// Returns the assets held by any wallet, except US dollars. Those held by most wallets come first.
    package func heldAssets() async throws -> [Asset] {
        try await read {
            try Asset.fetch(
                $0,
                sql: """
                    SELECT \(Asset.columns) FROM assets
                    JOIN (
                        SELECT asset, count(*) AS holders FROM accounts JOIN wallets ON wallets.id = wallet
                        WHERE role = 'holding' AND deleted_at IS NULL AND balance GLOB '*[1-9]*' GROUP BY asset
                    ) AS held ON held.asset = assets.id
                    WHERE slug <> ? ORDER BY holders DESC, slug
                    """, arguments: [AssetID.usd.description])
        }
    }
}

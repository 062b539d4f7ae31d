import Ledger
import Market

/// A stored price, and whether it is recent enough to trade at.
package struct KnownPrice: Equatable, Sendable {
    package let stored: StoredPrice
    package let isFresh: Bool
}

extension TradingAccounts {
    /// Returns the newest stored price of each asset, in US dollars, as trades would use it. Assets without one are left out.
    package func newestPrices(of assets: Set<AssetID>) async throws -> [AssetID: KnownPrice] {
        try await parts.read(rows: 2 * assets.count) { change in
            var found: [AssetID: KnownPrice] = [:]
            for asset in assets {
                guard let price = try change.records.newestPrice(of: asset, at: change.now) else { continue }
                found[asset] = KnownPrice(stored: price, isFresh: change.isFresh(price, at: change.now))
            }
            return found
        }
    }
}

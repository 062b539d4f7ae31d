import Ledger
import Market

/// A person's feed in display order: the preferred coin first.
package struct CoinFeed: Equatable, Sendable {
    /// The coins that the person chose, in their order.
    package let chosen: [AssetID]
    /// The preferred coin; nil if there is none, or if it is cash or not stored.
    package let preferred: AssetID?

    /// The preferred coin, whether chosen for the feed or not, followed by the others in their order.
    package var shown: [AssetID] { (preferred.map { [$0] } ?? []) + chosen.filter { $0 != preferred } }
}

extension TradingAccounts {
    /// Returns the coins of the person's feed and the preferred coin that precedes them.
    ///
    /// - Parameter coin: the id of the person's preferred coin; nil for none.
    package func feed(of owner: String, preferring coin: String?) async throws -> CoinFeed {
        try await parts.read { change in
            CoinFeed(chosen: try change.records.feed(of: owner), preferred: try change.preferred(coin))
        }
    }
}

extension TradingChange {
    fileprivate func preferred(_ coin: String?) throws -> AssetID? {
        guard let id = coin.flatMap({ AssetID($0) }), !Currency.allCases.map(\.asset).contains(id) else { return nil }
        return try records.asset(id)?.id
    }
}

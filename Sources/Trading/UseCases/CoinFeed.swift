import Ledger
import Market

/// A person's feed as it is shown: the preferred coin first.
package struct CoinFeed: Equatable, Sendable {
    /// The coins that the person chose, in their order.
    package let chosen: [AssetID]
    /// The preferred coin; nil for none, and where it is cash or not stored.
    package let preferred: AssetID?

    /// The preferred coin, chosen or not, and then the others in their order.
    package var shown: [AssetID] { (preferred.map { [$0] } ?? []) + chosen.filter { $0 != preferred } }
}

extension TradingAccounts {
    /// Returns the coins of the person's feed and the one that stands before them.
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

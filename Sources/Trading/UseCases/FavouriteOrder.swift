import Ledger
import Market

/// The order in which pages show a person's favourites: the preferred coin first.
package struct FavouriteOrder: Equatable, Sendable {
    /// The coins that the person has put in order.
    package let chosen: [AssetID]
    /// The preferred coin; nil if there is none, or if it is cash or not stored.
    package let preferred: AssetID?

    /// The preferred coin, whether it is in the person's order or not, followed by the others in their order.
    package var shown: [AssetID] { (preferred.map { [$0] } ?? []) + chosen.filter { $0 != preferred } }
}

extension TradingAccounts {
    /// Returns the order of the person's favourites, and the preferred coin that precedes them.
    ///
    /// - Parameter coin: the id of the person's preferred coin; nil for none.
    package func favouriteOrder(of owner: String, preferring coin: String?) async throws -> FavouriteOrder {
        try await parts.read { change in
            FavouriteOrder(chosen: try change.records.favouriteOrder(of: owner), preferred: try change.preferred(coin))
        }
    }
}

extension TradingChange {
    fileprivate func preferred(_ coin: String?) throws -> AssetID? {
        guard let id = coin.flatMap({ AssetID($0) }), Currency(id) == nil else { return nil }
        return try records.asset(id)?.id
    }
}

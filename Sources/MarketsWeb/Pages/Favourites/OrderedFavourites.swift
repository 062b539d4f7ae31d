import Access
import Market
import PageKit
import Portfolio
import Trading

/// The reader's favourites in the order that pages show.
package struct OrderedFavourites: Sendable {
    package let favourites: @Sendable (Principal) -> Favourites
    package let trading: Trading

    package init(favourites: @escaping @Sendable (Principal) -> Favourites, trading: Trading) {
        (self.favourites, self.trading) = (favourites, trading)
    }

    /// Returns the preferred coin, the favourites that were moved, in their order, and the others by name; and the preferred coin's id.
    package func coins(of visit: Visit) async throws -> (coins: [Asset], preferred: AssetID?) {
        let all = try await favourites(visit.caller).all()
        let order = try await trading.accounts.favouriteOrder(of: visit.caller.owner, preferring: visit.preferences.preferredCoin)
        let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        let placed = order.shown.compactMap { byID[$0] }
        let isPlaced = Set(placed.map(\.id))
        return (placed + all.filter { !isPlaced.contains($0.id) }, order.preferred)
    }
}

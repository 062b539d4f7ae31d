import Access
import Market
import Portfolio
import Server
import Trading

/// The reader's favourites in the order that pages show.
struct OrderedFavourites: Sendable {
    let favourites: @Sendable (Principal) -> Favourites
    let trading: Trading

    /// Returns the preferred coin, the favourites that were moved, in their order, and the others by name; and the preferred coin's id.
    func coins(of visit: Visit) async throws -> (coins: [Asset], preferred: AssetID?) {
        let all = try await favourites(visit.caller).all()
        let order = try await trading.accounts.favouriteOrder(of: visit.caller.owner, preferring: visit.preferences.preferredCoin)
        let byID = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        let placed = order.shown.compactMap { byID[$0] }
        let isPlaced = Set(placed.map(\.id))
        return (placed + all.filter { !isPlaced.contains($0.id) }, order.preferred)
    }
}

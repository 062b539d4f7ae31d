import Market
import MarketData

/// One owner's favourite assets.
package struct Favourites: Sendable {
    private let market: MarketData
    private let owner: String

    package init(_ market: MarketData, owner: String) { (self.market, self.owner) = (market, owner) }

    /// Returns the favourites, ordered by name.
    package func all() async throws -> [Asset] { try await market.store.favourites(of: owner) }

    /// Whether an asset is a favourite.
    package func contains(_ asset: Asset) async throws -> Bool {
        try await market.store.isFavourite(asset.id, of: owner)
    }

    /// Marks the assets with these tickers or ids, all or none; marked assets stay marked.
    ///
    /// - Returns: the assets, each once, in the order given.
    /// - Throws: `AssetError` if a name does not belong to an asset.
    @discardableResult package func add(_ names: [String]) async throws -> [Asset] {
        let assets = try await market.directory.assets(named: names)
        try await market.store.addFavourites(assets.map(\.id), of: owner)
        return assets
    }

    /// Removes the marks of the assets with these tickers or ids, all or none.
    ///
    /// - Returns: the assets that were marked, and those that were not, each once, in the order given.
    /// - Throws: `AssetError` if a name does not belong to an asset.
    @discardableResult package func remove(_ names: [String]) async throws -> (removed: [Asset], unmarked: [Asset]) {
        let assets = try await market.directory.assets(named: names)
        let removed = Set(try await market.store.removeFavourites(assets.map(\.id), of: owner))
        return (assets.filter { removed.contains($0.id) }, assets.filter { !removed.contains($0.id) })
    }
}

import Market
import MarketData

/// One owner's favourite assets.
package struct Favourites: Sendable {
    private let repository: any FavouriteRepository
    private let directory: AssetDirectory
    private let owner: String

    /// - Parameters:
    ///   - repository: the store of the marks.
    ///   - directory: finds the assets that the owner names.
    package init(_ repository: any FavouriteRepository, directory: AssetDirectory, owner: String) {
        (self.repository, self.directory, self.owner) = (repository, directory, owner)
    }

    /// Returns the favourites, ordered by name.
    package func all() async throws -> [Asset] { try await repository.favourites(of: owner) }

    /// Whether an asset is a favourite.
    package func contains(_ asset: Asset) async throws -> Bool { try await all().contains { $0.id == asset.id } }

    /// Marks the assets with these tickers or ids, all or none; those that are marked already stay so.
    ///
    /// - Returns: the assets, each once, in the order given.
    /// - Throws: `AssetError` for a name that is no asset.
    @discardableResult package func add(_ names: [String]) async throws -> [Asset] {
        let assets = try await directory.assets(named: names)
        try await repository.addFavourites(assets.map(\.id), of: owner)
        return assets
    }

    /// Removes the marks of the assets with these tickers or ids, all or none.
    ///
    /// - Returns: the assets that were marked, and those that were not, each once, in the order given.
    /// - Throws: `AssetError` for a name that is no asset.
    @discardableResult package func remove(_ names: [String]) async throws -> (removed: [Asset], unmarked: [Asset]) {
        let assets = try await directory.assets(named: names)
        let removed = Set(try await repository.removeFavourites(assets.map(\.id), of: owner))
        return (assets.filter { removed.contains($0.id) }, assets.filter { !removed.contains($0.id) })
    }
}

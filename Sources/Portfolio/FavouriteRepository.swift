import Market

/// Stores which assets an owner has marked as favourites.
package protocol FavouriteRepository: Sendable {
    /// In order of the assets' names.
    func favourites(of owner: String) async throws -> [Asset]
    /// Marks assets; those marked already stay so. An asset that is not stored is refused.
    func addFavourites(_ assets: [AssetID], of owner: String) async throws
    /// Removes marks, and returns which of the assets had one.
    func removeFavourites(_ assets: [AssetID], of owner: String) async throws -> [AssetID]
}

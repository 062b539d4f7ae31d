import Market

/// Stores each owner's favourite assets.
package protocol FavouriteRepository: Sendable {
    /// Returns an owner's favourites, ordered by asset name.
    func favourites(of owner: String) async throws -> [Asset]
    /// Marks assets as favourites. Assets already marked stay marked. Throws if an asset is not stored.
    func addFavourites(_ assets: [AssetID], of owner: String) async throws
    /// Removes marks, and returns the assets that had one.
    func removeFavourites(_ assets: [AssetID], of owner: String) async throws -> [AssetID]
}

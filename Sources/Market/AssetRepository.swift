/// Keeps assets. Implementations pass the tests of `RepositoryTests`, whatever stands behind them.
public protocol AssetRepository: Sendable {
    /// All assets in order of their ids; a new store knows ``KnownAssets/all``.
    func assets() async throws -> [Asset]
    /// The assets that markets call so, in order of their ids.
    func assets(ticker: Ticker) async throws -> [Asset]
    /// One asset, nil when there is none of that id.
    func asset(_ id: AssetID) async throws -> Asset?
    /// The assets of those ids that are stored.
    func assets(ids: Set<AssetID>) async throws -> [AssetID: Asset]
    /// Adds an asset, or replaces what is known of the one with the same id.
    func save(_ asset: Asset) async throws
    /// Removes an asset of which nothing is stored, neither closes nor transactions nor forecasts, with its marks.
    ///
    /// - Returns: false, and nothing changes, where something is stored of it.
    func remove(_ id: AssetID) async throws -> Bool
}

/// Keeps the assets that a person marked.
public protocol FavouriteRepository: Sendable {
    /// In order of the assets' names.
    func favourites(of owner: String) async throws -> [Asset]
    /// Marks assets; those marked already stay so. An asset that is not stored is refused.
    func addFavourites(_ assets: [AssetID], of owner: String) async throws
    /// Removes marks, and returns which of the assets had one.
    func removeFavourites(_ assets: [AssetID], of owner: String) async throws -> [AssetID]
}

import Market

/// Stores assets.
package protocol AssetRepository: Sendable {
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

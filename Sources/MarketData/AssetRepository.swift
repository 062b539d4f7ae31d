import Market

/// Stores assets. `AssetRepositoryTests` states what every implementation must do.
package protocol AssetRepository: Sendable {
    /// Returns all assets, ordered by id. A new store contains ``KnownAssets/all``.
    func assets() async throws -> [Asset]
    /// Returns the assets with a ticker, ordered by id.
    func assets(ticker: Ticker) async throws -> [Asset]
    /// Returns the asset with an id, or nil if there is none.
    func asset(_ id: AssetID) async throws -> Asset?
    /// Returns the stored assets among `ids`.
    func assets(ids: Set<AssetID>) async throws -> [AssetID: Asset]
    /// Adds an asset, or replaces the stored one with the same id.
    func save(_ asset: Asset) async throws
    /// Removes an asset that nothing refers to (no closes, transactions or forecasts), together with its favourite marks.
    ///
    /// - Returns: false, without any change, if stored data refers to the asset.
    func remove(_ id: AssetID) async throws -> Bool
}

import GRDB
import Market
import Store
import Text

extension Store {
    /// Returns all assets, ordered by id. A new store contains ``KnownAssets/all``.
    package func assets() async throws -> [Asset] {
        try await read { try Asset.all(in: $0) }
    }

    /// Returns the assets with a ticker, ordered by id.
    package func assets(ticker: Ticker) async throws -> [Asset] {
        try await lookUp { try Asset.fetch(ticker, in: $0) }
    }

    /// Returns the asset with an id, or nil if there is none.
    package func asset(_ id: AssetID) async throws -> Asset? {
        try await lookUp { try Asset.fetch(id, in: $0) }
    }

    /// Returns the stored assets among `ids`.
    package func assets(ids: Set<AssetID>) async throws -> [AssetID: Asset] {
        try await read(rows: ids.count) { connection in
            var assets: [AssetID: Asset] = [:]
            for id in ids {
                assets[id] = try Asset.fetch(id, in: connection)
            }
            return assets
        }
    }

    /// Adds an asset, or replaces the stored one with the same id.
    package func save(_ asset: Asset) async throws {
        try await write { try asset.save(in: $0) }
    }

    /// Removes an asset that nothing refers to (no candles, quotes, transactions, forecasts or simulated trades), together with its favourite marks.
    ///
    /// - Returns: false, without any change, if stored data refers to the asset.
    package func remove(_ id: AssetID) async throws -> Bool {
        try await write { connection in
            guard let number = try id.storedNumber(in: connection) else { return true }
            var isRemoved = false
            try connection.inSavepoint {
                for table in ["asset_providers", "favourites"] {
                    try connection.execute(sql: "DELETE FROM \(table) WHERE asset = ?", arguments: [number])
                }
                do {
                    try connection.execute(sql: "DELETE FROM assets WHERE id = ?", arguments: [number])
                    isRemoved = true
                } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
                    // Something refers to it.
                }
                return isRemoved ? .commit : .rollback
            }
            return isRemoved
        }
    }
}

extension Reading {
    /// Returns the asset with a ticker or an id, by the rules of ``AssetDirectory/asset(_:)``.
    ///
    /// - Throws: ``AssetError``.
    package func asset(named text: String) throws -> Asset {
        if let asset = try Asset.named(text, in: connection) { return asset }
        throw AssetError.unknown(text, near: NearName.ofAsset(text, among: try Asset.all(in: connection)))
    }
}

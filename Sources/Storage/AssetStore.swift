import GRDB
import Market
import MarketData
import Portfolio

extension Database: AssetRepository {
    /// All assets in order of their ids.
    package func assets() async throws -> [Asset] {
        try await read { try Asset.fetch($0, sql: "SELECT \(Asset.columns) FROM assets ORDER BY slug", arguments: []) }
    }

    /// The assets that markets call so, in order of their ids.
    package func assets(ticker: Ticker) async throws -> [Asset] {
        try await read {
            try Asset.fetch(
                $0, sql: "SELECT \(Asset.columns) FROM assets WHERE ticker = ? ORDER BY slug", arguments: [ticker.description])
        }
    }

    /// One asset, nil when there is none of that id.
    package func asset(_ id: AssetID) async throws -> Asset? {
        try await assets(ids: [id])[id]
    }

    /// The assets of those ids that are stored.
    package func assets(ids: Set<AssetID>) async throws -> [AssetID: Asset] {
        try await read { connection in
            var assets: [AssetID: Asset] = [:]
            for id in ids {
                assets[id] = try Asset.fetch(
                    connection, sql: "SELECT \(Asset.columns) FROM assets WHERE slug = ?", arguments: [id.description]
                ).first
            }
            return assets
        }
    }

    /// Adds an asset, or replaces what is known of the one with the same id.
    package func save(_ asset: Asset) async throws {
        try await write { try asset.save(in: $0) }
    }

    /// Removes an asset of which nothing is stored, neither closes nor transactions nor forecasts, with its marks.
    ///
    /// - Returns: false, and nothing changes, where something is stored of it.
    package func remove(_ id: AssetID) async throws -> Bool {
        try await write { connection in
            guard let number = try id.storedNumber(in: connection) else { return true }
            for table in ["candles", "quotes", "accounts", "diary_entries"] {
                let isUsed = try Bool.fetchOne(
                    connection, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE asset = ?)", arguments: [number])
                if isUsed == true { return false }
            }
            for table in ["asset_providers", "favourites"] {
                try connection.execute(sql: "DELETE FROM \(table) WHERE asset = ?", arguments: [number])
            }
            try connection.execute(sql: "DELETE FROM assets WHERE id = ?", arguments: [number])
            return true
        }
    }
}

extension Database: FavouriteRepository {
    /// In order of the assets' names.
    package func favourites(of owner: String) async throws -> [Asset] {
        try await read {
            try Asset.fetch(
                $0,
                sql: """
                    SELECT \(Asset.columns) FROM assets WHERE id IN (SELECT asset FROM favourites WHERE owner = ?)
                    ORDER BY name, slug
                    """,
                arguments: [owner])
        }
    }

    /// Marks assets, all or none.
    ///
    /// - Throws: `AssetError.notStored`.
    package func addFavourites(_ assets: [AssetID], of owner: String) async throws {
        try await write { connection in
            for asset in assets {
                try connection.execute(
                    sql: "INSERT INTO favourites (owner, asset) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    arguments: [owner, asset.number(in: connection)])
            }
        }
    }

    /// Removes marks, and returns which of the assets had one.
    package func removeFavourites(_ assets: [AssetID], of owner: String) async throws -> [AssetID] {
        try await write { connection in
            try assets.filter { asset in
                guard let number = try asset.storedNumber(in: connection) else { return false }
                try connection.execute(
                    sql: "DELETE FROM favourites WHERE owner = ? AND asset = ?", arguments: [owner, number])
                return connection.changesCount > 0
            }
        }
    }
}

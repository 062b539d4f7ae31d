import GRDB
import Market
import MarketData
import Portfolio

extension Store: AssetRepository {
    /// Returns all assets, ordered by id.
    package func assets() async throws -> [Asset] {
        try await read { try Asset.fetch($0, sql: "SELECT \(Asset.columns) FROM assets ORDER BY slug", arguments: []) }
    }

    /// Returns the assets with a ticker, ordered by id.
    package func assets(ticker: Ticker) async throws -> [Asset] {
        try await lookUp {
            try Asset.fetch(
                $0, sql: "SELECT \(Asset.columns) FROM assets WHERE ticker = ? ORDER BY slug", arguments: [ticker.description])
        }
    }

    /// Returns the asset with an id, or nil if there is none.
    package func asset(_ id: AssetID) async throws -> Asset? {
        try await lookUp { try Asset.fetch(id, in: $0) }
    }

    /// Returns the stored assets among `ids`.
    package func assets(ids: Set<AssetID>) async throws -> [AssetID: Asset] {
        try await read { connection in
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
            let tables = [
                "candles", "quotes", "accounts", "diary_entries", "trading_quotes", "trading_orders", "trading_plans",
                "trading_addresses", "trading_transfers", "trading_feed", "paper_match_coins",
            ]
            for table in tables {
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

extension Store: FavouriteRepository {
    /// Returns an owner's favourites, ordered by name.
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

    /// Marks assets as favourites, all or none.
    ///
    /// - Throws: `AssetError.notStored`.
    package func addFavourites(_ assets: [AssetID], of owner: String) async throws {
        try await write { connection in
            try OwnerRows.ensure(owner, in: connection)
            for asset in assets {
                try connection.execute(
                    sql: "INSERT INTO favourites (owner, asset) VALUES (?, ?) ON CONFLICT DO NOTHING",
                    arguments: [owner, asset.number(in: connection)])
            }
        }
    }

    /// Removes marks, and returns the assets that had one.
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

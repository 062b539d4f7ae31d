import GRDB
import Market
import MarketData
import Store

extension Store {
    /// Returns an owner's favourites, ordered by asset name.
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

    /// Whether an owner has marked an asset as a favourite.
    package func isFavourite(_ asset: AssetID, of owner: String) async throws -> Bool {
        try await lookUp { connection in
            try Bool.fetchOne(
                connection.cachedStatement(
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM favourites
                            WHERE owner = ? AND asset = (SELECT id FROM assets WHERE slug = ?))
                        """), arguments: [owner, asset.description]) ?? false
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

import GRDB
import Market
import MarketData

extension AssetID {
    /// Parses a stored id.
    init(stored text: String) throws {
        guard let id = AssetID(text) else { throw Damage(detail: "\(text) is no id of an asset") }
        self = id
    }

    /// Returns the asset's number in the file.
    ///
    /// - Throws: `AssetError.notStored`.
    func number(in connection: Connection) throws -> Int64 {
        guard let number = try storedNumber(in: connection) else { throw AssetError.notStored(self) }
        return number
    }

    /// Returns the asset's number in the file, or nil if there is no such asset.
    func storedNumber(in connection: Connection) throws -> Int64? {
        try Int64.fetchOne(
            connection.cachedStatement(sql: "SELECT id FROM assets WHERE slug = ?"), arguments: [description])
    }
}

extension Asset {
    static let columns = "id, slug, ticker, name, quote_currency, first_trade, last_trade, supply, icon"

    /// Fetches assets from rows with ``columns``, in that order.
    static func fetch(_ connection: Connection, sql: String, arguments: StatementArguments) throws -> [Asset] {
        let rows = try Row.fetchAll(connection.cachedStatement(sql: sql), arguments: arguments)
        let providers = try connection.cachedStatement(sql: "SELECT provider, provider_id FROM asset_providers WHERE asset = ?")
        return try rows.map { row in
            var ids: [Provider: String] = [:]
            for row in try Row.fetchAll(providers, arguments: [row.decode(Int64.self, atIndex: 0)]) {
                // Providers of later versions remain in the file but are not shown.
                guard let provider = Provider(rawValue: try row.decode(atIndex: 0)) else { continue }
                ids[provider] = try row.decode(String.self, atIndex: 1)
            }
            return try Asset(row, providerIDs: ids)
        }
    }

    private init(_ row: Row, providerIDs: [Provider: String]) throws {
        let text = try row.decode(String.self, atIndex: 2)
        guard let ticker = Ticker(text) else { throw Damage(detail: "\(text) is not a ticker") }
        self.init(
            id: try AssetID(stored: row.decode(atIndex: 1)), ticker: ticker, name: try row.decode(atIndex: 3),
            quoteCurrency: try row.decode(atIndex: 4), providerIDs: providerIDs,
            firstTrade: try row.decode(Int?.self, atIndex: 5).map { _ in try row.day(5) },
            lastTrade: try row.decode(Int?.self, atIndex: 6).map { _ in try row.day(6) },
            supply: try row.decode(Double?.self, atIndex: 7), iconName: try row.decode(String?.self, atIndex: 8))
    }

    /// Inserts the asset, or replaces the stored one.
    func save(in connection: Connection) throws {
        try connection.execute(
            sql: """
                INSERT INTO assets (slug, ticker, name, quote_currency, first_trade, last_trade, supply, icon)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (slug) DO UPDATE SET
                    ticker = excluded.ticker, name = excluded.name, quote_currency = excluded.quote_currency,
                    first_trade = excluded.first_trade, last_trade = excluded.last_trade, supply = excluded.supply,
                    icon = excluded.icon
                """,
            arguments: [
                id.description, ticker.description, name, quoteCurrency, firstTrade?.daysSince1970, lastTrade?.daysSince1970,
                supply, iconName,
            ])
        try saveProviders(of: id.number(in: connection), in: connection)
    }

    private func saveProviders(of number: Int64, in connection: Connection) throws {
        let known = Provider.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        try connection.execute(
            sql: "DELETE FROM asset_providers WHERE asset = ? AND provider IN (\(known))", arguments: [number])
        for (provider, name) in providerIDs {
            try connection.execute(
                sql: "INSERT INTO asset_providers (asset, provider, provider_id) VALUES (?, ?, ?)",
                arguments: [number, provider.rawValue, name])
        }
    }
}

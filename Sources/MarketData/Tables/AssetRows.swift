import GRDB
import JSONText
import Market
import Store
import Text

extension AssetID {
    /// Parses a stored id.
    package init(stored text: String) throws {
        guard let id = AssetID(text) else { throw Damage(detail: "\(text) is no id of an asset") }
        self = id
    }

    /// Returns the asset's number in the file, in order to write. The asset of a currency is added with the first row that needs it.
    ///
    /// - Throws: `AssetError.notStored`.
    package func number(in connection: Connection) throws -> Int64 {
        if let number = try storedNumber(in: connection) { return number }
        if let currency = CurrencyTable.asset(named: description), currency.id == self { try currency.save(in: connection) }
        guard let number = try storedNumber(in: connection) else { throw AssetError.notStored(self) }
        return number
    }

    /// Returns the asset's number in the file, or nil if there is no such asset.
    package func storedNumber(in connection: Connection) throws -> Int64? {
        try connection.cachedStatement(sql: "SELECT id FROM assets WHERE slug = ?").storedValue([description])
    }
}

extension Asset {
    // One statement reads a whole asset, so that all values are from one moment without a transaction.
    package static let columns = """
        slug, ticker, name, quote_currency, first_trade, last_trade, supply, icon,
        (SELECT json_group_object(provider, provider_id) FROM asset_providers WHERE asset = assets.id)
        """

    /// Fetches assets from rows with ``columns``, in that order.
    package static func fetch(
        _ connection: Connection, sql: String, arguments: [(any StoredValueConvertible)?]
    ) throws -> [Asset] {
        try connection.cachedStatement(sql: sql).storedRows(arguments).map(Asset.init)
    }

    /// Returns the asset with an id, or nil. Assets of currencies exist even if nothing of theirs is stored yet.
    package static func fetch(_ id: AssetID, in connection: Connection) throws -> Asset? {
        try fetch(connection, sql: "SELECT \(columns) FROM assets WHERE slug = ?", arguments: [id.description]).first
            ?? (CurrencyTable.index(of: id) == nil ? nil : CurrencyTable.asset(named: id.description))
    }

    /// Returns the assets with a ticker. A coin takes the name of a currency: RON means Ronin if that is stored, with and without rates of
    /// the leu.
    static func fetch(_ ticker: Ticker, in connection: Connection) throws -> [Asset] {
        let found = try fetch(
            connection, sql: "SELECT \(columns) FROM assets WHERE ticker = ? ORDER BY slug", arguments: [ticker.description])
        let coins = found.filter { !$0.isOtherCurrency }
        return coins.isEmpty ? found : coins
    }

    static func all(in connection: Connection) throws -> [Asset] {
        try fetch(connection, sql: "SELECT \(columns) FROM assets ORDER BY slug", arguments: [])
    }

    /// Returns the asset with a ticker or an id, by the rules of ``AssetDirectory/asset(_:)``; nil if there is none.
    static func named(_ text: String, in connection: Connection) throws -> Asset? {
        try stored(text, in: connection) ?? CurrencyTable.asset(named: text)
    }

    private static func stored(_ text: String, in connection: Connection) throws -> Asset? {
        if let id = KnownAssets.id(named: text), let known = try fetch(id, in: connection) { return known }
        let sameTicker = try Ticker(text).map { try fetch($0, in: connection) } ?? []
        guard let id = AssetID(anyCase: text), let sameID = try fetch(id, in: connection) else {
            guard sameTicker.count < 2 else { throw AssetError.ambiguousTicker(text, ids: sameTicker.map(\.id)) }
            return sameTicker.first
        }
        guard sameTicker.contains(where: { $0.id != id }) else { return sameID }
        guard sameTicker.contains(where: { $0.id == id }) else {
            throw AssetError.clashingName(text, id: sameID, tickers: sameTicker.map(\.id))
        }
        guard text == id.description else { throw AssetError.ambiguousTicker(text, ids: sameTicker.map(\.id)) }
        return sameID
    }

    private init(_ row: StoredRow) throws {
        let text = try row.decode(String.self, atIndex: 1)
        guard let ticker = Ticker(text) else { throw Damage(detail: "\(text) is not a ticker") }
        self.init(
            id: try AssetID(stored: row.decode(atIndex: 0)), ticker: ticker, name: try row.decode(atIndex: 2),
            quoteCurrency: try row.decode(atIndex: 3), providerIDs: try Self.providerIDs(row.decode(atIndex: 8)),
            firstTrade: try row.decode(Int?.self, atIndex: 4).map { _ in try row.day(4) },
            lastTrade: try row.decode(Int?.self, atIndex: 5).map { _ in try row.day(5) },
            supply: try row.decode(Double?.self, atIndex: 6), iconName: try row.decode(String?.self, atIndex: 7))
    }

    /// - Parameter text: a JSON object with the id at each provider.
    private static func providerIDs(_ text: String) throws -> [Provider: String] {
        guard text != "{}" else { return [:] }
        guard let members = try? JSONValue(parsing: Array(text.utf8)).members else {
            throw Damage(detail: "the ids of an asset at providers")
        }
        var ids: [Provider: String] = [:]
        for member in members {
            // Providers of later versions remain in the file but are not shown.
            guard let provider = Provider(rawValue: member.key), let id = member.value.string else { continue }
            ids[provider] = id
        }
        return ids
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

extension StoredRows where Self: ~Copyable {
    /// Returns the asset with a ticker or an id, within a transaction. See ``AssetDirectory/asset(_:)``.
    package func asset(named text: String) throws -> Asset {
        if let asset = try Asset.named(text, in: connection) { return asset }
        throw AssetError.unknown(text, near: NearName.ofAsset(text, among: try Asset.all(in: connection)))
    }
}

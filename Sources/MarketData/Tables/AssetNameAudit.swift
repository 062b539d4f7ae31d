import GRDB
import Market
import Store

extension Audit {
    /// Finds assets whose names clash, which version 0.1.0 allowed: an id that is another asset's ticker, or the name of a
    /// built-in coin.
    func assetNames() throws -> [Finding] { try idsThatAreTickers() + reservedNames() + reservedIDs() }

    /// Finds assets of older files that have the id of a newer built-in asset and a different ticker.
    private func reservedIDs() throws -> [Finding] {
        let rows = try Row.fetchAll(connection, sql: "SELECT slug, ticker FROM assets ORDER BY slug")
        let known = Dictionary(uniqueKeysWithValues: KnownAssets.all.map { ($0.id.description, $0) })
        return try rows.compactMap { row -> Finding? in
            let (id, ticker) = (try row.decode(String.self, atIndex: 0), try row.decode(String.self, atIndex: 1))
            guard let asset = known[id], asset.ticker.description != ticker else { return nil }
            return Self.clash("\(ticker) has the id \(id), which is that of the built-in asset \(asset.name)", named: ticker)
        }
    }

    private func idsThatAreTickers() throws -> [Finding] {
        let rows = try Row.fetchAll(
            connection,
            sql: """
                SELECT mine.slug, mine.ticker, other.slug FROM assets AS mine
                JOIN assets AS other ON lower(other.ticker) = mine.slug AND other.id <> mine.id AND other.ticker <> mine.ticker
                ORDER BY mine.slug LIMIT \(Self.limit)
                """)
        return try rows.map { row in
            let (id, ticker) = (try row.decode(String.self, atIndex: 0), try row.decode(String.self, atIndex: 1))
            return Self.clash(
                "the id \(id) of \(ticker) is also the ticker of \(try row.decode(String.self, atIndex: 2))", named: ticker)
        }
    }

    private func reservedNames() throws -> [Finding] {
        let rows = try Row.fetchAll(connection, sql: "SELECT slug, ticker FROM assets ORDER BY slug")
        return try rows.compactMap { row -> Finding? in
            let (id, ticker) = (try row.decode(String.self, atIndex: 0), try row.decode(String.self, atIndex: 1))
            guard let known = KnownAssets.id(named: ticker), known.description != id else { return nil }
            return Self.clash("\(id) has the ticker \(ticker), which is the name of the built-in asset \(known)", named: id)
        }
        .prefix(Self.limit).map(\.self)
    }

    private static func clash(_ what: String, named name: String) -> Finding {
        Finding(
            .warning, what,
            remedy: "name it \(name) from now on, or, where nothing of it is stored, remove it: closecast asset remove \(name)")
    }
}

import GRDB
import Market
import MarketData

extension Database: CandleRepository {
    /// Which days are stored of each asset that has any.
    package func coverage() async throws -> [AssetID: CandleCoverage] {
        try await read { connection in
            let rows = try Row.fetchAll(
                connection,
                sql: """
                    SELECT slug, first, last, days, retrieved
                    FROM (SELECT asset, min(day) AS first, max(day) AS last, count(*) AS days, max(retrieved_at) AS retrieved
                        FROM candles GROUP BY asset)
                    JOIN assets ON assets.id = asset
                    """)
            return try rows.reduce(into: [:]) { values, row in
                let (id, value) = try (AssetID(stored: row.decode(atIndex: 0)), CandleCoverage(row))
                values[id] = value
            }
        }
    }

    /// Stored candles of the days, oldest first; days without one are left out.
    package func candles(of asset: AssetID, from first: Day, through last: Day) async throws -> [StoredCandle] {
        try await read { connection in
            try StoredCandle.fetch(
                connection,
                sql: """
                    SELECT \(StoredCandle.columns) FROM candles JOIN sources ON sources.id = source
                    WHERE asset = (SELECT id FROM assets WHERE slug = ?) AND day BETWEEN ? AND ? ORDER BY day
                    """,
                arguments: [asset.description, first.daysSince1970, last.daysSince1970])
        }
    }

    /// The newest `count` candles up to a day, oldest first.
    package func newestCandles(of asset: AssetID, count: Int, through last: Day) async throws -> [StoredCandle] {
        try await read { try StoredCandle.newest(count, of: asset, through: last, in: $0).reversed() }
    }

    /// The newest candle up to a day of each of the assets that has one.
    package func newestCandle(of assets: Set<AssetID>, through last: Day) async throws -> [AssetID: StoredCandle] {
        try await read { connection in
            var newest: [AssetID: StoredCandle] = [:]
            for asset in assets {
                newest[asset] = try StoredCandle.newest(1, of: asset, through: last, in: connection).first
            }
            return newest
        }
    }

    /// Stores candles, all or none of them. See `CandleRepository`; a close that is equal but for rounding stays as it was stored, with
    /// its source and the time of its retrieval.
    ///
    /// - Throws: `AssetError.notStored`, ``StorageError``.
    package func store(
        _ candles: [Candle], of asset: AssetID, source: String, retrievedAt: Int, replaces: Bool
    ) async throws -> CandleImport {
        try await write { connection in
            var merge = try CandleMerge(
                of: asset, days: candles.map(\.day), source: source, retrievedAt: retrievedAt, replaces: replaces, in: connection)
            // Oldest first, as the changes are to be told; of one day in the order given.
            for candle in candles.sorted(by: { $0.day < $1.day }) { try merge.add(candle) }
            return merge.result
        }
    }

    /// Removes all candles and quotes of an asset, and returns how many candles there were.
    package func removeCandles(of asset: AssetID) async throws -> Int {
        try await write { connection in
            guard let number = try asset.storedNumber(in: connection) else { return 0 }
            try connection.execute(sql: "DELETE FROM quotes WHERE asset = ?", arguments: [number])
            try connection.execute(sql: "DELETE FROM candles WHERE asset = ?", arguments: [number])
            return connection.changesCount
        }
    }

    /// Stores quotes; one of the same second is replaced. Those older than three days before the newest are dropped.
    ///
    /// - Throws: `AssetError.notStored`, ``StorageError``.
    package func store(_ quotes: [Quote], of asset: AssetID, source: String) async throws {
        try await write { connection in
            let number = try asset.number(in: connection)
            let source = try CandleMerge.sourceNumber(source, in: connection)
            let insert = try connection.cachedStatement(
                sql: """
                    INSERT INTO quotes (asset, time, price, source) VALUES (?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET price = excluded.price, source = excluded.source
                    """)
            for quote in quotes { try insert.execute(arguments: [number, quote.time, quote.price, source]) }
            try connection.execute(
                sql: "DELETE FROM quotes WHERE asset = ?1 AND time < (SELECT max(time) FROM quotes WHERE asset = ?1) - 259200",
                arguments: [number])
        }
    }

    /// Stored quotes from a moment on, oldest first.
    package func quotes(of asset: AssetID, since time: Int) async throws -> [Quote] {
        try await read { connection in
            let rows = try Row.fetchCursor(
                connection.cachedStatement(
                    sql: """
                        SELECT time, price FROM quotes WHERE asset = (SELECT id FROM assets WHERE slug = ?) AND time >= ? ORDER BY time
                        """),
                arguments: [asset.description, time])
            var quotes: [Quote] = []
            while let row = try rows.next() {
                quotes.append(Quote(time: try row.decode(atIndex: 0), price: try row.price(1)))
            }
            return quotes
        }
    }
}

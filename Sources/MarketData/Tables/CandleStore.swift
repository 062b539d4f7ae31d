import GRDB
import Market
import Store

extension Store {
    /// Returns the stored range of each asset that has candles.
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

    /// Returns the days in gaps of at most `most` days, by asset; assets without such gaps are absent.
    ///
    /// - Complexity: reads the days of all candles of these assets.
    package func gapDays(of assets: [AssetID], upTo most: Int) async throws -> [AssetID: Int] {
        try await read { connection in
            let marks = Array(repeating: "?", count: assets.count).joined(separator: ", ")
            let rows = try Row.fetchAll(
                connection,
                sql: """
                    SELECT slug, sum(gap)
                    FROM (SELECT asset, day - lag(day) OVER (PARTITION BY asset ORDER BY day) - 1 AS gap FROM candles
                        WHERE asset IN (SELECT id FROM assets WHERE slug IN (\(marks))))
                    JOIN assets ON assets.id = asset
                    WHERE gap BETWEEN 1 AND ? GROUP BY asset
                    """, arguments: StatementArguments(assets.map(\.description)) + [most])
            return try rows.reduce(into: [:]) { days, row in
                days[try AssetID(stored: row.decode(atIndex: 0))] = try row.decode(Int.self, atIndex: 1)
            }
        }
    }

    /// Returns the stored candles of a range of days, oldest first. Days without a candle are omitted.
    package func candles(of asset: AssetID, from first: Day, through last: Day) async throws -> [StoredCandle] {
        try await read(rows: max(0, last - first + 1)) { connection in
            try StoredCandle.fetch(
                connection,
                sql: """
                    SELECT \(StoredCandle.columns) FROM candles JOIN sources ON sources.id = source
                    WHERE asset = (SELECT id FROM assets WHERE slug = ?) AND day BETWEEN ? AND ? ORDER BY day
                    """,
                arguments: [asset.description, first.daysSince1970, last.daysSince1970])
        }
    }

    /// Returns the newest `count` candles up to and including `last`, oldest first.
    package func newestCandles(of asset: AssetID, count: Int, through last: Day) async throws -> [StoredCandle] {
        try await read(rows: count) { try StoredCandle.newest(count, of: asset, through: last, in: $0).reversed() }
    }

    /// Returns the newest candles of each asset, as for one. Assets without candles are absent.
    package func newestCandles(
        of assets: Set<AssetID>, count: Int, through last: Day
    ) async throws -> [AssetID: [StoredCandle]] {
        try await read(rows: assets.count * min(count, 10_000)) { connection in
            var newest: [AssetID: [StoredCandle]] = [:]
            for asset in assets {
                let candles = try StoredCandle.newest(count, of: asset, through: last, in: connection)
                if !candles.isEmpty { newest[asset] = candles.reversed() }
            }
            return newest
        }
    }

    /// Returns each asset's newest candle up to and including `last`. Assets without one are absent.
    package func newestCandle(of assets: Set<AssetID>, through last: Day) async throws -> [AssetID: StoredCandle] {
        try await newestCandles(of: assets, count: 1, through: last).compactMapValues(\.last)
    }

    /// Stores candles, all or none. Storing the same candles again changes nothing.
    ///
    /// A close that differs from the stored one by more than rounding (``CandleImport/isRounding(_:_:)``) is reported, and
    /// replaces it only if `replaces` is true. If the closes are equal, missing open, high, low and volume values are filled
    /// in.
    ///
    /// - Throws: ``AssetError/notStored(_:)``.
    package func store(
        _ candles: [Candle], of asset: AssetID, source: String, retrievedAt: Int, replaces: Bool
    ) async throws -> CandleImport {
        try await write { connection in
            // Oldest first, because changes are reported in that order; candles of the same day in the given order.
            let candles = candles.sorted { $0.day < $1.day }
            let days = candles.first.map { $0.day...candles[candles.count - 1].day }
            var merge = try CandleMerge(
                of: asset, days: days, source: source, retrievedAt: retrievedAt, replaces: replaces, in: connection)
            for candle in candles { try merge.add(candle) }
            return merge.result
        }
    }

    /// Removes all candles and quotes of an asset, and returns the number of removed candles.
    package func removeCandles(of asset: AssetID) async throws -> Int {
        try await write { connection in
            guard let number = try asset.storedNumber(in: connection) else { return 0 }
            try connection.execute(sql: "DELETE FROM quotes WHERE asset = ?", arguments: [number])
            try connection.execute(sql: "DELETE FROM candles WHERE asset = ?", arguments: [number])
            return connection.changesCount
        }
    }

    /// Stores quotes. A quote replaces a stored one of the same second. Quotes more than three days older than the newest are
    /// dropped.
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

    /// Returns the stored quotes since `time` (seconds since 1970-01-01 UTC), oldest first.
    package func quotes(of asset: AssetID, since time: Int) async throws -> [Quote] {
        try await read { try Self.quotes(of: asset, since: time, in: $0) }
    }

    /// Returns the newest candles and the quotes of several assets, from one state of the store.
    package func recentPrices(
        of assets: [AssetID], count: Int, through last: Day, quotesSince time: Int
    ) async throws -> [AssetID: RecentPrices] {
        let rows = count == .max ? try await storedDays(of: assets) : assets.count * min(count, 10_000)
        return try await read(rows: rows) { connection in
            var prices: [AssetID: RecentPrices] = [:]
            for asset in assets {
                prices[asset] = RecentPrices(
                    candles: try StoredCandle.newest(count, of: asset, through: last, in: connection).reversed(),
                    quotes: try Self.quotes(of: asset, since: time, in: connection))
            }
            return prices
        }
    }

    /// Returns how many candles these assets have at most.
    private func storedDays(of assets: [AssetID]) async throws -> Int {
        try await read(rows: 2 * assets.count) { connection in
            let days = try connection.cachedStatement(
                sql: """
                    SELECT ifnull((SELECT max(day) FROM candles WHERE asset = found.id)
                        - (SELECT min(day) FROM candles WHERE asset = found.id) + 1, 0)
                    FROM assets AS found WHERE slug = ?
                    """)
            return try assets.reduce(0) { $0 + (try Int.fetchOne(days, arguments: [$1.description]) ?? 0) }
        }
    }

    private static func quotes(of asset: AssetID, since time: Int, in connection: Connection) throws -> [Quote] {
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

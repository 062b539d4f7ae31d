import GRDB
import Market
import Store

extension StoredCandle {
    static let columns = "day, open, high, low, close, volume, sources.name, retrieved_at"

    /// Fetches the newest candles up to and including a day, newest first.
    package static func newest(
        _ count: Int, of asset: AssetID, through last: Day, in connection: Connection
    ) throws -> [StoredCandle] {
        try fetch(
            connection,
            sql: """
                SELECT \(columns) FROM candles JOIN sources ON sources.id = source
                WHERE asset = (SELECT id FROM assets WHERE slug = ?) AND day <= ? ORDER BY day DESC LIMIT ?
                """,
            arguments: [asset.description, last.daysSince1970, max(0, count)])
    }

    /// Fetches candles from rows with day, open, high, low, close, volume, source and retrieval time.
    static func fetch(_ connection: Connection, sql: String, arguments: StatementArguments) throws -> [StoredCandle] {
        let rows = try Row.fetchCursor(connection.cachedStatement(sql: sql), arguments: arguments)
        var candles: [StoredCandle] = []
        while let row = try rows.next() { candles.append(try StoredCandle(row)) }
        return candles
    }

    private init(_ row: Row) throws {
        self.init(candle: try Candle(row), source: try row.decode(atIndex: 6), retrievedAt: try row.decode(atIndex: 7))
    }
}

extension Candle {
    /// Creates a candle from a row with day, open, high, low, close and volume.
    init(_ row: Row) throws {
        self.init(
            day: try row.day(0), open: try row.decode(Double?.self, atIndex: 1),
            high: try row.decode(Double?.self, atIndex: 2), low: try row.decode(Double?.self, atIndex: 3),
            close: try row.price(4), volume: try row.decode(Double?.self, atIndex: 5))
    }
}

extension CandleCoverage {
    /// Creates a coverage from a row with an asset, its first and last day, the number of days and the newest retrieval.
    init(_ row: Row) throws {
        self.init(
            first: try row.day(1), last: try row.day(2),
            count: try row.decode(atIndex: 3), retrievedAt: try row.decode(atIndex: 4))
    }
}

/// Inserts candles, oldest first, comparing each with the stored one of its day.
struct CandleMerge {
    private(set) var result = CandleImport()
    private let source: String
    private let retrievedAt: Int
    private let replaces: Bool
    private let insert: CandleInsert
    private let connection: Connection
    /// The sources of the import and of stored candles that keep theirs when they are completed.
    private var sourceNumbers: [String: Int64]
    /// The stored candles between the first and the last day of the import, oldest first.
    private let stored: [StoredCandle]
    /// The first of ``stored`` that is not older than the last added candle.
    private var position = 0
    /// The candle that was written last: a later candle of the same day is compared with it.
    private var written: StoredCandle?

    /// Prepares a merge.
    ///
    /// - Parameter days: the days of all candles that will be added.
    init(
        of asset: AssetID, days: ClosedRange<Day>?, source: String, retrievedAt: Int, replaces: Bool, in connection: Connection
    ) throws {
        let asset = try asset.number(in: connection)
        sourceNumbers = [source: try Self.sourceNumber(source, in: connection)]
        (self.source, self.connection) = (source, connection)
        (self.retrievedAt, self.replaces) = (retrievedAt, replaces)
        insert = try CandleInsert(asset: asset, in: connection)
        stored = try days.map { try Self.stored($0, asset: asset, in: connection) } ?? []
    }

    static func sourceNumber(_ name: String, in connection: Connection) throws -> Int64 {
        try connection.execute(sql: "INSERT INTO sources (name) VALUES (?) ON CONFLICT DO NOTHING", arguments: [name])
        return try Int64.fetchOne(connection, sql: "SELECT id FROM sources WHERE name = ?", arguments: [name])!
    }

    private static func stored(_ days: ClosedRange<Day>, asset: Int64, in connection: Connection) throws -> [StoredCandle] {
        try StoredCandle.fetch(
            connection,
            sql: """
                SELECT day, open, high, low, close, volume, sources.name, retrieved_at FROM candles
                JOIN sources ON sources.id = source WHERE asset = ? AND day BETWEEN ? AND ? ORDER BY day
                """,
            arguments: [asset, days.lowerBound.daysSince1970, days.upperBound.daysSince1970])
    }

    /// Adds a candle that is not older than the previous one.
    mutating func add(_ candle: Candle) throws {
        guard let old = known(candle.day) else {
            result.added += 1
            return try put(candle, source, retrievedAt)
        }
        if CandleImport.isRounding(old.candle.close, candle.close) {
            result.unchanged += 1
            let filled = old.candle.filled(from: candle)
            if filled != old.candle { try put(filled, old.source, old.retrievedAt) }
            return
        }
        let change = CandleImport.Change(
            day: candle.day, old: old.candle.close, oldSource: old.source, new: candle.close)
        result.changes.append(change)
        result.isReplaced = replaces
        if replaces { try put(candle, source, retrievedAt) }
    }

    private mutating func known(_ day: Day) -> StoredCandle? {
        if let written, written.candle.day == day { return written }
        while position < stored.count, stored[position].candle.day < day { position += 1 }
        return position < stored.count && stored[position].candle.day == day ? stored[position] : nil
    }

    private mutating func put(_ candle: Candle, _ source: String, _ retrievedAt: Int) throws {
        written = StoredCandle(candle: candle, source: source, retrievedAt: retrievedAt)
        if sourceNumbers[source] == nil { sourceNumbers[source] = try Self.sourceNumber(source, in: connection) }
        try insert.put(candle, source: sourceNumbers[source]!, retrievedAt: retrievedAt, in: connection)
    }
}

extension Candle {
    /// Returns this candle with missing values taken from another of the same day.
    fileprivate func filled(from other: Candle) -> Candle {
        Candle(
            day: day, open: open ?? other.open, high: high ?? other.high, low: low ?? other.low, close: close,
            volume: volume ?? other.volume)
    }
}

import Forecasting
import Foundation
import GRDB
import Market
import Store

extension Store {
    /// Stores an entry, unless one with the same asset, cutoff, model hash, input hash and settings is stored already.
    ///
    /// - Returns: the number of the stored entry, and whether it is new.
    /// - Throws: `AssetError.notStored`.
    package func append(_ entry: DiaryEntry) async throws -> (id: Int64, isNew: Bool) {
        try await write { connection in
            let asset = try entry.asset.number(in: connection)
            if let known = try entry.number(of: asset, in: connection) { return (known, false) }
            try entry.insert(asset, in: connection)
            return (connection.lastInsertedRowID, true)
        }
    }

    /// Returns entries of an asset, newest first.
    ///
    /// - Parameters:
    ///   - before: only entries with smaller numbers: that of the last entry on the previous page; nil for the first page.
    ///   - limit: the largest number of entries.
    package func entries(of asset: AssetID, before: Int64?, limit: Int) async throws -> [KeptEntry] {
        try await read(rows: limit) { connection in
            guard let number = try asset.storedNumber(in: connection) else { return [] }
            let rows = try Row.fetchCursor(
                connection.cachedStatement(
                    sql: """
                        SELECT \(DiaryEntry.columns), id, NOT EXISTS (
                            SELECT 1 FROM diary_entries AS earlier
                            WHERE earlier.asset = entry.asset AND earlier.cutoff = entry.cutoff
                                AND earlier.model_sha256 = entry.model_sha256 AND earlier.id < entry.id)
                        FROM diary_entries AS entry WHERE asset = ? AND id < ? ORDER BY id DESC LIMIT ?
                        """),
                arguments: [number, before ?? Int64.max, max(0, limit)])
            var entries: [KeptEntry] = []
            while let row = try rows.next() {
                entries.append(
                    KeptEntry(
                        id: try row.decode(atIndex: 13), entry: try DiaryEntry(row, of: asset), isFirst: try row.decode(atIndex: 14)
                    ))
            }
            return entries
        }
    }

    /// Returns the number of entries of each asset that has any.
    package func entryCounts() async throws -> [AssetID: Int] {
        try await read { connection in
            let rows = try Row.fetchAll(
                connection,
                sql: """
                    SELECT slug, entries FROM (SELECT asset, count(*) AS entries FROM diary_entries GROUP BY asset)
                    JOIN assets ON assets.id = asset
                    """)
            return try rows.reduce(into: [:]) { counts, row in
                counts[try AssetID(stored: row.decode(atIndex: 0))] = try row.decode(atIndex: 1)
            }
        }
    }
}

extension DiaryEntry {
    fileprivate static let columns = """
        cutoff, issued_at, model_name, model_version, model_sha256, input_sha256, days, paths, seed, decoding, last_close,
        has_quantiles, numbers
        """

    /// The number of the kept entry of this very forecast.
    fileprivate func number(of asset: Int64, in connection: Connection) throws -> Int64? {
        try Int64.fetchOne(
            connection.cachedStatement(
                sql: """
                    SELECT id FROM diary_entries WHERE asset = ? AND cutoff = ? AND model_sha256 = ? AND input_sha256 = ?
                        AND days = ? AND paths = ? AND seed = ? AND decoding = ?
                    """),
            arguments: [
                asset, cutoff.daysSince1970, model.sha256, inputSHA256, settings.days, settings.paths, settings.seed.description,
                settings.decode.rawValue,
            ])
    }

    fileprivate func insert(_ asset: Int64, in connection: Connection) throws {
        try connection.execute(
            sql: "INSERT INTO diary_entries (asset, \(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                asset, cutoff.daysSince1970, issuedAt, model.name, model.version, model.sha256, inputSHA256, settings.days,
                settings.paths, settings.seed.description, settings.decode.rawValue, lastClose, numbers.hasQuantiles,
                Data(numbers.bytes),
            ])
    }

    fileprivate init(_ row: Row, of asset: AssetID) throws {
        let days = try row.decode(Int.self, atIndex: 6)
        let seed = try row.decode(String.self, atIndex: 8)
        guard let seed = UInt64(seed) else { throw Damage(detail: "\(seed) is not a seed") }
        let decoding = try row.decode(String.self, atIndex: 9)
        guard let decode = DecodeMode(rawValue: decoding) else { throw Damage(detail: "\(decoding) is no way to decode") }
        let bytes = Array(try row.decode(Data.self, atIndex: 12))
        guard let numbers = DiaryNumbers(bytes: bytes, days: days, hasQuantiles: try row.decode(atIndex: 11)) else {
            throw Damage(detail: "the numbers of a forecast of \(asset)")
        }
        self.init(
            asset: asset, cutoff: try row.day(0), issuedAt: try row.decode(atIndex: 1),
            model: Model(
                name: try row.decode(atIndex: 2), version: try row.decode(atIndex: 3), sha256: try row.decode(atIndex: 4)),
            inputSHA256: try row.decode(atIndex: 5),
            settings: Settings(
                days: days, paths: try row.decode(atIndex: 7), seed: seed, decode: decode),
            lastClose: try row.price(10), numbers: numbers)
    }
}

import GRDB
import Ledger
import Market
import Store

extension Store {
    /// Returns an owner's matches, newest first.
    package func paperMatches(of owner: String) async throws -> [RecordedPaperMatch] {
        try await read { connection in
            try Row.fetchAll(
                connection,
                sql: "SELECT \(RecordedPaperMatch.columns) FROM paper_matches WHERE owner = ? ORDER BY position DESC",
                arguments: [owner]
            ).map { try RecordedPaperMatch($0, in: connection) }
        }
    }

    /// Returns an owner's match; nil if the owner has none with this id.
    package func paperMatch(_ id: String, of owner: String) async throws -> RecordedPaperMatch? {
        try await read { connection in
            try Row.fetchOne(
                connection, sql: "SELECT \(RecordedPaperMatch.columns) FROM paper_matches WHERE id = ? AND owner = ?",
                arguments: [id, owner]
            ).map { try RecordedPaperMatch($0, in: connection) }
        }
    }

    /// Stores a new match.
    ///
    /// - Parameter limit: the most matches that the owner may have.
    /// - Throws: ``PaperMatchesError/tooMany(limit:)``; `AssetError.notStored` for a coin that is not stored.
    package func save(_ match: RecordedPaperMatch, of owner: String, limit: Int) async throws {
        try await write { connection in
            try OwnerRows.ensure(owner, in: connection)
            let count = try Int.fetchOne(
                connection, sql: "SELECT count(*) FROM paper_matches WHERE owner = ?", arguments: [owner])
            guard count ?? 0 < limit else { throw PaperMatchesError.tooMany(limit: limit) }
            try match.insert(of: owner, in: connection)
        }
    }

    /// Deletes an owner's match, and returns whether there was one.
    package func deletePaperMatch(_ id: String, of owner: String) async throws -> Bool {
        try await write { connection in
            let position = try Int64.fetchOne(
                connection, sql: "SELECT position FROM paper_matches WHERE id = ? AND owner = ?", arguments: [id, owner])
            guard let position else { return false }
            try connection.execute(sql: "DELETE FROM paper_match_coins WHERE match = ?", arguments: [position])
            try connection.execute(sql: "DELETE FROM paper_matches WHERE position = ?", arguments: [position])
            return true
        }
    }
}

extension RecordedPaperMatch {
    static let columns = "position, id, first_day, last_day, cash, fee_rate, strategies, threshold, seed, created_at, model_sha256"

    init(_ row: Row, in connection: Connection) throws {
        let coins = try String.fetchAll(
            connection,
            sql: "SELECT slug FROM paper_match_coins JOIN assets ON assets.id = asset WHERE match = ? ORDER BY place",
            arguments: [row.decode(Int64.self, atIndex: 0)])
        let names: String = try row.decode(forColumn: "strategies")
        let strategies = try names.split(separator: ",").map { name in
            guard let strategy = Strategy(rawValue: String(name)) else { throw Damage(detail: "\(name) is no strategy") }
            return strategy
        }
        let (first, last): (Int, Int?) = (try row.decode(forColumn: "first_day"), try row.decode(forColumn: "last_day"))
        let (cash, feeRate): (String, String) = (try row.decode(forColumn: "cash"), try row.decode(forColumn: "fee_rate"))
        let (threshold, seed): (String, Int64) = (try row.decode(forColumn: "threshold"), try row.decode(forColumn: "seed"))
        guard let number = UInt64(exactly: seed) else { throw Damage(detail: "\(seed) is no seed") }
        let match: PaperMatch
        do {
            match = try PaperMatch(
                coins: try coins.map(AssetID.init(stored:)), start: try StoredRow.day(first),
                end: try last.map(StoredRow.day), cash: try FixedDecimal(stored: cash),
                feeRate: try FixedDecimal(stored: feeRate), strategies: strategies, threshold: try FixedDecimal(stored: threshold),
                seed: number)
        } catch let error as PaperMatchError {
            throw Damage(detail: "a paper match is not valid: \(error)")
        }
        let model: String? = try row.decode(forColumn: "model_sha256")
        self.init(
            id: try row.decode(forColumn: "id"), match: match, createdAt: try row.decode(forColumn: "created_at"),
            modelSHA256: model)
    }

    /// - Throws: `AssetError.notStored`.
    func insert(of owner: String, in connection: Connection) throws {
        try connection.execute(
            sql: """
                INSERT INTO paper_matches (
                    id, owner, first_day, last_day, cash, fee_rate, strategies, threshold, seed, created_at, model_sha256)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, owner, match.start.daysSince1970, match.end?.daysSince1970, match.cash.description, match.feeRate.description,
                match.strategies.map(\.rawValue).joined(separator: ","), match.threshold.description, Int64(match.seed), createdAt,
                modelSHA256,
            ])
        let position = connection.lastInsertedRowID
        for (place, coin) in match.coins.enumerated() {
            try connection.execute(
                sql: "INSERT INTO paper_match_coins (match, place, asset) VALUES (?, ?, ?)",
                arguments: [position, place, try coin.number(in: connection)])
        }
    }
}

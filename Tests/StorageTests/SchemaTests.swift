import Foundation
import GRDB
import Ledger
import Market
import Portfolio
import Storage
import Testing

@Suite(.serialized) struct SchemaTests {
    private static let schemas = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Schemas")

    /// A file as a released version made it, from its dump.
    private func file(_ schema: String, in folder: String) async throws -> String {
        let path = "\(folder)/closecast.db"
        let dump = try String(contentsOf: Self.schemas.appending(path: schema), encoding: .utf8)
        let queue = try DatabaseQueue(path: path)
        try await queue.writeWithoutTransaction { connection in
            try connection.execute(sql: dump)
            try connection.execute(sql: "PRAGMA application_id = \(0x434C_4353); PRAGMA journal_mode = WAL")
        }
        try queue.close()
        return path
    }

    /// Of each released schema, what was stored with it is read by this version.
    @Test(arguments: ["v1.sql"]) func filesOfEverySchemaAreRead(schema: String) async throws {
        try await TestFolder.with { folder in
            let database = try Storage.Database(try await file(schema, in: folder), options: .quick)
            #expect(try await database.audit(AuditOptions(today: nil)).filter { $0.severity == .error } == [])
            #expect(try await database.asset(AssetID("old-coin")!)?.providerIDs == [.kraken: "OLDUSD"])
            #expect(try await database.favourites(of: "ann").map(\.id) == [AssetID("old-coin")!])
            #expect(Set(KnownAssets.all.map(\.id)).isSubset(of: Set(try await database.assets().map(\.id))))
            let days = (Day(iso: "2025-01-01")!, Day(iso: "2025-01-03")!)
            let candles = try await database.candles(of: AssetID("old-coin")!, from: days.0, through: days.1)
            #expect(
                candles.map(\.candle.close) == [1.5, 0.1, 2.25] && candles.map(\.source) == ["kraken", "file:a.csv", "kraken"])
            #expect(try await database.quotes(of: AssetID("old-coin")!, since: 0).map(\.price) == [2.5])
            let wallets = try await database.wallets(of: "ann")
            #expect(wallets.map(\.name) == ["Main", "Ärger"] && wallets.map(\.costBasis) == [.fifo, .hifo])
            #expect(
                try await database.balances(of: wallets[0].id) == [
                    .usd: d("94.5"), AssetID("old-coin")!: d("0.000000000000000001"),
                ])
            #expect(try await database.balances(of: wallets[1].id) == [.usd: d("4.5")])
            let records = try await database.transactions(JournalQuery(wallets: Set(wallets.map(\.id))))
            #expect(records.map(\.transaction.kind) == [.deposit, .transfer, .income, .deposit, .correction])
            #expect(records[3].correctedBy == records[4].id)
            #expect(try await database.walletsFeeding(wallets[1].id) == Set(wallets.map(\.id)))
        }
    }

    /// A released migration is never edited: its file has the very tables, indexes and triggers of the dump.
    @Test func theReleasedSchemaIsTheDumped() async throws {
        try await TestFolder.with { folder in
            let dumped = try await schema(file("v1.sql", in: folder))
            try Storage.Database("\(folder)/new.db", migrations: [Migration.all[0]]).close()
            #expect(try await schema("\(folder)/new.db") == dumped)
        }
    }

    private func schema(_ path: String) async throws -> [String] {
        try await DatabaseQueue(path: path).read {
            try String.fetchAll($0, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
        }
    }

    @Test(arguments: [
        "UPDATE transactions SET note = 'x'", "DELETE FROM transactions", "UPDATE postings SET amount = '1'",
        "DELETE FROM postings WHERE position = 0", "DELETE FROM wallet_transactions", "UPDATE wallet_transactions SET time = 0",
        "INSERT OR REPLACE INTO transactions SELECT * FROM transactions WHERE id = 3",
        "INSERT OR REPLACE INTO postings SELECT transaction_id, position, account, time, '7' FROM postings",
        "INSERT INTO transactions (id, owner, key, kind, time, note, recorded_at) VALUES (3, 'a', 'b', 'fee', 1, '', 1)",
        "UPDATE accounts SET balance = '-1' WHERE role = 'holding'", "UPDATE accounts SET balance = 'many'",
        "INSERT INTO transactions (owner, key, kind, time, note, recorded_at) VALUES ('ann', 'c', 'fee', 1, '', 1)",
        "INSERT INTO transactions (owner, key, kind, time, note, recorded_at) VALUES ('ann', 'new', 'gift', 1, '', 1)",
        "INSERT INTO transactions (owner, key, kind, time, note, recorded_at) VALUES ('ann', 'new', 'correction', 1, '', 1)",
        "INSERT INTO postings VALUES (1, 9, 999, 1, '1')", "INSERT INTO postings VALUES (999, 0, 1, 1, '1')",
        "UPDATE candles SET close = 0", "UPDATE candles SET close = -1", "UPDATE candles SET close = 9e999",
        "UPDATE candles SET close = NULL", "UPDATE candles SET close = 'much'", "DELETE FROM assets WHERE slug = 'bitcoin'",
        "UPDATE wallets SET cost_basis = 'best'", "UPDATE wallets SET name_key = 'one'", "DELETE FROM wallets",
    ]) func theSchemaForbids(sql: String) async throws {
        try await TestFolder.with { folder in
            let path = "\(folder)/closecast.db"
            try await SampleData.fill(path)
            let database = try Storage.Database(path, options: .quick)
            let before = try await database.transactions(JournalQuery(wallets: [WalletID(1)]))
            await #expect(throws: StorageError.self) { try await database.execute(sql) }
            #expect(try await database.transactions(JournalQuery(wallets: [WalletID(1)])) == before)
            #expect(try await database.audit(AuditOptions(today: nil)).isEmpty)
        }
    }

    /// The pages, closures and lookups of a large journal stay cheap: no query goes through a whole table.
    @Test func queriesUseIndexes() async throws {
        try await TestFolder.with { folder in
            let path = "\(folder)/closecast.db"
            try Storage.Database(path, options: .quick).close()
            let queries = [
                "SELECT time, transaction_id FROM wallet_transactions WHERE wallet = 1 AND (time, transaction_id) > (1, 2) ORDER BY time, transaction_id LIMIT 9",
                "SELECT time, transaction_id FROM wallet_transactions WHERE wallet = 1 ORDER BY time DESC, transaction_id DESC LIMIT 9",
                "SELECT DISTINCT time, transaction_id FROM postings WHERE account = 1 ORDER BY time DESC, transaction_id DESC LIMIT 9",
                "SELECT id FROM transactions WHERE owner = 'a' AND key = 'b'",
                "SELECT max(last_transaction) FROM accounts WHERE wallet = 1",
            ]
            try await DatabaseQueue(path: path).read { connection in
                for sql in queries {
                    let plan = try Row.fetchAll(connection, sql: "EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] as String }
                    #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") }, "\(sql): \(plan)")
                }
            }
        }
    }
}

import Foundation
import GRDB
import Ledger
import Market
import Portfolio
import Scratch
import Storage
import Testing

@Suite(.serialized) struct BackupTests {
    /// 2025-02-20 14:30:00 UTC.
    private static let now = 1_740_061_800

    private func state(_ path: String) async throws -> String {
        let database = try Store(path, options: .quick)
        let records = try await database.transactions(JournalQuery(wallets: [WalletID(1), WalletID(2)], limit: 10_000))
        let candles = try await database.candles(of: .bitcoin, from: Day(daysSince1970: 0), through: Day(daysSince1970: 30_000))
        let text = "\(records)\(candles)\(try await database.balances(of: WalletID(1)))\(try await database.assets().map(\.id))"
        try database.close()
        return text
    }

    @Test func aBackupOfAFileInUseIsRestored() async throws {
        try await Scratch.with { folder in
            let (path, backup) = ("\(folder)/closecast.db", "\(folder)/backup.db")
            try await SampleData.fill(path)
            let before = try await state(path)
            let database = try Store(path, options: .quick)
            // Still in the write-ahead log when it is copied.
            try await database.save(Asset(id: AssetID("late")!, ticker: Ticker("LATE")!, name: "Late"))
            try database.backup(to: backup)
            let permissions = try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int
            #expect(permissions == 0o600)
            _ = try await database.removeCandles(of: .bitcoin)
            try database.close()
            let aside = try Store.restore(from: backup, to: path, now: Self.now)
            #expect(aside == "\(path).before-restore-20250220-143000")
            let restored = try await state(path)
            #expect(restored != before && restored.contains("late") && restored.contains("file:a.csv"))
            #expect(!(try await state(aside!)).contains("file:a.csv"), "the old one is whole beside it")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy { !$0.contains("partial") })
        }
    }

    @Test func aFileIsReplacedOnlyOnRequest() async throws {
        try await Scratch.with { folder in
            let database = try Store("\(folder)/closecast.db", options: .quick)
            try Data("mine".utf8).write(to: URL(filePath: "\(folder)/b"))
            #expect(throws: StorageError.fileExists(path: "\(folder)/b")) { try database.backup(to: "\(folder)/b") }
            #expect(try Data(contentsOf: URL(filePath: "\(folder)/b")) == Data("mine".utf8))
            try database.backup(to: "\(folder)/b", overwrites: true)
            try Store("\(folder)/b", options: .quick).close()
            #expect(throws: StorageError.self) { try database.backup(to: "\(folder)/closecast.db", overwrites: true) }
        }
    }

    @Test func aFileIsRestoredWhereThereWasNone() async throws {
        try await Scratch.with { folder in
            try await SampleData.fill("\(folder)/backup.db")
            #expect(try Store.restore(from: "\(folder)/backup.db", to: "\(folder)/new/closecast.db", now: 0) == nil)
            #expect(try await state("\(folder)/new/closecast.db") == state("\(folder)/backup.db"))
        }
    }

    @Test func aFileWithItsLogIsRestoredWhole() async throws {
        try await Scratch.with { folder in
            let database = try Store("\(folder)/closecast.db", options: .quick)
            try await database.save(Asset(id: AssetID("late")!, ticker: Ticker("LATE")!, name: "Late"))
            // As with `cp` of a running server's files.
            for ending in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: "\(folder)/closecast.db\(ending)", toPath: "\(folder)/copy.db\(ending)")
            }
            _ = try Store.restore(from: "\(folder)/copy.db", to: "\(folder)/new.db", now: 0)
            #expect(try await state("\(folder)/new.db").contains("late"))
        }
    }

    enum Bad: String, CaseIterable {
        case missing, text, foreign, cut, unbalanced, negative, newer

        func make(_ path: String) async throws {
            switch self {
            case .missing: return
            case .text: try Data("hello".utf8).write(to: URL(filePath: path))
            case .foreign: try await DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE t (x)") }
            case .newer: try Store(path, migrations: Migration.all + [Migration("later", "SELECT 1;")]).close()
            case .cut:
                try await SampleData.fill(path)
                let bytes = try Data(contentsOf: URL(filePath: path))
                try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
            case .unbalanced, .negative:
                try await SampleData.fill(path)
                let queue = try DatabaseQueue(path: path)
                try await queue.write { connection in
                    try connection.execute(sql: "DROP TRIGGER postings_are_not_changed")
                    try connection.execute(
                        sql: self == .unbalanced
                            ? "UPDATE postings SET amount = '11' WHERE transaction_id = 7 AND position = 0"
                            : "PRAGMA ignore_check_constraints = ON; UPDATE accounts SET balance = '-1' WHERE id = 1")
                }
                try queue.close()
            }
        }
    }

    @Test(arguments: Bad.allCases) func aBadBackupIsRefusedAndTheOldFileIsKept(bad: Bad) async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            try await SampleData.fill(path)
            let before = try await state(path)
            try await bad.make("\(folder)/bad.db")
            #expect(throws: StorageError.self) { try Store.restore(from: "\(folder)/bad.db", to: path, now: Self.now) }
            do { _ = try Store.restore(from: "\(folder)/bad.db", to: path, now: Self.now) } catch {
                #expect("\(error)".contains("bad.db"), "\(error)")
            }
            #expect(try await state(path) == before)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix("bad") }
            #expect(names.allSatisfy { ["closecast.db", "closecast.db-wal", "closecast.db-shm"].contains($0) }, "\(names)")
        }
    }

    @Test func aDatabaseInUseIsNotReplaced() async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            try await SampleData.fill("\(folder)/backup.db")
            let database = try Store(path, options: .quick)
            _ = try await database.assets()
            let options = Store.Options(busyTimeoutSeconds: 0.05)
            #expect(throws: StorageError.locked(path: path, seconds: 0.05)) {
                try Store.restore(from: "\(folder)/backup.db", to: path, now: Self.now, options: options)
            }
            _ = try await database.make("still works")
            try database.close()
            _ = try Store.restore(from: "\(folder)/backup.db", to: path, now: Self.now, options: options)
            #expect(try await state(path) == state("\(folder)/backup.db"))
        }
    }

    @Test func aDamagedDatabaseGivesWayToABackup() async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            try await SampleData.fill("\(folder)/backup.db")
            try Data(repeating: 7, count: 5000).write(to: URL(filePath: path))
            try Data(repeating: 8, count: 5000).write(to: URL(filePath: "\(path)-wal"))
            let aside = try Store.restore(from: "\(folder)/backup.db", to: path, now: Self.now)!
            #expect(try await state(path) == state("\(folder)/backup.db"))
            #expect(try Data(contentsOf: URL(filePath: aside)) == Data(repeating: 7, count: 5000))
            #expect(try Data(contentsOf: URL(filePath: "\(aside)-wal")) == Data(repeating: 8, count: 5000))
        }
    }
}

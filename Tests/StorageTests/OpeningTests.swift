import Foundation
import GRDB
import Ledger
import Market
import Portfolio
import Scratch
import Storage
import Testing

/// Which files are opened, and the errors for others.
@Suite(.serialized) struct OpeningTests {
    private func permissions(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func aNewFileIsForItsOwnerAlone() async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/a/b/closecast.db"
            let database = try Store(path)
            try await database.save(Asset(id: AssetID("x")!, ticker: Ticker("X")!, name: "X"))
            #expect(try permissions("\(folder)/a") == 0o700 && permissions("\(folder)/a/b") == 0o700)
            for ending in ["", "-wal", "-shm"] { #expect(try permissions(path + ending) == 0o600) }
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/a/b").sorted()
            #expect(names == ["closecast.db", "closecast.db-shm", "closecast.db-wal"])
        }
    }

    @Test func theSettingsMatchTheDocumentation() async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            let first = try Store(path)
            _ = try await first.assets()
            try first.close()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["closecast.db"], "the log is written into it")
            let header = try Data(contentsOf: URL(filePath: path))
            #expect(header[68..<72].elementsEqual("CLCS".utf8))
            #expect(header[18] == 2 && header[19] == 2, "write-ahead log")
            let database = try Store(path)
            #expect(try await database.pragma("synchronous") == "2")
            #expect(try await database.pragma("foreign_keys") == "1")
            #expect(try await database.pragma("busy_timeout") == "5000")
            #expect(try await database.pragma("recursive_triggers") == "1")
        }
    }

    @Test func filesOfOtherProgramsAreRefusedAndLeftUnchanged() async throws {
        try await Scratch.with { folder in
            let foreign = "\(folder)/foreign.db"
            let queue = try DatabaseQueue(path: foreign)
            try await queue.write { try $0.execute(sql: "CREATE TABLE t (x); INSERT INTO t VALUES (1)") }
            try queue.close()
            let log = try DatabasePool(path: "\(folder)/log.db")
            try await log.write { try $0.execute(sql: "CREATE TABLE t (x); INSERT INTO t VALUES (1)") }
            try Data("hello".utf8).write(to: URL(filePath: "\(folder)/text.db"))
            try Data(repeating: 7, count: 9000).write(to: URL(filePath: "\(folder)/noise.db"))
            try Data().write(to: URL(filePath: "\(folder)/empty.db"))
            let expected: [String: StorageError] = [
                "foreign.db": .notOurs(path: foreign), "log.db": .notOurs(path: "\(folder)/log.db"),
                "text.db": .notADatabase(path: "\(folder)/text.db"), "noise.db": .notADatabase(path: "\(folder)/noise.db"),
                "empty.db": .notADatabase(path: "\(folder)/empty.db"),
            ]
            let before = try contents(folder)
            for (name, error) in expected {
                #expect(throws: error) { try Store("\(folder)/\(name)") }
            }
            #expect(try contents(folder) == before)
            try log.close()
        }
    }

    private func contents(_ folder: String) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return try Dictionary(
            uniqueKeysWithValues: names.filter { !$0.hasSuffix("-shm") }.map {
                ($0, try Data(contentsOf: URL(filePath: "\(folder)/\($0)")))
            })
    }

    @Test func aFolderIsNotADatabase() async throws {
        try await Scratch.with { folder in
            #expect(throws: StorageError.cannotOpen(path: folder, reason: "it is not a file")) { try Store(folder) }
        }
    }

    @Test func aFolderThatCannotBeCreatedIsReported() {
        #expect(throws: StorageError.self) { try Store("/proc/closecast/closecast.db") }
        do { _ = try Store("/proc/closecast/closecast.db") } catch { #expect("\(error)".contains("/proc/closecast")) }
    }

    @Test func aFileOfANewerVersionIsReported() async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            let newer = Migration.all + [Migration("later", "CREATE TABLE later (x INTEGER) STRICT;")]
            try Store(path, options: .quick, migrations: newer).close()
            #expect(throws: StorageError.newer(path: path, found: "later", known: Migration.all.last!.name)) {
                try Store(path)
            }
        }
    }

    @Test func anOddPathIsAFileName() async throws {
        try await Scratch.with { folder in
            for name in ["a b%20?c#d.db", "ü.db", "file:x?mode=memory"] {
                try Store("\(folder)/\(name)").close()
                let database = try Store("\(folder)/\(name)")
                #expect(try await database.assets() == KnownAssets.all.sorted { $0.id < $1.id })
                #expect(FileManager.default.fileExists(atPath: "\(folder)/\(name)"))
            }
        }
    }

    /// Sixteen processes create, migrate and write one file at once.
    @Test(arguments: 0..<5) func manyOpenANewFileAtOnce(seed: Int) async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<16 {
                    group.addTask {
                        let database = try Store(path, options: .quick)
                        let id = try await database.make("w\(number)")
                        try await database.record(
                            .deposit(key: "k\(number)", time: 1, wallet: id, asset: .usd, quantity: d("1")))
                    }
                }
                try await group.waitForAll()
            }
            let database = try Store(path, options: .quick)
            #expect(try await database.wallets(of: "ann").count == 16)
            #expect(try await database.audit(AuditOptions(today: nil)).isEmpty)
        }
    }

    @Test(arguments: 0..<5) func manyMigrateAFileAtOnce(seed: Int) async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            try Store(path, options: .quick).close()
            let later =
                Migration.all + [
                    Migration("later-1", "CREATE TABLE later (x INTEGER) STRICT; INSERT INTO later VALUES (1);"),
                    Migration("later-2", "INSERT INTO later SELECT x + 1 FROM later;"),
                ]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask { _ = try Store(path, options: .quick, migrations: later) }
                }
                try await group.waitForAll()
            }
            let rows = try await DatabaseQueue(path: path).read { try Int.fetchAll($0, sql: "SELECT x FROM later ORDER BY x") }
            #expect(rows == [1, 2])
        }
    }
}

import ChildProcess
import Foundation
import GRDB
import Ledger
import Market
import Portfolio
import Scratch
import Storage
import Testing

/// Errors caused by the system, another process or the file itself.
@Suite(.serialized) struct FaultTests {
    private static let new = Asset(id: AssetID("new")!, ticker: Ticker("NEW")!, name: "New")

    @Test func aLockedFileIsReportedAfterTheTimeout() async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            let database = try Store(path, options: .init(busyTimeoutSeconds: 0.05))
            let other = try DatabaseQueue(path: path)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE; DELETE FROM quotes; COMMIT") }
            try await other.write { connection in
                try connection.execute(sql: "DELETE FROM quotes")
                // The lock of this transaction is held while another connection tries.
                let error = try waitFor { try await database.save(Self.new) }
                #expect(error as? StorageError == .locked(path: path, seconds: 0.05))
            }
            // Readers never wait, and later the lock is free.
            try await database.save(Self.new)
            #expect(try await database.asset(Self.new.id) == Self.new)
        }
    }

    /// Runs a body elsewhere, and blocks until it is done.
    private func waitFor(_ body: @escaping @Sendable () async throws -> Void) throws -> (any Error)? {
        let done = DispatchSemaphore(value: 0)
        let box = Box()
        Task.detached {
            do { try await body() } catch { box.error = error }
            done.signal()
        }
        done.wait()
        return box.error
    }

    /// Written before the semaphore is signalled, read after.
    private final class Box: @unchecked Sendable {
        var error: (any Error)?
    }

    @Test func aFullDiskChangesNothing() async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            let database = try Store(path, options: .quick)
            let pages: Int? = try await database.reading { try $0.value("PRAGMA page_count", []) }
            try await database.execute("PRAGMA max_page_count = \(try #require(pages) + 20)")
            let wallet = try await database.make("main")
            var recorded = 0
            await #expect(throws: StorageError.diskFull(path: path)) {
                for index in 0..<10_000 {
                    try await database.record(
                        .deposit(
                            key: "k\(index)", time: 1, wallet: wallet, asset: .usd, quantity: d("1"),
                            note: String(repeating: "x", count: 1000)))
                    recorded += 1
                }
            }
            #expect(recorded > 5)
            #expect(try await database.balances(of: wallet) == [.usd: FixedDecimal(recorded)])
            #expect(try await database.audit(AuditOptions(today: nil)).isEmpty)
        }
    }

    /// On a file system of 2 MB; if none can be mounted, the test above covers it.
    @Test(.enabled(if: SmallFileSystem.canBeMounted, "no small file system can be mounted"))
    func aDiskThatIsReallyFullChangesNothing() async throws {
        try await Scratch.with { folder in
            try #require(try SmallFileSystem.mount(folder, megabytes: 2))
            defer { _ = try? SmallFileSystem.unmount(folder) }
            let path = "\(folder)/closecast.db"
            let database = try Store(path, options: .quick)
            var step = 0
            await #expect(throws: StorageError.diskFull(path: path)) {
                while true {
                    let candles = (0..<500).map { Candle(day: Day(daysSince1970: step * 500 + $0), close: 1) }
                    _ = try await database.store(candles, of: .bitcoin, source: "a", retrievedAt: 1, replaces: false)
                    step += 1
                }
            }
            #expect(try await database.coverage()[.bitcoin]?.count ?? 0 == step * 500)
            #expect(try await database.audit(AuditOptions(today: nil)).isEmpty)
            #expect(throws: StorageError.self) { try database.backup(to: "\(folder)/backup.db") }
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/backup.db.partial"))
            #expect(throws: StorageError.self) { try Store("\(folder)/second.db") }
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/second.db"))
            try? database.close()
        }
    }

    /// Permissions do not restrict root, so the program becomes the user nobody before it opens the file.
    @Test(
        .enabled(if: FaultTests.canBecomeNobody, "needs root, and a temporary folder that all users can reach"),
        arguments: [(0o444, 0o777, "database-read-only"), (0o000, 0o777, "database-cannot-open"), (0o666, 0o777, "opened")])
    func missingPermissionsAreReported(file: Int, folder mode: Int, code: String) async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            try Store(path, options: .quick).close()
            try FileManager.default.setAttributes([.posixPermissions: file], ofItemAtPath: path)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder)
            let outcome = try outcomeAsNobody(path)
            #expect(outcome == code)
        }
    }

    @Test(.enabled(if: FaultTests.canBecomeNobody, "needs root, and a temporary folder that all users can reach"))
    func aReadOnlyFolderIsReported() async throws {
        try await Scratch.with { folder in
            try Store("\(folder)/closecast.db", options: .quick).close()
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: "\(folder)/closecast.db")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
            #expect(try outcomeAsNobody("\(folder)/none.db") == "database-read-only")
            #expect(try outcomeAsNobody("\(folder)/closecast.db") == "database-read-only")
        }
    }

    private static let canBecomeNobody: Bool = {
        guard getuid() == 0 else { return false }
        var folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        while folder.path != "/" {
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path)
            guard let mode = attributes?[.posixPermissions] as? Int, mode & 0o001 != 0 else { return false }
            folder.deleteLastPathComponent()
        }
        return true
    }()

    private func outcomeAsNobody(_ path: String) throws -> String {
        let pipe = Pipe()
        let process = try ChildProcess(
            crashProgram, ["open", path], output: pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForWriting.close()
        process.wait()
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test func aReadOnlyConnectionReportsThatItCannotWrite() async throws {
        try await Scratch.with { folder in
            let database = try Store("\(folder)/closecast.db", options: .quick)
            try await database.execute("PRAGMA query_only = ON")
            await #expect(throws: StorageError.readOnly(path: "\(folder)/closecast.db")) { try await database.save(Self.new) }
        }
    }

    /// Bytes are flipped, or the end is cut off: every call returns or throws, and nothing traps.
    @Test(arguments: 0..<80) func aDamagedFileIsReported(seed: UInt64) async throws {
        try await Scratch.with { folder in
            var random = SeededGenerator(seed: seed)
            let path = "\(folder)/closecast.db"
            try await SampleData.fill(path)
            var bytes = try Data(contentsOf: URL(filePath: path))
            if seed % 4 == 0 {
                bytes.removeLast(1 + random.index(below: bytes.count - 100))
            } else {
                for _ in 0..<(1 << random.index(below: 8)) {
                    bytes[100 + random.index(below: bytes.count - 100)] = UInt8(truncatingIfNeeded: random.next())
                }
            }
            try bytes.write(to: URL(filePath: path))
            do {
                let database = try Store(path, options: .quick)
                for work in SampleData.everything {
                    do { try await work(database) } catch let error { expectReported(error, "seed \(seed)") }
                }
            } catch {
                expectReported(error, "seed \(seed)")
            }
        }
    }

    private func expectReported(_ error: any Error, _ place: String) {
        #expect(error is StorageError || error is PortfolioError || error is DecimalError, "\(place): \(error)")
        #expect(!"\(error)".contains("SQLite error"), "\(place): \(error)")
    }

    @Test func aDamagedFileHasFindings() async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            try await SampleData.fill(path)
            var bytes = try Data(contentsOf: URL(filePath: path))
            // The page of the candles: SQLite keeps no checksums, so it only finds damage to its structure.
            for page in stride(from: 4096 * 3, to: bytes.count - 4096, by: 4096) { bytes[page + 3] ^= 0xFF }
            try bytes.write(to: URL(filePath: path))
            do {
                let findings = try await Store(path, options: .quick).audit(AuditOptions(today: nil))
                #expect(findings.contains { $0.severity == .error })
            } catch let error as StorageError {
                #expect("\(error)".contains("closecast restore FILE"))
            }
        }
    }
}

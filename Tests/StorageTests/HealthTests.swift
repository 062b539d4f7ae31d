import Foundation
import GRDB
import Market
import Scratch
import Storage
import Testing

@Suite(.serialized) struct HealthTests {
    @Test func aGoodFileIsReportedAsHealthy() async throws {
        try await Scratch.with { folder in
            let database = try Store("\(folder)/closecast.db", options: .quick)
            let before = try await database.pragma("data_version")
            let health = await database.health()
            #expect(health.isGood && (health.freeBytes ?? 0) > 0, "\(health)")
            #expect(try await database.pragma("data_version") == before)
            #expect(try await database.pragma("busy_timeout") == "20000", "the probe's own wait is over")
        }
    }

    /// The probe does not wait as long as a write would.
    @Test func aLockOfAnotherProcessHindersWritingOnly() async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            let database = try Store(path, options: .quick)
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: path, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            let health = await database.health()
            #expect(health.writeFault == .locked(path: path, seconds: 0.25) && health.readFault == nil)
            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            #expect(await database.health().isGood)
        }
    }

    @Test func aFileWithoutItsTablesIsReported() async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            let database = try Store(path, options: .quick)
            try await database.execute("DROP TABLE migrations")
            let health = await database.health()
            guard case .corrupt = health.readFault else {
                Issue.record("\(health)")
                return
            }
        }
    }

    /// A write detects a full disk; the probe detects free space.
    @Test func aFailedWriteIsReportedUntilThereIsSpace() async throws {
        try await Scratch.with { folder in
            let database = try Store("\(folder)/closecast.db", options: .quick)
            #expect(database.lastWriteFault == nil && database.writeFaultCount == 0)
            try await database.execute("PRAGMA max_page_count = 1")
            await #expect(throws: StorageError.self) {
                for index in 0..<10_000 { _ = try await database.make("w\(index)") }
            }
            #expect(database.writeFaultCount == 1)
            #expect(database.lastWriteFault == .diskFull(path: "\(folder)/closecast.db"))
            try await database.execute("PRAGMA max_page_count = 1000000")
            #expect(await database.health().isGood)
            #expect(database.lastWriteFault == nil, "the probe wrote a page")
        }
    }

    /// The first write waits up to its timeout; the writes behind it then fail at once.
    @Test func writesBehindALockDoNotWaitForEachOther() async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            let database = try Store(path, options: .init(busyTimeoutSeconds: 2))
            let other = try Store(path, options: .quick)
            let (held, hold) = AsyncStream.makeStream(of: Void.self)
            let release = DispatchSemaphore(value: 0)
            let lock = Task {
                try await other.locking {
                    hold.yield()
                    release.wait()
                }
            }
            for await _ in held { break }
            let faults = await withTaskGroup(of: Bool.self) { group in
                // Ten that wait one after another would take twenty seconds; the lock is held until all have failed.
                for index in 0..<10 {
                    group.addTask {
                        do {
                            _ = try await database.make("w\(index)")
                            return false
                        } catch { return error as? StorageError == .locked(path: path, seconds: 2) }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(faults == 10 && database.writeFaultCount == 10)
            #expect(try await database.wallets(of: "ann").isEmpty, "readers do not wait")
            release.signal()
            try await lock.value
            _ = try await database.make("later")
            #expect(database.lastWriteFault == nil)
            #expect(try await database.pragma("busy_timeout") == "2000")
        }
    }
}

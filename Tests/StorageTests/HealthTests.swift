import Foundation
import GRDB
import Market
import Storage
import Testing

@Suite(.serialized) struct HealthTests {
    @Test func aGoodFileIsSaidToBeSo() async throws {
        try await TestFolder.with { folder in
            let database = try Storage.Database("\(folder)/closecast.db", options: .quick)
            let before = try await database.pragma("data_version")
            let health = await database.health()
            #expect(health.isGood && (health.freeBytes ?? 0) > 0, "\(health)")
            #expect(try await database.pragma("data_version") == before)
            #expect(try await database.pragma("busy_timeout") == "20000", "the probe's own wait is over")
        }
    }

    /// The probe does not wait as long as a write would.
    @Test func aLockOfAnotherProcessHindersWritingOnly() async throws {
        try await TestFolder.with { folder in
            let path = "\(folder)/closecast.db"
            let database = try Storage.Database(path, options: .quick)
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

    @Test func aFileThatLostItsTablesIsSaid() async throws {
        try await TestFolder.with { folder in
            let path = "\(folder)/closecast.db"
            let database = try Storage.Database(path, options: .quick)
            try await database.execute("DROP TABLE migrations")
            let health = await database.health()
            guard case .corrupt = health.readFault else {
                Issue.record("\(health)")
                return
            }
        }
    }
}

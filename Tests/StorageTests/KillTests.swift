import ChildProcess
import Foundation
import GRDB
import Ledger
import Market
import Portfolio
import Scratch
import Storage
import StorageCrashPlan
import Testing

/// A writing program is killed 250 times: all confirmed writes are stored, and unconfirmed ones are complete or absent.
@Suite(.serialized) struct KillTests {
    private static let killsPerFile = 10

    @Test(arguments: 0..<7) func aKilledImportLosesNothing(seed: UInt64) async throws {
        try await afterKills("import", seed) { path, confirmed, place in
            let database = try Store(path, options: .quick)
            let last = try await database.coverage()[.bitcoin]?.last.daysSince1970
            let steps = last.map { $0 / 1000 + 1 } ?? 0
            #expect((confirmed + 1...confirmed + 2).contains(steps), "\(place): \(steps) steps")
            for step in 0..<steps {
                let first = Day(daysSince1970: step * 1000)
                let candles = try await database.candles(of: .bitcoin, from: first, through: first + 999)
                #expect(candles.count == CrashPlan.days(of: step), "\(place), step \(step)")
                #expect(candles.allSatisfy { $0.candle.close == Double(step + 1) && $0.source == "step \(step)" }, "\(place)")
            }
            try await expectSound(database, place)
            return steps - 1
        }
    }

    @Test(arguments: 0..<7) func aKilledTradeLosesNothing(seed: UInt64) async throws {
        try await afterKills("trade", seed) { path, confirmed, place in
            let database = try Store(path, options: .quick)
            let wallets = try await database.wallets(of: "ann").map(\.id)
            guard wallets.count == 2 else {
                #expect(confirmed == -1, "\(place)")
                return -1
            }
            let records = try await database.transactions(JournalQuery(wallets: Set(wallets), limit: 1_000_000))
            let keys = Set(records.map(\.transaction.key))
            let steps = records.count / 2
            #expect((confirmed + 1...confirmed + 2).contains(steps), "\(place): \(steps) steps")
            #expect(keys == Set((0..<steps).flatMap { ["\($0)-0", "\($0)-1"] }), "\(place)")
            let expected = [2 * steps, steps].map { $0 == 0 ? [:] : [AssetID.usd: FixedDecimal($0)] }
            for (wallet, expected) in zip(wallets, expected) {
                #expect(try await database.balances(of: wallet) == expected, "\(place)")
            }
            try await expectSound(database, place)
            return steps - 1
        }
    }

    /// In each step, sixteen tasks write at once and share commits.
    @Test(arguments: 0..<5) func aKilledGroupLosesNothing(seed: UInt64) async throws {
        try await afterKills("share", seed) { path, confirmed, place in
            let queue = try DatabaseQueue(path: path)
            let names = try await queue.read { try String.fetchSet($0, sql: "SELECT name FROM leases") }
            try queue.close()
            for step in 0..<max(confirmed + 1, 0) {
                let missing = CrashPlan.names(of: step).filter { !names.contains($0) }
                #expect(missing.isEmpty, "\(place), step \(step)")
            }
            // One step was in progress.
            let known = Set((0...confirmed + 1).flatMap(CrashPlan.names))
            #expect(names.isSubset(of: known), "\(place)")
            try await expectSound(try Store(path, options: .quick), place)
            return confirmed
        }
    }

    @Test(arguments: 0..<6) func aKilledMigrationIsWholeOrNothing(seed: UInt64) async throws {
        try await afterKills("migrate", seed) { path, confirmed, place in
            let queue = try DatabaseQueue(path: path)
            return try await queue.read { connection in
                #expect(try String.fetchAll(connection, sql: "PRAGMA integrity_check") == ["ok"], "\(place)")
                let steps = try Int.fetchOne(connection, sql: "SELECT count(*) - \(Migration.all.count) FROM migrations")!
                #expect((max(0, confirmed)...confirmed + 1).contains(steps), "\(place): \(steps) steps")
                let tables = try Int.fetchOne(
                    connection, sql: "SELECT count(*) FROM sqlite_master WHERE name LIKE 'step\\_%' ESCAPE '\\'")
                #expect(tables == steps, "\(place)")
                let assets = try Int.fetchOne(connection, sql: "SELECT count(*) FROM assets")!
                for step in 0..<steps {
                    let (count, largest) = try Row.fetchOne(connection, sql: "SELECT count(*), max(id) FROM step_\(step)").map {
                        ($0[0] as Int, $0[1] as Int)
                    }!
                    #expect(count == assets && largest < 100_000, "\(place), step \(step)")
                }
                return max(confirmed, steps)
            }
        }
    }

    /// Four processes create one file and write the same steps into it.
    @Test(arguments: 0..<3) func severalProcessesWriteOneFile(seed: UInt64) async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            let writers = try (0..<4).map { try Victim("import", path, seed: seed * 4 + $0) }
            for writer in writers { #expect(try writer.lastLine(after: 5) >= 0, "seed \(seed)") }
            let confirmed = try writers.map { try $0.killed() }.max()!
            let database = try Store(path, options: .quick)
            for step in 0...confirmed {
                let first = Day(daysSince1970: step * 1000)
                let candles = try await database.candles(of: .bitcoin, from: first, through: first + 999)
                #expect(candles.count == CrashPlan.days(of: step), "seed \(seed), step \(step)")
            }
            try await expectSound(database, "seed \(seed)")
        }
    }

    private func expectSound(_ database: Store, _ place: String) async throws {
        let errors = try await database.audit(AuditOptions(today: nil)).filter { $0.severity == .error }
        #expect(errors.isEmpty, "\(place): \(errors)")
        try database.close()
    }

    /// Kills the program at random moments, always on the same file, and checks the file after each kill.
    private func afterKills(
        _ work: String, _ seed: UInt64, _ look: (_ path: String, _ confirmed: Int, _ place: String) async throws -> Int
    ) async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            var random = SeededGenerator(seed: seed)
            var confirmed = -1
            for kill in 0..<Self.killsPerFile {
                let place = "\(work), seed \(seed), kill \(kill)"
                let victim = try Victim(work, path, seed: random.next())
                if kill % 2 == 0 { confirmed = max(confirmed, try victim.lastLine(after: 1)) }
                // Pause: the moment of the kill.
                usleep(UInt32(random.index(below: kill % 2 == 0 ? 25_000 : 70_000)))
                confirmed = max(confirmed, try victim.killed())
                guard FileManager.default.fileExists(atPath: path) else {
                    #expect(confirmed == -1, "\(place)")
                    continue
                }
                // Stored data must remain, whether it was confirmed or not.
                confirmed = try await look(path, confirmed, place)
            }
            #expect(confirmed >= 0, "\(work), seed \(seed): it was always killed before it did anything")
        }
    }
}

/// The program that is killed.
private final class Victim {
    private let process: ChildProcess
    private let pipe = Pipe()
    private var text = ""

    init(_ work: String, _ path: String, seed: UInt64) throws {
        process = try ChildProcess(
            crashProgram, [work, path, "\(seed)"], output: pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForWriting.close()
    }

    /// Waits for this many confirmed steps, and returns the last.
    func lastLine(after count: Int) throws -> Int {
        while text.count(where: { $0 == "\n" }) < count {
            let data = pipe.fileHandleForReading.availableData
            if data.isEmpty { break }
            text += String(decoding: data, as: UTF8.self)
        }
        return last
    }

    /// Kills it, and returns the last step that it confirmed, or -1 if there was none.
    func killed() throws -> Int {
        process.kill(SIGKILL)
        text += String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(process.wait() == .killed(signal: SIGKILL), "it ended by itself")
        return last
    }

    private var last: Int { text.split(separator: "\n").last.flatMap { Int($0) } ?? -1 }
}

/// Writes to a store until it is killed.
let crashProgram = BuiltProgram.path("storage-crash")

import Foundation
import GRDB
import Market
import Scratch
import Storage
import Synchronization
import Testing
import Waits

/// The writes that were confirmed to simultaneous writers.
private final class Names: Sendable {
    let set = Mutex<Set<String>>([])
}

/// Short writes that share a transaction; leases serve as their data.
@Suite struct SharedCommitTests {
    private struct Thrown: Error, Equatable { let name: String }

    private typealias Write = @Sendable () async throws -> Void

    /// Writes a lease, and throws after it if asked to.
    private static func write(_ name: String, in database: Store, throwing error: Thrown? = nil) async throws {
        try await database.change { change in
            _ = try change.takeLease(name, holder: "test")
            if let error { throw error }
        }
    }

    private static func written(_ path: String) throws -> Set<String> {
        try DatabaseQueue(path: path).read { try String.fetchSet($0, sql: "SELECT name FROM leases") }
    }

    /// Lets writes gather behind another one, and returns when all are done.
    ///
    /// - Returns: the error that each threw.
    private static func together(
        _ database: Store, _ writes: [Write], meanwhile: Write = {}
    ) async throws -> [(any Error)?] {
        let (entered, gathered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let blocking = Task {
            try await database.locking {
                entered.signal()
                gathered.wait()
            }
        }
        await entered.signalled()
        let tasks = writes.map { write in
            Task { () -> (any Error)? in
                do { try await write() } catch { return error }
                return nil
            }
        }
        try await until("all writes wait") { database.sharedCommits.waiting >= writes.count }
        try await meanwhile()
        gathered.signal()
        try await blocking.value
        var errors: [(any Error)?] = []
        for task in tasks { errors.append(await task.value) }
        return errors
    }

    private static func withDatabase(
        _ options: Store.Options = .quick, _ body: (Store, String) async throws -> Void
    ) async throws {
        try await Scratch.with { folder in
            let path = "\(folder)/closecast.db"
            let database = try Store(path, options: options)
            try await body(database, path)
            try database.close()
        }
    }

    @Test func writesThatWaitShareOneCommit() async throws {
        try await Self.withDatabase { database, path in
            let names = (0..<40).map { "w\($0)" }
            let errors = try await Self.together(
                database, names.map { name -> Write in { try await Self.write(name, in: database) } })
            #expect(errors.allSatisfy { $0 == nil })
            #expect(try Self.written(path) == Set(names))
            #expect(database.sharedCommits == .init(commits: 1, writes: 40, waiting: 0))
        }
    }

    @Test func aWriteThatIsAloneHasATransactionOfItsOwn() async throws {
        try await Self.withDatabase { database, path in
            try await Self.write("a", in: database)
            await #expect(throws: Thrown(name: "b")) { try await Self.write("b", in: database, throwing: Thrown(name: "b")) }
            #expect(try Self.written(path) == ["a"])
            #expect(database.sharedCommits == .init(commits: 1, writes: 1, waiting: 0))
        }
    }

    @Test func aWriteThatThrowsIsUndoneAlone() async throws {
        try await Self.withDatabase { database, path in
            let errors = try await Self.together(
                database,
                (0..<9).map { index -> Write in
                    { try await Self.write("w\(index)", in: database, throwing: index % 3 == 1 ? Thrown(name: "w\(index)") : nil) }
                })
            let expected = (0..<9).map { index -> Thrown? in index % 3 == 1 ? Thrown(name: "w\(index)") : nil }
            #expect(errors.map { $0 as? Thrown } == expected)
            #expect(try Self.written(path) == ["w0", "w2", "w3", "w5", "w6", "w8"])
            #expect(database.sharedCommits.commits == 1)
        }
    }

    /// A write that throws may have seen data of the write before it.
    @Test func nobodyIsAnsweredBeforeTheCommit() async throws {
        try await Self.withDatabase { database, path in
            let (isLastRunning, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let answers = Mutex<[Int]>([])
            let watch = Task {
                await isLastRunning.signalled()
                let early = answers.withLock { $0 }
                mayEnd.signal()
                return early
            }
            let errors = try await Self.together(
                database,
                [
                    {
                        defer { answers.withLock { $0.append(0) } }
                        try await Self.write("a", in: database)
                    },
                    {
                        defer { answers.withLock { $0.append(1) } }
                        try await Self.write("b", in: database, throwing: Thrown(name: "b"))
                    },
                    {
                        try await database.change { _ in
                            isLastRunning.signal()
                            mayEnd.wait()
                        }
                    },
                ])
            // The writes gather in any order; those that ran before the last one were not answered.
            #expect(await watch.value.isEmpty)
            #expect(errors.compactMap { $0 as? Thrown } == [Thrown(name: "b")])
            #expect(Set(answers.withLock { $0 }) == [0, 1])
        }
    }

    /// A write that does not fit on the disk ends the whole transaction; the others are still written.
    @Test func aFullDiskFailsOnlyWhatDoesNotFit() async throws {
        try await Self.withDatabase { database, path in
            let size = try await database.pragma("page_count").flatMap { Int($0) } ?? 0
            try await database.execute("PRAGMA max_page_count = \(size + 40)")
            let large = String(repeating: "x", count: 1_000_000)
            let errors = try await Self.together(
                database,
                ["a", "b", large, "c", "d"].map { name -> Write in { try await Self.write(name, in: database) } })
            #expect(errors.compactMap { $0 as? StorageError } == [.diskFull(path: path)])
            #expect(errors.count(where: { $0 != nil }) == 1)
            #expect(try Self.written(path) == ["a", "b", "c", "d"])
        }
    }

    @Test func aLockOfAnotherProcessFailsAllOnce() async throws {
        try await Self.withDatabase(.init(busyTimeoutSeconds: 0.2, durability: .normal)) { database, path in
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: path, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            let errors = await Self.errors(
                of: (0..<20).map { index -> Write in { try await Self.write("w\(index)", in: database) } })
            #expect(errors.count == 20)
            #expect(errors.allSatisfy { $0 as? StorageError == .locked(path: path, seconds: 0.2) })
            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            try await Self.write("free", in: database)
            #expect(try Self.written(path) == ["free"])
        }
    }

    private static func errors(of writes: [Write]) async -> [(any Error)?] {
        await withTaskGroup(of: (any Error)?.self) { group in
            for write in writes {
                group.addTask {
                    do { try await write() } catch { return error }
                    return nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func aCancelledCallerThatWaitsWritesNothing() async throws {
        try await Self.withDatabase { database, path in
            let task = Mutex<Task<Void, any Error>?>(nil)
            let errors = try await Self.together(
                database,
                [
                    {
                        let write = Task { try await Self.write("cancelled", in: database) }
                        task.withLock { $0 = write }
                        try await write.value
                    },
                    { try await Self.write("kept", in: database) },
                ],
                meanwhile: { task.withLock { $0 }?.cancel() })
            #expect(errors.contains { $0 is CancellationError })
            #expect(errors.count(where: { $0 == nil }) == 1)
            #expect(try Self.written(path) == ["kept"])
        }
    }

    /// Many writes at once, some of which fail: exactly the confirmed ones are stored, also between writes that share nothing.
    @Test(arguments: 0..<8) func exactlyTheConfirmedIsWritten(seed: UInt64) async throws {
        try await Self.withDatabase { database, path in
            let confirmed = Names()
            await withTaskGroup(of: Void.self) { group in
                for writer in 0..<12 {
                    group.addTask {
                        var random = SeededGenerator(seed: seed &* 100 &+ UInt64(writer))
                        for step in 0..<40 {
                            let name = "\(writer)-\(step)"
                            switch random.index(below: 8) {
                            case 0: try? await Self.write(name, in: database, throwing: Thrown(name: name))
                            case 1: try? await database.execute("SELECT 1")
                            default:
                                if (try? await Self.write(name, in: database)) != nil {
                                    confirmed.set.withLock { _ = $0.insert(name) }
                                }
                            }
                        }
                    }
                }
            }
            let written = try Self.written(path)
            #expect(written == confirmed.set.withLock { $0 }, "seed \(seed)")
            let counts = database.sharedCommits
            #expect(counts.commits < counts.writes, "seed \(seed): no two writes shared a commit")
        }
    }
}

extension DispatchSemaphore {
    /// Waits on a thread of its own: there are only as many threads for tasks as processors.
    fileprivate func signalled() async {
        await withCheckedContinuation { waiting in
            Thread {
                self.wait()
                waiting.resume()
            }.start()
        }
    }
}

import GRDB
import Scratch
import Storage
import Store
import Testing

/// Short reads on the caller's thread.
@Suite struct LookupTests {
    private static func withDatabase(_ body: (Store, _ other: DatabaseQueue) async throws -> Void) async throws {
        try await Scratch.with { folder in
            let store = try Store("\(folder)/closecast.db")
            try await body(store, DatabaseQueue(path: store.path))
            try store.close()
        }
    }

    private static func count(_ connection: Connection) throws -> Int {
        try Int.fetchOne(connection, sql: "SELECT count(*) FROM owners")!
    }

    @Test(arguments: [1, 5000, nil]) func aReadSeesOneState(rows: Int?) async throws {
        try await Self.withDatabase { store, other in
            let counts = try await store.read(rows: rows) { connection in
                let first = try Self.count(connection)
                try other.write { try $0.execute(sql: "INSERT INTO owners (id) VALUES ('ann')") }
                return (first, try Self.count(connection))
            }
            #expect(counts.0 == counts.1)
            let later = try await store.read(rows: rows) { try Self.count($0) }
            #expect(later == counts.0 + 1)
        }
    }

    @Test func aReadThatFailsLeavesNoTransaction() async throws {
        struct Failed: Error {}
        try await Self.withDatabase { store, other in
            let before = try await store.lookUp { try Self.count($0) }
            await #expect(throws: Failed.self) { try await store.read(rows: 1) { _ in throw Failed() } }
            try await other.write { try $0.execute(sql: "INSERT INTO owners (id) VALUES ('ann')") }
            let (found, isOpen) = try await store.lookUp { (try Self.count($0), $0.isInsideTransaction) }
            #expect(found == before + 1)
            #expect(!isOpen)
        }
    }

    @Test func connectionsInUseAreNotWaitedFor() async throws {
        try await Self.withDatabase { store, _ in
            let lookups = Lookups(most: 2)
            let reads = try lookups.read(store.path, store.options) { _ in
                try lookups.read(store.path, store.options) { _ in
                    try lookups.read(store.path, store.options) { _ in true } == nil
                }
            }
            #expect(reads == .some(true))
            let later = try lookups.read(store.path, store.options) { _ in true }
            #expect(later == true)
            try lookups.close()
            #expect(throws: DatabaseError.self) { try lookups.read(store.path, store.options) { _ in true } }
        }
    }
}

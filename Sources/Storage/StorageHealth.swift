import GRDB
import Glibc

/// Whether the file can be used just now: for probes, which may come every second.
package struct StorageHealth: Equatable, Sendable {
    /// Why it cannot be read; nil where it can.
    package let readFault: StorageError?
    /// Why it cannot be written; nil where it can. ``StorageError/locked(path:seconds:)`` passes: another process is writing.
    package let writeFault: StorageError?
    /// Bytes free for this user on the disk of the file; nil where the system does not tell.
    package let freeBytes: Int?

    /// Whether it can be read and written.
    package var isGood: Bool { readFault == nil && writeFault == nil }
}

extension Database {
    /// How long a probe waits for another process, in seconds; and a write, where one has just waited in vain.
    static let probeSeconds = 0.25

    /// What hindered the last write of this process; nil where nothing did, or a probe has found since that it is over.
    package var lastWriteFault: StorageError? { writeFaults.last }
    /// How often a write of this process was hindered.
    package var writeFaultCount: Int { writeFaults.count }

    /// Reads one row, takes the write lock and gives it back, and asks for the free space. Changes nothing.
    ///
    /// A full disk is not found by it, since nothing is written: ``StorageHealth/freeBytes`` tells, and so does a write that failed. After
    /// one it writes a page as it was, to learn whether that is over. It waits its turn behind the writes of this process, and
    /// ``probeSeconds`` for another one's.
    package func health() async -> StorageHealth {
        let readFault = await fault {
            _ = try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM migrations") }
        }
        let known = writeFaults.last
        let writeFault = await fault {
            try await pool.writeWithoutTransaction { [patience] connection in
                try patience.set(Self.probeSeconds, on: connection)
                try connection.inTransaction(.immediate) {
                    guard known != nil else { return .rollback }
                    try Self.rewriteHeader(connection)
                    return .commit
                }
            }
        }
        if known != nil, writeFault == nil { writeFaults.noteSuccess() }
        return StorageHealth(readFault: readFault, writeFault: writeFault, freeBytes: Self.freeBytes(path))
    }

    /// Writes the file's first page with what stands in it.
    private static func rewriteHeader(_ connection: Connection) throws {
        let version = try Int.fetchOne(connection, sql: "PRAGMA user_version") ?? 0
        try connection.execute(sql: "PRAGMA user_version = \(version)")
    }

    private func fault(_ body: () async throws -> Void) async -> StorageError? {
        do {
            try await body()
            return nil
        } catch {
            let mapped = StorageError.mapped(error, path, Self.probeSeconds)
            return mapped as? StorageError ?? .refused(path: path, detail: "\(mapped)")
        }
    }

    /// What the system keeps for root is not free.
    private static func freeBytes(_ path: String) -> Int? {
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return nil }
        return Int(clamping: UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize)).partialValue)
    }
}

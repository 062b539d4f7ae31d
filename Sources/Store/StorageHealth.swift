import GRDB
import Glibc

/// Whether the file is usable right now, for probes that may arrive every second.
package struct StorageHealth: Equatable, Sendable {
    /// Why the file cannot be read; nil if it can.
    package let readFault: StorageError?
    /// Why the file cannot be written; nil if it can. ``StorageError/locked(path:seconds:)`` is temporary: another process is
    /// writing.
    package let writeFault: StorageError?
    /// The free bytes for this user on the file's disk; nil if unknown.
    package let freeBytes: Int?

    /// Whether the file can be read and written.
    package var isGood: Bool { readFault == nil && writeFault == nil }
}

extension Store {
    /// How long a probe waits for another process, in seconds. Also the wait of a write after another write has waited in vain.
    static let probeSeconds = 0.25

    /// The error of this process's last write; nil if it succeeded, or if a probe has succeeded since.
    package var lastWriteFault: StorageError? { writeFaults.last }
    /// The number of failed writes of this process.
    package var writeFaultCount: Int { writeFaults.count }

    /// Reads one row, takes and releases the write lock, and queries the free space. Changes nothing.
    ///
    /// Because nothing is written, this does not detect a full disk; ``StorageHealth/freeBytes`` and failed writes do. After a
    /// failed write, it rewrites a page unchanged, to find out whether the fault has passed. It waits for pending writes of this
    /// process, and for other processes up to ``probeSeconds``.
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

    /// Rewrites the file's first page unchanged.
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

    /// Returns the free space without the part reserved for root.
    private static func freeBytes(_ path: String) -> Int? {
        var disk = statvfs()
        guard statvfs(path, &disk) == 0 else { return nil }
        return Int(clamping: UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize)).partialValue)
    }
}

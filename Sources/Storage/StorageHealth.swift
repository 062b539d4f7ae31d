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
    /// How long a probe waits for another process, in seconds.
    private static let probeSeconds = 0.25

    /// Reads one row, takes the write lock and gives it back, and asks for the free space. Changes nothing.
    ///
    /// A full disk is not found by it, since nothing is written: ``StorageHealth/freeBytes`` tells. It waits its turn behind the writes
    /// of this process, and ``probeSeconds`` for another one's.
    package func health() async -> StorageHealth {
        let readFault = await fault {
            _ = try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM migrations") }
        }
        let seconds = options.busyTimeoutSeconds
        let writeFault = await fault {
            try await pool.writeWithoutTransaction { connection in
                try connection.execute(sql: "PRAGMA busy_timeout = \(Int(Self.probeSeconds * 1000))")
                let result = Result { try connection.inTransaction(.immediate) { .rollback } }
                try connection.execute(sql: "PRAGMA busy_timeout = \(Int(seconds * 1000))")
                try result.get()
            }
        }
        return StorageHealth(readFault: readFault, writeFault: writeFault, freeBytes: Self.freeBytes(path))
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

import GRDB
import Glibc
import Market
import Platform

extension Database {
    /// Copies the file while it is in use, in one state, to a file of its own: written as `FILE.partial`, audited, and renamed when it is
    /// whole and on the disk. Blocks while it does.
    ///
    /// - Parameter overwrites: whether a file of that name is replaced.
    /// - Throws: ``StorageError/fileExists(path:)``, ``StorageError/badBackup(path:reason:)`` when this database has faults.
    package func backup(to file: String, overwrites: Bool = false) throws {
        let file = Self.plain(file)
        guard !Files.areSame(file, path) else {
            throw StorageError.cannotOpen(path: file, reason: "it is the database itself, no place for its backup")
        }
        guard overwrites || !DatabaseFile.isThere(file) else { throw StorageError.fileExists(path: file) }
        let pool = pool
        try StorageError.mapping(file, seconds: options.busyTimeoutSeconds) {
            let partial = try DatabaseFile.draft("\(file).partial")
            defer { unlink(partial) }
            let copy = try DatabaseQueue(path: partial)
            try pool.backup(to: copy)
            try copy.close()
            try BackupFile.verify(partial, named: file)
            try Disk.system.syncFile(at: partial)
            try BackupFile.put(partial, at: file, overwrites: overwrites)
        }
    }

    /// Puts a backup in the place of a database. The old one is kept beside it.
    ///
    /// The backup is copied beside the database, brought to this version's schema and audited before anything changes. Then the old file
    /// is locked: while another process has it open it is refused.
    ///
    /// - Parameters:
    ///   - backup: what ``backup(to:overwrites:)`` made, by this version or an older one.
    ///   - path: the database; it need not be there.
    ///   - now: seconds since 1970-01-01 UTC, for the name of the old file.
    /// - Returns: where the old database is now: `closecast.db.before-restore-20250220-143000`; nil when there was none.
    /// - Throws: ``StorageError/badBackup(path:reason:)``, ``StorageError/locked(path:seconds:)``.
    package static func restore(
        from backup: String, to path: String, now: Int, options: Options = Options()
    ) throws -> String? {
        let (backup, path) = (plain(backup), plain(path))
        guard !Files.areSame(backup, path) else {
            throw StorageError.badBackup(path: backup, reason: "it is the database itself")
        }
        return try StorageError.mapping(path, seconds: options.busyTimeoutSeconds) {
            try Files.makeFolder(Files.folder(of: path), mode: 0o700)
            let partial = try DatabaseFile.draft("\(path).restore.partial")
            defer { unlink(partial) }
            try BackupFile.copy(backup, to: partial, options: options)
            guard DatabaseFile.isThere(path) else {
                try BackupFile.put(partial, at: path, overwrites: false)
                return nil
            }
            return try Replacement(path: path, now: now, options: options).replace(with: partial)
        }
    }
}

/// A file that is no longer, or not yet, a database in use.
enum BackupFile {
    /// Copies a backup into a draft, with its write-ahead log where it has one, and brings it to this version's schema.
    static func copy(_ backup: String, to draft: String, options: Database.Options) throws {
        do {
            try DatabaseFile.check(backup, needsWriting: false)
            let source = try DatabaseFile.isThere("\(backup)-wal") ? readOnly(backup) : DatabaseFile.unchanging(backup)
            let copy = try DatabaseQueue(path: draft)
            try source.backup(to: copy)
            try source.close()
            try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try copy.close()
            try Migration.run(Migration.all, path: draft, options: options)
            try verify(draft, named: backup)
            let last = try DatabaseQueue(path: draft)
            try last.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
            try last.close()
            try Disk.system.syncFile(at: draft)
        } catch {
            throw reason(error, backup, options)
        }
    }

    /// In words of the backup's fault, unless it is the disk that is full.
    private static func reason(_ error: any Error, _ backup: String, _ options: Database.Options) -> any Error {
        let error = StorageError.mapped(error, backup, options.busyTimeoutSeconds)
        switch error {
        case StorageError.badBackup, StorageError.diskFull, StorageError.ioFailure, StorageError.locked: return error
        case StorageError.newer(_, let found, let known): return StorageError.newer(path: backup, found: found, known: known)
        case StorageError.corrupt(_, let detail): return StorageError.badBackup(path: backup, reason: "it is damaged: \(detail)")
        case StorageError.notADatabase: return StorageError.badBackup(path: backup, reason: "it is no database")
        case StorageError.notOurs: return StorageError.badBackup(path: backup, reason: "it is the database of another program")
        default: return StorageError.badBackup(path: backup, reason: "\(error)")
        }
    }

    private static func readOnly(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Audits a file that nobody else knows.
    static func verify(_ path: String, named name: String) throws {
        guard try DatabaseFile.applicationID(of: path) == DatabaseFile.applicationID else { throw StorageError.notOurs(path: name) }
        let findings = try DatabaseFile.unchanging(path).read { connection in
            _ = try Migration.isPending(Migration.all, in: connection, path: name)
            return try Audit(connection: connection).findings(AuditOptions(today: nil))
        }
        if let first = findings.first(where: { $0.severity == .error }) {
            throw StorageError.badBackup(path: name, reason: first.what)
        }
    }

    /// Gives a whole file its name, and waits until that is on the disk.
    static func put(_ draft: String, at path: String, overwrites: Bool) throws {
        do throws(FileError) {
            try Disk.system.publish(draft, as: path, replaces: overwrites)
        } catch {
            throw error.code == EEXIST && !overwrites ? StorageError.fileExists(path: path) : error
        }
    }
}

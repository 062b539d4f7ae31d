import GRDB
import Glibc
import Platform

extension Store {
    /// Copies one consistent state of the file while it is in use. The copy is written as `FILE.partial`, audited, synced to
    /// disk and renamed. Blocks the calling thread.
    ///
    /// - Parameter overwrites: whether to replace an existing file.
    /// - Throws: ``StorageError/fileExists(path:)``; ``StorageError/badBackup(path:reason:)`` if this database has faults.
    package func backup(to file: String, overwrites: Bool = false) throws {
        let file = Self.plain(file)
        guard !Files.areSame(file, path) else {
            throw StorageError.backupOntoItself(path: file)
        }
        guard overwrites || !DatabaseFile.isThere(file) else { throw StorageError.fileExists(path: file) }
        let (pool, schema) = (pool, schema)
        try StorageError.mapping(file, seconds: options.busyTimeoutSeconds) {
            let partial = try DatabaseFile.draft("\(file).partial")
            defer { unlink(partial) }
            let copy = try DatabaseQueue(path: partial)
            try pool.backup(to: copy)
            try copy.close()
            try BackupFile.verify(partial, named: file, schema)
            try Disk.system.syncFile(at: partial)
            try BackupFile.put(partial, at: file, overwrites: overwrites)
        }
    }

    /// Replaces a database with a backup, and keeps the old database beside it.
    ///
    /// Before anything changes, the backup is copied beside the database, migrated to this version's schema and audited. Then
    /// the old file is locked; the restore is rejected while another process has it open.
    ///
    /// - Parameters:
    ///   - backup: made by ``backup(to:overwrites:)`` of this version or an older one.
    ///   - path: the database, which need not exist.
    ///   - now: seconds since 1970-01-01 UTC, for the name of the old file.
    /// - Returns: the new path of the old database, such as `closecast.db.before-restore-20250220-143000`; nil if there was none.
    /// - Throws: ``StorageError/badBackup(path:reason:)``, ``StorageError/locked(path:seconds:)``.
    package static func restore(
        from backup: String, to path: String, now: Int, options: Options = Options(), _ schema: StoreSchema
    ) throws -> String? {
        let (backup, path) = (plain(backup), plain(path))
        guard !Files.areSame(backup, path) else {
            throw StorageError.badBackup(path: backup, reason: "it is the database itself")
        }
        return try StorageError.mapping(path, seconds: options.busyTimeoutSeconds) {
            try Files.makeFolder(Files.folder(of: path), mode: 0o700)
            let partial = try DatabaseFile.draft("\(path).restore.partial")
            defer { unlink(partial) }
            try BackupFile.copy(backup, to: partial, options: options, schema)
            guard DatabaseFile.isThere(path) else {
                try BackupFile.put(partial, at: path, overwrites: false)
                return nil
            }
            return try Replacement(path: path, now: now, options: options).replace(with: partial)
        }
    }
}

/// A backup, or a database file that is not yet in use.
enum BackupFile {
    /// Copies a backup with its write-ahead log (if it has one) into a draft, and migrates the draft to this version's schema.
    static func copy(_ backup: String, to draft: String, options: Store.Options, _ schema: StoreSchema) throws {
        do {
            try DatabaseFile.check(backup, needsWriting: false)
            let source = try DatabaseFile.isThere("\(backup)-wal") ? readOnly(backup) : DatabaseFile.unchanging(backup)
            let copy = try DatabaseQueue(path: draft)
            try source.backup(to: copy)
            try source.close()
            try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
            try copy.close()
            try schema.run(path: draft, options: options)
            try verify(draft, named: backup, schema)
            let last = try DatabaseQueue(path: draft)
            try last.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
            try last.close()
            try Disk.system.syncFile(at: draft)
        } catch {
            throw reason(error, backup, options)
        }
    }

    /// Restates an error as a fault of the backup, except for a full disk and similar errors.
    private static func reason(_ error: any Error, _ backup: String, _ options: Store.Options) -> any Error {
        let error = StorageError.mapped(error, backup, options.busyTimeoutSeconds)
        switch error {
        case StorageError.badBackup, StorageError.diskFull, StorageError.ioFailure, StorageError.locked: return error
        case StorageError.newer(_, let found, let known): return StorageError.newer(path: backup, found: found, known: known)
        case StorageError.corrupt(_, let detail): return StorageError.badBackup(path: backup, reason: "it is damaged: \(detail)")
        case StorageError.notADatabase: return StorageError.badBackup(path: backup, reason: "it is not a database")
        case StorageError.notOurs: return StorageError.badBackup(path: backup, reason: "it is the database of another program")
        default: return StorageError.badBackup(path: backup, reason: "\(error)")
        }
    }

    private static func readOnly(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Audits a file that no other process uses.
    static func verify(_ path: String, named name: String, _ schema: StoreSchema) throws {
        guard try DatabaseFile.applicationID(of: path) == DatabaseFile.applicationID else { throw StorageError.notOurs(path: name) }
        let findings = try DatabaseFile.unchanging(path).read { connection in
            _ = try schema.isPending(in: connection, path: name)
            return try Audit(connection, schema.capabilities).findings()
        }
        if let first = findings.first(where: { $0.severity == .error }) {
            throw StorageError.badBackup(path: name, reason: first.what)
        }
    }

    /// Gives a complete file its name, and waits until the name is on disk.
    static func put(_ draft: String, at path: String, overwrites: Bool) throws {
        do throws(FileError) {
            try Disk.system.publish(draft, as: path, replaces: overwrites)
        } catch {
            throw error.code == EEXIST && !overwrites ? StorageError.fileExists(path: path) : error
        }
    }
}

import GRDB
import Glibc
import Platform

/// File-level operations: creates a complete file, and inspects a file before SQLite may change anything in it.
package enum DatabaseFile {
    /// The mark in the file's header, shown by `file closecast.db`: "CLCS".
    static let applicationID: Int32 = 0x434C_4353

    package static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Creates the file under a temporary name, and links it to its own name when it is complete. A killed process leaves either no
    /// file or a complete one; if several processes create it at the same time, one wins.
    static func make(_ path: String, _ schema: StoreSchema) throws {
        try Files.makeFolder(Files.folder(of: path), mode: 0o700)
        let draft = try draft("\(path).\(getpid())-\(RandomID.hexadecimal(digits: 8)).new")
        defer { unlink(draft) }
        try fill(draft, schema)
        try Disk.system.syncFile(at: draft)
        do throws(FileError) {
            try Disk.system.publish(draft, as: path, replaces: false)
        } catch {
            guard error.code == EEXIST else { throw error }
            // The process that created it may have ended before it synced the name.
            try Disk.system.syncFolder(Files.folder(of: path))
        }
    }

    /// Creates an empty file that only its owner can access. Replaces one left by an interrupted run.
    static func draft(_ path: String) throws -> String {
        unlink(path)
        // SQLite gives the files that it creates beside it the same permissions.
        close(try Files.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600, action: "make"))
        return path
    }

    private static func fill(_ draft: String, _ schema: StoreSchema) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: draft, configuration: configuration)
        try queue.writeWithoutTransaction { connection in
            // No other process knows this file yet, and it is synced as a whole below.
            try connection.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
            try connection.execute(sql: "PRAGMA application_id = \(applicationID)")
            try schema.run(in: connection, path: draft)
            try connection.execute(sql: "PRAGMA journal_mode = WAL")
        }
        try queue.close()
    }

    /// Rejects a file that is not ours.
    ///
    /// The file is read as immutable: without a lock, without files beside it, without recovery. A plain `open` and `close` of
    /// ours would, by POSIX rules, release the locks that other connections of this process hold on the file.
    package static func check(_ path: String, needsWriting: Bool = true) throws {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileError(path: path, action: "open", code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw StorageError.cannotOpen(path: path, reason: "it is not a file") }
        guard status.st_size > 0 else { throw StorageError.notADatabase(path: path) }
        guard access(path, R_OK) == 0 else { throw StorageError.cannotOpen(path: path, reason: "it may not be read") }
        guard !needsWriting || access(path, W_OK) == 0 else { throw StorageError.readOnly(path: path) }
        guard try self.applicationID(of: path) == applicationID else { throw StorageError.notOurs(path: path) }
    }

    /// Returns the mark in the header of an SQLite file.
    static func applicationID(of path: String) throws -> Int32? {
        func read(_ queue: DatabaseQueue) throws -> Int32? {
            try queue.read { try Int32.fetchOne($0, sql: "PRAGMA application_id") }
        }
        do {
            return try read(unchanging(path))
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            // Another process may be writing its log into the file: the header can be newer than the pages that it counts. A reader
            // with locks sees one consistent state, and reports damage only if there is any.
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            return try read(DatabaseQueue(path: path, configuration: configuration))
        }
    }

    /// Opens the file as immutable, without locks and without its write-ahead log.
    static func unchanging(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        let escaped = path.utf8.reduce(into: "") { text, byte in
            let isPlain = byte > 0x20 && byte < 0x7F && ![UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains(byte)
            text += isPlain ? String(UnicodeScalar(byte)) : "%" + hexadecimal(byte)
        }
        return try DatabaseQueue(path: "file:\(escaped)?immutable=1", configuration: configuration)
    }

    private static func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}

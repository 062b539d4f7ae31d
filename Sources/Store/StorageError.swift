import GRDB
import Platform
import Records

/// The reasons why the database file cannot be used. Each message names the file and what to do.
package enum StorageError: Error, Equatable, Sendable {
    /// Another process kept the file locked for this many seconds.
    case locked(path: String, seconds: Double)
    /// The disk or the user's quota is full. Nothing was changed.
    case diskFull(path: String)
    /// The file or its folder is not writable.
    case readOnly(path: String)
    /// The file is damaged; `detail` says where.
    case corrupt(path: String, detail: String)
    /// The file is not an SQLite database.
    case notADatabase(path: String)
    /// The file is the SQLite database of another program.
    case notOurs(path: String)
    /// A newer version created the file: its schema is `found`, and this version knows schemas up to `known`.
    case newer(path: String, found: String, known: String)
    /// The file cannot be opened or created.
    case cannotOpen(path: String, reason: String)
    /// The operating system failed to read or write.
    case ioFailure(path: String, detail: String)
    /// A file exists where a backup was to be written.
    case fileExists(path: String)
    /// The file given for a backup is the database itself.
    case backupOntoItself(path: String)
    /// The backup to restore has faults; the database was not touched.
    case badBackup(path: String, reason: String)
    /// SQLite rejected an operation that only a bug in this program can request.
    case refused(path: String, detail: String)
}

extension StorageError: CustomStringConvertible {
    /// A stable error code for programs.
    package var code: String {
        switch self {
        case .locked: "database-locked"
        case .diskFull: "disk-full"
        case .readOnly: "database-read-only"
        case .corrupt: "database-corrupt"
        case .notADatabase: "not-a-database"
        case .notOurs: "foreign-database"
        case .newer: "database-newer"
        case .cannotOpen: "database-cannot-open"
        case .ioFailure: "database-io"
        case .fileExists: "file-exists"
        case .backupOntoItself: "backup-onto-itself"
        case .badBackup: "bad-backup"
        case .refused: "database-refused"
        }
    }

    /// A sentence with the file and what to do.
    package var description: String {
        switch self {
        case .locked(let path, let seconds):
            "\(path) is locked by another process for more than \(seconds) s; wait until that is done and try again"
        case .diskFull(let path): "the disk of \(path) is full; nothing was changed; make room and try again"
        case .readOnly(let path):
            if let owner = Files.otherOwner(of: path) {
                "\(path) belongs to \(owner) and cannot be written; run this as \(owner), or choose another file with --database"
            } else {
                "\(path) cannot be written; allow it (chmod u+w on the file and its folder), or choose another file with --database"
            }
        case .corrupt(let path, let detail):
            "\(path) is damaged (\(detail)); look at it with: closecast doctor; put a backup in its place with: closecast restore FILE"
        case .notADatabase(let path):
            "\(path) is not a database; move it away, or choose another file with --database"
        case .notOurs(let path):
            "\(path) is the database of another program and was left alone; choose another file with --database"
        case .newer(let path, let found, let known):
            "\(path) was made by a newer closecast (its schema is \(found), this version knows \(known)); install that version"
        case .cannotOpen(let path, let reason): "cannot open \(path): \(reason); choose another file with --database"
        case .ioFailure(let path, let detail): "the system failed on \(path) (\(detail)); look at the disk, then: closecast doctor"
        case .fileExists(let path): "there is a file \(path) already; choose another name, or overwrite it with --force"
        case .backupOntoItself(let path): "\(path) is the database itself; choose another file for the backup"
        case .badBackup(let path, let reason):
            "\(path) is not a usable backup (\(reason)); the database was not touched; choose another file"
        case .refused(let path, let detail):
            "\(path) refused what was asked (\(detail)); nothing was changed; this is a fault in closecast: please report it"
        }
    }
}

extension StorageError {
    package static func mapping<Value>(_ path: String, seconds: Double, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw mapped(error, path, seconds) }
    }

    /// Converts errors of SQLite, of invalid stored values and of the system to ``StorageError``. Returns other errors unchanged.
    package static func mapped(_ error: any Error, _ path: String, _ seconds: Double) -> any Error {
        switch error {
        case let error as DatabaseError: StorageError(error, path, seconds)
        case let error as RowDecodingError:
            corrupt(path: path, detail: "a value of the wrong type: \(firstLine(error.description))")
        case let error as Damage: corrupt(path: path, detail: error.detail)
        case let error as FileError: StorageError(error)
        default: error
        }
    }

    private init(_ error: FileError) {
        let (path, detail) = (error.path, error.description)
        switch error.code {
        case 28, 122: self = .diskFull(path: path)  // ENOSPC, EDQUOT
        case 1, 13, 30: self = .readOnly(path: path)  // EPERM, EACCES, EROFS
        default: self = .cannotOpen(path: path, reason: detail)
        }
    }

    private init(_ error: DatabaseError, _ path: String, _ seconds: Double) {
        let detail = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        switch error.extendedResultCode {
        // The shared-memory file beside the database could not grow.
        case .SQLITE_IOERR_SHMSIZE:
            self = .diskFull(path: path)
            return
        default: break
        }
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .locked(path: path, seconds: seconds)
        case .SQLITE_FULL: self = .diskFull(path: path)
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: self = .readOnly(path: path)
        case .SQLITE_CORRUPT: self = .corrupt(path: path, detail: detail)
        // Migrations made the schema complete, so a schema that does not parse or lacks a table is damaged.
        case .SQLITE_ERROR: self = .corrupt(path: path, detail: detail)
        case .SQLITE_NOTADB: self = .notADatabase(path: path)
        case .SQLITE_CANTOPEN: self = .cannotOpen(path: path, reason: detail)
        case .SQLITE_IOERR: self = .ioFailure(path: path, detail: "\(detail), SQLite's code \(error.extendedResultCode.rawValue)")
        default: self = .refused(path: path, detail: detail)
        }
    }

    private static func firstLine(_ text: String) -> String { String(text.prefix { $0 != "\n" }) }
}

import GRDB
import Glibc
import Market
import Platform

/// Replaces an old database with a restored one.
struct Replacement {
    let path: String
    /// The path to which the old database is moved.
    let aside: String
    private let options: Store.Options

    init(path: String, now: Int, options: Store.Options) {
        (self.path, self.options) = (path, options)
        let name = "\(path).before-restore-\(MomentText.compact(now))"
        // Of two restores within a second, both old databases are kept.
        aside = ([name] + (2...1000).map { "\(name)-\($0)" }).first { !DatabaseFile.isThere($0) } ?? name
    }

    /// Replaces the database.
    ///
    /// - Returns: the new path of the old database.
    func replace(with draft: String) throws -> String {
        do {
            try DatabaseFile.check(path)
            try locked { try swap(with: draft) }
            // The remaining journal of the locked file, which is empty.
            unlink("\(aside)-journal")
        } catch let error where isBroken(error) {
            // SQLite cannot lock a file that it cannot read, so other processes are detected by their locks.
            if isInUse() { throw StorageError.locked(path: path, seconds: options.busyTimeoutSeconds) }
            try swap(with: draft)
        }
        return aside
    }

    private func isBroken(_ error: any Error) -> Bool {
        switch StorageError.mapped(error, path, options.busyTimeoutSeconds) {
        case StorageError.corrupt, StorageError.notADatabase: true
        default: false
        }
    }

    /// Runs `body` while no other process has the file open. Leaving WAL mode requires exclusive access, writes the log into
    /// the file and removes it. The lock is held until the connection is closed.
    private func locked(_ body: () throws -> Void) throws {
        let old = try DatabaseQueue(path: path, configuration: Store.configuration(options))
        try old.writeWithoutTransaction { connection in
            try connection.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
            let result = Result { try body() }
            try connection.execute(sql: "ROLLBACK")
            try result.get()
        }
        try old.close()
    }

    /// Swaps the files. At every moment the path leads to either the old or the new database.
    private func swap(with draft: String) throws {
        guard link(path, aside) == 0 else { throw FileError(path: aside, action: "make", code: errno) }
        // A log left beside the new file would be mistaken for its own.
        for ending in ["-wal", "-shm", "-journal"] where DatabaseFile.isThere(path + ending) {
            guard rename(path + ending, aside + ending) == 0 else {
                throw FileError(path: path + ending, action: "move away", code: errno)
            }
        }
        try BackupFile.put(draft, at: path, overwrites: true)
    }

    /// Returns true if another connection holds a lock on the bytes that SQLite locks while a file is open.
    private func isInUse() -> Bool {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // https://www.sqlite.org/lockingv3.html: pending, reserved and shared bytes, from 1 GiB on.
        var range = flock()
        (range.l_type, range.l_whence, range.l_start, range.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 0x4000_0000, 512)
        // F_OFD_GETLK, which Swift does not import: it also reports this process's own connections.
        let command: Int32 = 36
        return fcntl(descriptor, command, &range) == 0 && range.l_type != Int16(F_UNLCK)
    }
}

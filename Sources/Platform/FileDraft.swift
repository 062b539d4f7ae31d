import Glibc
import Synchronization

/// A file that is written as `FILE.partial` and renamed once it is complete and on disk: other programs, and this one after a
/// crash, find either the old or the new bytes.
///
/// End it with ``publish()`` or ``discard()``; otherwise the draft stays next to the file.
package final class FileDraft: Sendable {
    /// The final path.
    package let path: String
    /// The path of the draft until it is published.
    package let draftPath: String
    private let descriptor: Int32
    private let disk: Disk
    /// Whether it began as a copy of the published file.
    package let isCopy: Bool
    /// The offset at which the first write truncates the file; nil if it does not.
    private let keptBytes = Mutex<Int?>(nil)

    /// The text between a draft's path and the process id while the draft is being copied.
    private static let copyMark = ".copy-"

    /// Returns the default path of a file's draft.
    package static func draftPath(of path: String) -> String { path + ".partial" }

    /// Creates an empty draft; one left by an earlier run is overwritten. Until it is released, no other process can write it.
    ///
    /// - Parameters:
    ///   - draftPath: a path in the same folder. Processes that write the same file at once each need their own.
    ///   - mode: the permissions of a new file, less the process's umask; a replaced file keeps its own.
    /// - Throws: an error that names `path`, the file that the caller asked for. All methods do the same.
    package init(
        of path: String, at draftPath: String? = nil, mode: mode_t = 0o644, disk: Disk = .system
    ) throws(FileError) {
        (self.path, self.disk, isCopy) = (path, disk, false)
        self.draftPath = draftPath ?? Self.draftPath(of: path)
        let descriptor = try Self.locked(self.draftPath, of: path, mode: mode)
        guard ftruncate(descriptor, 0) == 0 else {
            let code = errno
            close(descriptor)
            throw FileError(path: path, action: "write", code: code)
        }
        var status = stat()
        // Some file systems have no permissions to set; that must not prevent the write.
        if stat(path, &status) == 0 { _ = fchmod(descriptor, status.st_mode & 0o777) }
        self.descriptor = descriptor
    }

    /// Opens the draft of an earlier run, to append to it; if there is none, a copy of the file; if there is no file, an empty
    /// draft. Until the draft is released, other processes cannot continue the same file.
    ///
    /// - Throws: an error that names `path`; its code is `EBUSY` if another process holds the draft.
    package init(continuing path: String, disk: Disk = .system) throws(FileError) {
        (self.path, self.disk) = (path, disk)
        draftPath = Self.draftPath(of: path)
        isCopy = !Files.exists(draftPath) && Files.isFile(path)
        if isCopy {
            Self.removeAbandonedCopies(at: draftPath)
            try Self.copy(path, to: draftPath, disk)
        }
        descriptor = try Self.locked(draftPath, of: path, mode: 0o644)
    }

    /// Opens a draft for this process alone, without changing it.
    private static func locked(_ draftPath: String, of path: String, mode: mode_t) throws(FileError) -> Int32 {
        while true {
            let descriptor = open(draftPath, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, mode)
            guard descriptor >= 0 else { throw FileError(path: path, action: "write", code: errno) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno == EWOULDBLOCK ? EBUSY : errno
                close(descriptor)
                throw FileError(path: path, action: "write", code: code)
            }
            var (opened, named) = (stat(), stat())
            if fstat(descriptor, &opened) == 0, stat(draftPath, &named) == 0, opened.st_ino == named.st_ino { return descriptor }
            // The process that held the draft has published it between the two calls.
            close(descriptor)
        }
    }

    /// Removes the unfinished copies that killed processes left behind: those that no process has locked.
    private static func removeAbandonedCopies(at new: String) {
        let folder = Files.folder(of: new)
        let start = String(new[(new.lastIndex(of: "/").map(new.index(after:)) ?? new.startIndex)...]) + copyMark
        for name in (try? Files.names(in: folder)) ?? [] where name.hasPrefix(start) {
            let path = "\(folder)/\(name)"
            let descriptor = open(path, O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
            close(descriptor)
        }
    }

    /// Copies a file in pieces. The copy gets its name when it is complete, so that a crash leaves no partial copy to continue
    /// from.
    private static func copy(_ path: String, to new: String, _ disk: Disk) throws(FileError) {
        let source = try Files.open(path, O_RDONLY, action: "read")
        defer { close(source) }
        let copy = try FileDraft(of: new, at: "\(new)\(copyMark)\(getpid())", disk: disk)
        do throws(FileError) {
            var piece = [UInt8](repeating: 0, count: 1 << 20)
            while true {
                let got = read(source, &piece, piece.count)
                if got < 0, errno == EINTR { continue }
                guard got >= 0 else { throw FileError(path: path, action: "read", code: errno) }
                guard got > 0 else { break }
                try copy.write(Array(piece[..<got]))
            }
            // Must not replace a draft that another process has made and locked meanwhile.
            try copy.publish(replaces: false)
        } catch {
            copy.discard()
            guard error.code == EEXIST else { throw error }
        }
    }

    /// Returns the number of bytes up to the last line break. The first write removes the rest, which an interruption left behind;
    /// a caller that only reads the draft and then decides against it leaves it unchanged.
    package func keepWholeLines() throws(FileError) -> Int {
        var (status, piece) = (stat(), [UInt8](repeating: 0, count: 1 << 16))
        guard fstat(descriptor, &status) == 0 else { throw FileError(path: path, action: "read", code: errno) }
        var end = Int(status.st_size)
        while end > 0 {
            let start = max(0, end - piece.count)
            let got = pread(descriptor, &piece, end - start, off_t(start))
            if got < 0, errno == EINTR { continue }
            guard got == end - start else { throw FileError(path: path, action: "read", code: got < 0 ? errno : EIO) }
            if let last = piece[..<got].lastIndex(of: UInt8(ascii: "\n")) {
                end = start + last + 1
                break
            }
            end = start
        }
        if end < Int(status.st_size) { keptBytes.withLock { $0 = end } }
        return end
    }

    private func cutTornLine() throws(FileError) {
        guard let end = keptBytes.withLock({ $0.take() }) else { return }
        guard ftruncate(descriptor, off_t(end)) == 0 else { throw FileError(path: path, action: "write", code: errno) }
    }

    // The only place that closes the descriptor: closing it twice could close an unrelated file that reuses its number.
    deinit { close(descriptor) }

    /// Appends bytes.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        try cutTornLine()
        try disk.writeAll(bytes, descriptor, path: path)
    }

    /// Publishes the file under its name, replacing an existing file. When this returns, the file survives a crash of the machine.
    ///
    /// - Parameter replaces: whether an existing file is replaced; otherwise it is an error, `EEXIST`.
    package func publish(replaces: Bool = true) throws(FileError) {
        try cutTornLine()
        guard disk.sync(descriptor) == 0 else { throw FileError(path: path, action: "write", code: errno) }
        try disk.publish(draftPath, as: path, replaces: replaces)
    }

    /// Removes the draft.
    package func discard() { unlink(draftPath) }
}

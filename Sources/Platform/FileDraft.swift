import Glibc

/// A file that is written as `FILE.partial` and renamed when it is complete and on the disk: other programs, and this one after a crash,
/// find the old bytes or the new ones.
///
/// End it with ``publish()`` or ``discard()``: a draft that gets neither stays beside the file.
package final class FileDraft: Sendable {
    /// Where the file will be.
    package let path: String
    /// Where it is until it is published.
    package let draftPath: String
    private let descriptor: Int32
    private let disk: Disk

    /// Where the draft of a file is, unless the caller wants it elsewhere.
    package static func draftPath(of path: String) -> String { path + ".partial" }

    /// Begins an empty draft; one that an earlier run left is overwritten.
    ///
    /// - Parameters:
    ///   - draftPath: in the same folder; of processes that write the same file at once each needs its own.
    ///   - mode: permissions of a new file, less the process's umask; a file that is replaced keeps its own.
    /// - Throws: errors that name `path`, the file that the caller asked for, as all methods do.
    package init(
        of path: String, at draftPath: String? = nil, mode: mode_t = 0o644, disk: Disk = .system
    ) throws(FileError) {
        (self.path, self.disk) = (path, disk)
        self.draftPath = draftPath ?? Self.draftPath(of: path)
        let descriptor = open(self.draftPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw FileError(path: path, action: "write", code: errno) }
        var status = stat()
        // Some file systems have no permissions to set: that must not prevent the write.
        if stat(path, &status) == 0 { _ = fchmod(descriptor, status.st_mode & 0o777) }
        self.descriptor = descriptor
    }

    // Nowhere else: a descriptor that is closed twice closes a file of somebody else the second time.
    deinit { close(descriptor) }

    /// Adds bytes at the end.
    package func write(_ bytes: [UInt8]) throws(FileError) { try disk.writeAll(bytes, descriptor, path: path) }

    /// Gives the file its name, in the place of a file that has it. When this returns, it survives a crash of the machine.
    package func publish() throws(FileError) {
        guard disk.sync(descriptor) == 0 else { throw FileError(path: path, action: "write", code: errno) }
        try disk.publish(draftPath, as: path, replaces: true)
    }

    /// Removes the draft.
    package func discard() { unlink(draftPath) }
}

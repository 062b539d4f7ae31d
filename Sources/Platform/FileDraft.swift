import Glibc

/// A file that is written as `FILE.partial` and renamed once it is complete and on disk: other programs, and this one after a
/// crash, find either the old or the new bytes.
///
/// End it with ``publish()`` or ``discard()``; otherwise the draft stays next to the file.
package final class FileDraft: Sendable {
    /// The final path.
    package let path: String
    /// The path until it is published.
    package let draftPath: String
    private let descriptor: Int32
    private let disk: Disk

    /// Returns the default path of a file's draft.
    package static func draftPath(of path: String) -> String { path + ".partial" }

    /// Creates an empty draft; one left by an earlier run is overwritten.
    ///
    /// - Parameters:
    ///   - draftPath: a path in the same folder. Processes that write the same file at once each need their own.
    ///   - mode: the permissions of a new file, less the process's umask; a replaced file keeps its own.
    /// - Throws: an error that names `path`, the file that the caller asked for. All methods do the same.
    package init(
        of path: String, at draftPath: String? = nil, mode: mode_t = 0o644, disk: Disk = .system
    ) throws(FileError) {
        (self.path, self.disk) = (path, disk)
        self.draftPath = draftPath ?? Self.draftPath(of: path)
        let descriptor = open(self.draftPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw FileError(path: path, action: "write", code: errno) }
        var status = stat()
        // Some file systems have no permissions to set; that must not prevent the write.
        if stat(path, &status) == 0 { _ = fchmod(descriptor, status.st_mode & 0o777) }
        self.descriptor = descriptor
    }

    // The only place that closes the descriptor: closing it twice could close an unrelated file that reuses its number.
    deinit { close(descriptor) }

    /// Appends bytes.
    package func write(_ bytes: [UInt8]) throws(FileError) { try disk.writeAll(bytes, descriptor, path: path) }

    /// Publishes the file under its name, replacing an existing file. When this returns, the file survives a crash of the machine.
    package func publish() throws(FileError) {
        guard disk.sync(descriptor) == 0 else { throw FileError(path: path, action: "write", code: errno) }
        try disk.publish(draftPath, as: path, replaces: true)
    }

    /// Removes the draft.
    package func discard() { unlink(draftPath) }
}

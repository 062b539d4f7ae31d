import Glibc

/// The system calls that put bytes on the disk, so that a test can make them fail.
package struct Disk: Sendable {
    /// As write(2): how many bytes were written, or -1 and `errno`.
    package var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
    /// As fsync(2).
    package var sync: @Sendable (_ descriptor: Int32) -> Int32
    /// Free bytes of the file system that a path is on; nil where it is unknown.
    package var freeBytes: @Sendable (_ path: String) -> Int?

    /// The operating system's.
    package static let system = Disk(
        write: { Glibc.write($0, $1.baseAddress, $1.count) }, sync: { fsync($0) },
        freeBytes: { path in
            var status = statvfs()
            guard statvfs(path, &status) == 0 else { return nil }
            return Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
        })

    /// Writes all bytes to an open descriptor.
    ///
    /// - Parameter path: what an error names.
    package func writeAll(_ bytes: [UInt8], _ descriptor: Int32, path: String) throws(FileError) {
        var done = 0
        while done < bytes.count {
            let wrote = bytes.withUnsafeBytes { write(descriptor, UnsafeRawBufferPointer(rebasing: $0[done...])) }
            if wrote < 0, errno == EINTR { continue }
            guard wrote >= 0 else { throw FileError(path: path, action: "write", code: errno) }
            done += wrote
        }
    }

    /// Waits until the bytes of an open file are on the disk.
    ///
    /// - Parameter path: what an error names.
    package func syncFile(_ descriptor: Int32, path: String) throws(FileError) {
        guard sync(descriptor) == 0 else { throw FileError(path: path, action: "sync", code: errno) }
    }

    /// Waits until the bytes of a file are on the disk.
    ///
    /// Not for a file that this process has open in SQLite: closing any descriptor of it gives up SQLite's locks.
    package func syncFile(at path: String) throws(FileError) {
        let descriptor = try Files.open(path, O_RDONLY, action: "sync")
        defer { close(descriptor) }
        try syncFile(descriptor, path: path)
    }

    /// Waits until the names in a folder are on the disk: a file that was made, renamed or removed stays so after a crash.
    ///
    /// A folder that this process may not read cannot be synced, and some file systems do not sync folders at all: neither is an error,
    /// since files can be written there all the same.
    package func syncFolder(_ path: String) throws(FileError) {
        let descriptor: Int32
        do throws(FileError) {
            descriptor = try Files.open(path, O_RDONLY | O_DIRECTORY, action: "sync")
        } catch {
            if error.code == EACCES { return }
            throw error
        }
        defer { close(descriptor) }
        guard sync(descriptor) == 0 || errno == EINVAL else { throw FileError(path: path, action: "sync", code: errno) }
    }

    /// Gives a synced draft in the same folder its name, and waits until that is on the disk.
    ///
    /// - Parameter replaces: whether a file of that name is replaced; else it is an error of code `EEXIST`, also when another process
    ///   makes it at the same moment.
    package func publish(_ draft: String, as path: String, replaces: Bool) throws(FileError) {
        // Unlike rename, link never replaces a file.
        guard (replaces ? rename(draft, path) : link(draft, path)) == 0 else {
            throw FileError(path: path, action: "write", code: errno)
        }
        if !replaces { unlink(draft) }
        try syncFolder(Files.folder(of: path))
    }

    /// Writes a file whole or not at all: after a crash the old bytes are there or the new ones.
    ///
    /// - Parameters:
    ///   - draftPath: as in ``FileDraft``.
    ///   - mode: permissions of a new file; one that is replaced keeps its own.
    package func replace(
        _ path: String, with bytes: [UInt8], at draftPath: String? = nil, mode: mode_t = 0o644
    ) throws(FileError) {
        let draft = try FileDraft(of: path, at: draftPath, mode: mode, disk: self)
        do throws(FileError) {
            try draft.write(bytes)
            try draft.publish()
        } catch {
            draft.discard()
            throw error
        }
    }
}

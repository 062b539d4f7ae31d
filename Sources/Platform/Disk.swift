import Glibc

/// The system calls that write to disk, replaceable so that tests can make them fail.
package struct Disk: Sendable {
    /// Like write(2): returns the number of bytes written, or -1 and sets `errno`.
    package var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
    /// Like fsync(2).
    package var sync: @Sendable (_ descriptor: Int32) -> Int32
    /// Returns the free bytes of a path's file system; nil if unknown.
    package var freeBytes: @Sendable (_ path: String) -> Int?

    /// The operating system's calls.
    package static let system = Disk(
        write: { Glibc.write($0, $1.baseAddress, $1.count) }, sync: { fsync($0) },
        freeBytes: { path in
            var status = statvfs()
            guard statvfs(path, &status) == 0 else { return nil }
            return Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
        })

    /// Writes all bytes to an open descriptor.
    ///
    /// - Parameter path: the path named in errors.
    package func writeAll(_ bytes: [UInt8], _ descriptor: Int32, path: String) throws(FileError) {
        var done = 0
        while done < bytes.count {
            let wrote = bytes.withUnsafeBytes { write(descriptor, UnsafeRawBufferPointer(rebasing: $0[done...])) }
            if wrote < 0, errno == EINTR { continue }
            guard wrote >= 0 else { throw FileError(path: path, action: "write", code: errno) }
            done += wrote
        }
    }

    /// Waits until the bytes of an open file are on disk.
    ///
    /// - Parameter path: the path named in errors.
    package func syncFile(_ descriptor: Int32, path: String) throws(FileError) {
        guard sync(descriptor) == 0 else { throw FileError(path: path, action: "sync", code: errno) }
    }

    /// Waits until the bytes of a file are on disk.
    ///
    /// Not for a file that this process has open in SQLite: closing any of its descriptors releases SQLite's locks.
    package func syncFile(at path: String) throws(FileError) {
        let descriptor = try Files.open(path, O_RDONLY, action: "sync")
        defer { close(descriptor) }
        try syncFile(descriptor, path: path)
    }

    /// Waits until the names in a folder are on disk, so that created, renamed and removed files stay so after a crash.
    ///
    /// A folder that this process may not read, or a file system that cannot sync folders, is not an error: files can still be
    /// written there.
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

    /// Publishes a synced draft in the same folder under its name, and waits until the name is on disk.
    ///
    /// - Parameter replaces: whether to replace an existing file. If false, an existing file is an error of code `EEXIST`, even
    ///   if another process creates it at the same moment.
    package func publish(_ draft: String, as path: String, replaces: Bool) throws(FileError) {
        // Unlike rename, link never replaces a file.
        guard (replaces ? rename(draft, path) : link(draft, path)) == 0 else {
            throw FileError(path: path, action: "write", code: errno)
        }
        if !replaces { unlink(draft) }
        try syncFolder(Files.folder(of: path))
    }

    /// Replaces a file atomically: after a crash either the old or the new bytes are there.
    ///
    /// - Parameters:
    ///   - draftPath: as in ``FileDraft``.
    ///   - mode: the permissions of a new file; a replaced file keeps its own.
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

import Glibc
import Platform

/// The system calls by which jobs access the disk, replaceable so that tests can inject failures.
package struct JobDisk: Sendable {
    /// Like write(2): returns the number of bytes written, or -1 with `errno` set.
    package var write: @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int
    /// Like fsync(2).
    package var sync: @Sendable (_ descriptor: Int32) -> Int32
    /// Returns the free bytes of a path's file system; nil if unknown.
    package var freeBytes: @Sendable (_ path: String) -> Int?

    /// The calls of the operating system.
    package static let system = JobDisk(
        write: { Glibc.write($0, $1.baseAddress, $1.count) }, sync: { fsync($0) },
        freeBytes: { path in
            var status = statvfs()
            guard statvfs(path, &status) == 0 else { return nil }
            return Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
        })

    func writeAll(_ bytes: [UInt8], _ descriptor: Int32, path: String) throws(FileError) {
        var done = 0
        while done < bytes.count {
            let wrote = bytes.withUnsafeBytes { write(descriptor, UnsafeRawBufferPointer(rebasing: $0[done...])) }
            if wrote < 0, errno == EINTR { continue }
            guard wrote >= 0 else { throw FileError(path: path, action: "write", code: errno) }
            done += wrote
        }
    }

    func syncFile(_ descriptor: Int32, path: String) throws(FileError) {
        guard sync(descriptor) == 0 else { throw FileError(path: path, action: "sync", code: errno) }
    }

    /// Makes changes of names in a folder durable.
    func syncFolder(_ path: String) throws(FileError) {
        let descriptor = try Self.open(path, O_RDONLY | O_DIRECTORY, action: "sync")
        defer { close(descriptor) }
        try syncFile(descriptor, path: path)
    }

    /// Replaces a file atomically: after a crash it has either the old or the new bytes.
    func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        let temporary = path + ".partial"
        do throws(FileError) {
            let descriptor = try Self.open(temporary, O_WRONLY | O_CREAT | O_TRUNC, action: "write")
            defer { close(descriptor) }
            try writeAll(bytes, descriptor, path: path)
            try syncFile(descriptor, path: path)
        } catch {
            unlink(temporary)
            throw error
        }
        try Self.move(temporary, to: path)
        try syncFolder(Files.folder(of: path))
    }

    static func open(_ path: String, _ flags: Int32, action: String) throws(FileError) -> Int32 {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(path: path, action: action, code: errno) }
        return descriptor
    }

    static func move(_ path: String, to new: String) throws(FileError) {
        guard rename(path, new) == 0 else { throw FileError(path: path, action: "rename", code: errno) }
    }

    /// Removes a job's folder and its files. Files that cannot be removed are left for the next start.
    static func removeFolder(_ path: String) {
        let names = (try? Files.names(in: path)) ?? []
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }
}

import Glibc
import Platform

/// The reasons why a server cannot start on a database file.
package enum ServerLockError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another process serves the file. Its process id is nil if it could not be read.
    case isServed(path: String, process: Int?)
    /// The lock file beside the database cannot be created or read.
    case cannotLock(FileError)

    /// A sentence with the file, the process and what to do.
    package var description: String {
        switch self {
        case .isServed(let path, let process):
            "\(path) is already served by \(process.map { "process \($0)" } ?? "another process"); stop it, or choose another file "
                + "with --database"
        case .cannotLock(let error): "no server can be started on this database: \(error)"
        }
    }
}

/// Ensures that only one server uses a database file: a second one would treat requests in progress of the first as those of a dead
/// process. On the command line, only `restore` takes it.
///
/// The lock is an `flock` on a file beside the database, `closecast.db.server`, and ends with the process in any case. The file
/// is kept, because removing it could remove the one that another server has just locked.
package final class ServerLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock, or reports which process holds it.
    ///
    /// - Parameters:
    ///   - path: the database, which need not exist yet. A symbolic link counts as its target.
    ///   - address: where people reach the server, for commands on the same machine; nil for a process that serves nothing.
    /// - Throws: ``ServerLockError``.
    package init(database path: String, address: String? = nil) throws(ServerLockError) {
        let path = try Self.resolved(Store.plain(path))
        let lock = path + ".server"
        descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotLock(FileError(path: lock, action: "make", code: errno)) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            let process = Self.process(descriptor)
            Glibc.close(descriptor)
            guard code == EWOULDBLOCK else { throw .cannotLock(FileError(path: lock, action: "lock", code: code)) }
            throw .isServed(path: path, process: process)
        }
        let text = Array("\(getpid())\n\(address ?? "")\n".utf8)
        guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count else {
            let code = errno
            Glibc.close(descriptor)
            throw .cannotLock(FileError(path: lock, action: "write", code: code))
        }
    }

    /// Releases the lock. Must be called once, after the last use of the database.
    package func release() {
        // The address is no longer that of a server.
        ftruncate(descriptor, 0)
        // Closing alone is not enough: a child process also holds the lock until it has become its program.
        flock(descriptor, LOCK_UN)
        Glibc.close(descriptor)
    }

    /// Returns the address of the server that uses a database; nil if none runs, or if it could not be read.
    package static func address(ofServerOn path: String) -> String? {
        guard let real = realpath(Store.plain(path), nil) else { return nil }
        defer { free(real) }
        guard let bytes = try? Files.read(String(cString: real) + ".server") else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        // Trying the lock instead could keep a server that starts at this moment from taking it.
        guard lines.count == 2, let process = Int32(lines[0]), kill(process, 0) == 0 || errno == EPERM else { return nil }
        return String(lines[1])
    }

    /// Returns the path without symbolic links. If the file does not exist, its folder is created, as opening the database
    /// would do.
    private static func resolved(_ path: String) throws(ServerLockError) -> String {
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        let folder = Files.folder(of: path)
        do throws(FileError) { try Files.makeFolder(folder, mode: 0o700) } catch { throw .cannotLock(error) }
        guard let real = realpath(folder, nil) else {
            throw .cannotLock(FileError(path: folder, action: "find", code: errno))
        }
        defer { free(real) }
        return String(cString: real) + path[(path.lastIndex(of: "/") ?? path.startIndex)...]
    }

    private static func process(_ descriptor: Int32) -> Int? {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int(String(decoding: bytes[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}

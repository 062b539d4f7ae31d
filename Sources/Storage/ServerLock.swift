import Glibc
import Platform

/// Why a server does not start on a database file.
package enum ServerLockError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another process serves the file; its number is nil where that could not be read.
    case isServed(path: String, process: Int?)
    /// The file beside the database that says so cannot be made or read.
    case cannotLock(FileError)

    /// A sentence with the file, the process and what to do.
    package var description: String {
        switch self {
        case .isServed(let path, let process):
            "\(path) is served by \(process.map { "process \($0)" } ?? "another process") already; stop that one, or choose another file "
                + "with --database"
        case .cannotLock(let error): "no server can be started on this database: \(error)"
        }
    }
}

/// Says that this process serves a database file, which one server may: a second one would take the first one's requests in progress for
/// those of a dead process. The command line needs no such lock, and does not look for it.
///
/// It is a lock by `flock` on a file beside the database, `closecast.db.server`: it goes with the process, however that ends. The file
/// stays, since removing it could remove the one that another server has just locked.
package final class ServerLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock, or finds who has it.
    ///
    /// - Parameter path: of the database, which need not be there yet; a symbolic link stands for the file that it leads to.
    /// - Throws: ``ServerLockError``.
    package init(database path: String) throws(ServerLockError) {
        let path = try Self.resolved(Database.plain(path))
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
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count else {
            let code = errno
            Glibc.close(descriptor)
            throw .cannotLock(FileError(path: lock, action: "write", code: code))
        }
    }

    /// Gives the lock up, once, after the last use of the database.
    package func release() { Glibc.close(descriptor) }

    /// The path without symbolic links. Of a file that is not there yet, its folder is made, as the database would.
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

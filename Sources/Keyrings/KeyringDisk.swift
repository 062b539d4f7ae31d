import Glibc
import Platform

/// The file operations of keyrings: stricter than those of other files, because each of these bytes is secret.
struct KeyringDisk {
    /// Far more than all keys of a century.
    private static let largestFile = 1 << 20

    private let disk: Disk

    init(_ disk: Disk) { self.disk = disk }

    // MARK: Reading

    static func read(_ path: String, credentialsFolder: String?) throws(KeyringError) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .missing(path: path) : .file(FileError(path: path, action: "read", code: errno))
        }
        defer { close(descriptor) }
        // Of the open file: the path could lead to another one by now.
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .file(FileError(path: path, action: "read", code: errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        let refused: mode_t = isCredential(path, folder: credentialsFolder) ? 0o007 : 0o077
        guard status.st_mode & refused == 0 else { throw .openToOthers(path: path, mode: Int(status.st_mode & 0o777)) }
        do throws(FileError) { return try bytes(descriptor, path: path) } catch { throw .file(error) }
    }

    private static func isCredential(_ path: String, folder: String?) -> Bool {
        guard let folder, folder.utf8.first == UInt8(ascii: "/") else { return false }
        return Files.areSame(Files.folder(of: path), folder)
    }

    private static func bytes(_ descriptor: Int32, path: String) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 14)
        while bytes.count <= largestFile {
            let result = block.withUnsafeMutableBytes { space in
                Result { () throws(FileError) in try Files.read(descriptor: descriptor, into: space, path: path) }
            }
            let count = try result.get()
            guard count > 0 else { return bytes }
            bytes += block[..<count]
        }
        throw FileError(path: path, action: "read", code: EFBIG)
    }

    // MARK: Writing

    /// Calls `body` while no other process changes keyrings in the same folder.
    ///
    /// - Parameter body: gets the path without symbolic links, so that a link is not replaced by a file.
    func locked<Result>(_ path: String, _ body: (String) throws(KeyringError) -> Result) throws(KeyringError) -> Result {
        let path = resolved(path)
        let folder = Files.folder(of: path)
        // The folder, since the file itself is replaced. The lock ends with the process in any case.
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(FileError(path: folder, action: "lock", code: errno)) }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .file(FileError(path: folder, action: "lock", code: errno)) }
        }
        return try body(path)
    }

    private func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Creates a file, or leaves none behind.
    func create(_ path: String, _ bytes: [UInt8]) throws(KeyringError) {
        do throws(FileError) { try write(bytes, path, replaces: false) } catch {
            throw error.code == EEXIST ? .exists(path: path) : .file(error)
        }
    }

    /// Replaces a file, which keeps its owner and its mode.
    func replace(_ path: String, _ bytes: [UInt8]) throws(KeyringError) {
        do throws(FileError) { try write(bytes, path, replaces: true) } catch { throw .file(error) }
    }

    private func write(_ bytes: [UInt8], _ path: String, replaces: Bool) throws(FileError) {
        let draft = FileDraft.draftPath(of: "\(path).\(getpid())")
        // Left by a killed process of the same id: the lock says that nobody writes it now.
        unlink(draft)
        do throws(FileError) {
            // O_EXCL also refuses a symbolic link, which could lead the keys elsewhere.
            let descriptor = try Files.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600, action: "write")
            defer { close(descriptor) }
            if replaces { try keepOwner(of: path, descriptor) }
            try disk.writeAll(bytes, descriptor, path: path)
            try disk.syncFile(descriptor, path: path)
            try disk.publish(draft, as: path, replaces: replaces)
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Gives the draft the owner of the file that it replaces: root may rotate the keys of a service.
    private func keepOwner(of path: String, _ draft: Int32) throws(FileError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileError(path: path, action: "read", code: errno) }
        guard status.st_uid != geteuid() || status.st_gid != getegid() else { return }
        guard fchown(draft, status.st_uid, status.st_gid) == 0 else {
            throw FileError(path: path, action: "keep the owner of", code: errno)
        }
    }
}

import Glibc
import Platform

/// The file operations of keyrings: stricter than those of other files, because each of these bytes is secret.
struct KeyringDisk {
    /// Far more than a century of keys.
    private static let largestFile = 1 << 20

    private let disk: Disk

    init(_ disk: Disk) { self.disk = disk }

    // MARK: Reading

    static func read(_ path: String, credentialsFolder: String?) throws(KeyringError) -> [UInt8] {
        do throws(SecretFileError) {
            return try SecretFile.read(path, credentialsFolder: credentialsFolder, largest: largestFile)
        } catch {
            switch error {
            case .missing: throw .missing(path: path)
            case .notAFile: throw .notAFile(path: path)
            case .openToOthers(let mode): throw .openToOthers(path: path, mode: Int(mode))
            case .tooLarge: throw .file(FileError(path: path, action: "read", code: EFBIG))
            case .file(let error): throw .file(error)
            }
        }
    }

    // MARK: Writing

    /// Calls `body` while no other process changes keyrings in this folder.
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
        // Left by a killed process with the same id: we have the lock, so no process is writing it.
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

import Glibc

/// Reads files with secrets: regular files that only their owner can access.
package enum SecretFile {
    /// Returns the bytes of a file.
    ///
    /// - Parameters:
    ///   - credentialsFolder: the absolute path of the folder that systemd makes for the credentials of a service. Its files may
    ///     have permissions of the group, because systemd grants access by an access control list that looks like them.
    ///   - largest: the maximum size in bytes.
    /// - Throws: ``SecretFileError``. Never waits for the writer of a pipe.
    package static func read(_ path: String, credentialsFolder: String?, largest: Int) throws(SecretFileError) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .missing : .file(FileError(path: path, action: "read", code: errno))
        }
        defer { close(descriptor) }
        // The status of the open file, because the path could lead to another file by now.
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .file(FileError(path: path, action: "read", code: errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        let refused: mode_t = isCredential(path, folder: credentialsFolder) ? 0o007 : 0o077
        guard status.st_mode & refused == 0 else { throw .openToOthers(mode: status.st_mode & 0o777) }
        return try bytes(descriptor, path: path, largest: largest)
    }

    private static func isCredential(_ path: String, folder: String?) -> Bool {
        guard let folder, folder.utf8.first == UInt8(ascii: "/") else { return false }
        return Files.areSame(Files.folder(of: path), folder)
    }

    /// Reads to the end of the file, not just the size that it had when it was opened: it may grow meanwhile.
    private static func bytes(_ descriptor: Int32, path: String, largest: Int) throws(SecretFileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 14)
        while bytes.count <= largest {
            let result = block.withUnsafeMutableBytes { space in
                Result { () throws(FileError) in try Files.read(descriptor: descriptor, into: space, path: path) }
            }
            switch result {
            case .success(0): return bytes
            case .success(let count): bytes += block[..<count]
            case .failure(let error): throw .file(error)
            }
        }
        throw .tooLarge
    }
}

/// Why ``SecretFile`` refuses to read a file.
package enum SecretFileError: Error, Equatable, Sendable {
    /// Nothing is at the path.
    case missing
    /// The path is a folder, a pipe or a device.
    case notAFile
    /// Group or others have permissions. `mode` has the last nine bits.
    case openToOthers(mode: UInt32)
    /// The file has more bytes than the caller accepts.
    case tooLarge
    /// The system refused to open or read the file.
    case file(FileError)
}

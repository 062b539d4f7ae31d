import Glibc

/// Reads and writes whole files and folders without Foundation, which takes 2 ms to load, as long as four forecasts.
package enum Files {
    /// The largest file that is read: a larger one is not a file of prices or weights, and would have to fit in memory.
    private static let largestFile = 1 << 30

    /// Returns the bytes of a file, or of standard input if `path` is `-`; at most 1 GiB.
    package static func read(_ path: String) throws(FileError) -> [UInt8] {
        if path == "-" { return try read(descriptor: STDIN_FILENO, path: "standard input", sizeHint: 0) }
        let descriptor = try open(path, O_RDONLY, action: "read")
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(path: path, action: "read", code: errno) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw FileError(path: path, action: "read", code: EISDIR) }
        return try read(descriptor: descriptor, path: path, sizeHint: Int(status.st_size))
    }

    private static func read(descriptor: Int32, path: String, sizeHint: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(sizeHint + 1, 1 << 16))
        var count = 0
        while true {
            guard count <= largestFile else { throw FileError(path: path, action: "read", code: EFBIG) }
            if count == bytes.count { bytes.append(contentsOf: repeatElement(0, count: bytes.count)) }
            let got = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + count, $0.count - count) }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw FileError(path: path, action: "read", code: errno) }
            guard got > 0 else { break }
            count += got
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Writes a file atomically: other processes, and this one after a crash, find either the old or the new bytes.
    ///
    /// A new file is readable by everyone, less the process's umask; a replaced file keeps its permissions.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
        // A device such as /dev/null, or a named pipe, must not be replaced by a file.
        if exists(path), !isFile(path), !isFolder(path) {
            let descriptor = try open(path, O_WRONLY, action: "write")
            defer { close(descriptor) }
            return try writeAll(bytes, descriptor: descriptor, path: path)
        }
        // Two commands may write the same file at once, so the draft's name contains the process id.
        try Disk.system.replace(path, with: bytes, at: FileDraft.draftPath(of: "\(path).\(getpid())"))
    }

    /// Opens a file that child processes do not inherit.
    ///
    /// - Parameters:
    ///   - mode: the permissions of a file that `flags` create, less the process's umask.
    ///   - action: the operation named in errors: "read", "write", …
    package static func open(
        _ path: String, _ flags: Int32, mode: mode_t = 0o644, action: String
    ) throws(FileError) -> Int32 {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw FileError(path: path, action: action, code: errno) }
        return descriptor
    }

    /// Opens a pipe that child processes do not inherit.
    ///
    /// - Throws: `FileError` if the process has too many open files.
    package static func pipe() throws(FileError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw FileError(path: "a pipe", action: "open", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Reads once from an open descriptor: as many bytes as are available and fit.
    ///
    /// - Returns: the number of bytes; 0 at the end.
    package static func read(
        descriptor: Int32, into space: UnsafeMutableRawBufferPointer, path: String
    ) throws(FileError) -> Int {
        while true {
            let got = Glibc.read(descriptor, space.baseAddress, space.count)
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw FileError(path: path, action: "read", code: errno) }
            return got
        }
    }

    /// Writes all bytes to an open descriptor.
    package static func writeAll(_ bytes: [UInt8], descriptor: Int32, path: String) throws(FileError) {
        try Disk.system.writeAll(bytes, descriptor, path: path)
    }

    /// Returns true if a file or folder exists.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns true for a folder.
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns true for a regular file.
    package static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns true if two paths lead to the same file.
    package static func areSame(_ first: String, _ second: String) -> Bool {
        var (one, two) = (stat(), stat())
        return stat(first, &one) == 0 && stat(second, &two) == 0 && one.st_dev == two.st_dev && one.st_ino == two.st_ino
    }

    /// Returns true for a regular file that this process may read.
    package static func isReadable(_ path: String) -> Bool { isFile(path) && access(path, R_OK) == 0 }

    /// Returns true for a file that this process may run.
    package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// Returns the permissions of a file or folder, such as 0o600.
    package static func permissions(of path: String) throws(FileError) -> UInt32 {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileError(path: path, action: "read", code: errno) }
        return status.st_mode & 0o7777
    }

    /// Returns when a file was last changed, in nanoseconds since 1970-01-01 UTC; 0 if there is none.
    package static func changedAt(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec : 0
    }

    /// Returns a file's size in bytes; 0 if there is none.
    package static func size(of path: String) -> Int {
        var status = Glibc.stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Returns permissions as `chmod` takes them: `0600`.
    package static func modeText(_ mode: some BinaryInteger) -> String { "0" + String(mode, radix: 8) }

    /// Returns the command that changes permissions: `chmod 600 PATH`, with `sudo` for a file of another user.
    ///
    /// - Parameter change: the new permissions, as `chmod` takes them.
    package static func permissionCommand(_ change: String, _ path: String) -> String {
        "\(otherOwner(of: path) == nil ? "" : "sudo ")chmod \(change) \(path)"
    }

    /// Returns the user who owns a file, by name or number; nil if it is the user of this process, if that user may change every
    /// file, or if the file does not exist.
    package static func otherOwner(of path: String) -> String? {
        var status = stat()
        guard geteuid() != 0, stat(path, &status) == 0, status.st_uid != geteuid() else { return nil }
        return getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) } ?? "\(status.st_uid)"
    }

    /// Creates a folder and its parents; existing ones keep their permissions.
    package static func makeFolder(_ path: String, mode: mode_t = 0o755) throws(FileError) {
        if isFolder(path) { return }
        let parent = folder(of: path)
        if parent != path, !parent.isEmpty { try makeFolder(parent, mode: mode) }
        guard mkdir(path, mode) == 0 || errno == EEXIST else {
            throw FileError(path: path, action: "make the folder", code: errno)
        }
    }

    /// Renames a file or folder within one file system.
    package static func move(_ path: String, to new: String) throws(FileError) {
        guard rename(path, new) == 0 else { throw FileError(path: path, action: "rename", code: errno) }
    }

    /// Removes a folder and its files, as far as possible. If it contains hidden files or folders, these and the folder remain.
    package static func removeFolder(_ path: String) {
        let names = (try? names(in: path)) ?? []
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// Returns the names in a folder, sorted and without hidden ones.
    package static func names(in path: String) throws(FileError) -> [String] {
        guard let folder = opendir(path) else { throw FileError(path: path, action: "list", code: errno) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// Returns the path without its last component; "." if there is only one.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the last component of a path without its extension: `BTC` for `../market/BTC.csv`.
    package static func stem(of path: String) -> String {
        let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
        return String(name[..<dot])
    }
}

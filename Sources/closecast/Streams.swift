import Glibc
import Platform

/// A file or standard input, to be read line by line.
struct InputStream {
    let descriptor: Int32
    let name: String
    /// Its bytes, where it is a file.
    let size: Int?

    init(_ path: String) throws(Failure) {
        if path == "-" {
            Console.noteTypedInput()
            (descriptor, name, size) = (STDIN_FILENO, "standard input", nil)
            return
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(FileError(path: path, action: "read", code: errno)) }
        guard !Files.isFolder(path) else { throw Failure(FileError(path: path, action: "read", code: EISDIR)) }
        var status = stat()
        size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
        self.descriptor = descriptor
        name = path
    }
}

/// A file that appears when it is finished, or standard output, a device or a pipe, which are written as the answers come.
struct OutputTarget: Sendable {
    private let descriptor: Int32
    private let path: String
    /// Where the bytes are until ``finish()``; nil where they go straight to their place.
    let unfinishedPath: String?

    init(_ path: String, input: String, option: String = "--out") throws(Failure) {
        self.path = path
        if path == "-" {
            (descriptor, unfinishedPath) = (STDOUT_FILENO, nil)
            return
        }
        guard input == "-" || !Files.areSame(path, input) else {
            throw Failure("\(option) \(path) is the input itself; give another file", .usage)
        }
        guard !Files.isFolder(path) else { throw Failure("\(option) \(path) is a folder; give a file", .usage) }
        // A device such as /dev/null or a named pipe must not be replaced by a file.
        let isSpecial = Files.exists(path) && !Files.isFile(path)
        let unfinished = isSpecial ? path : path + ".partial"
        guard input == "-" || !Files.areSame(unfinished, input) else {
            throw Failure("\(option) \(path) would overwrite the input \(input) while it is read; give another file", .usage)
        }
        let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Failure(FileError(path: path, action: "write", code: errno)) }
        self.descriptor = descriptor
        unfinishedPath = isSpecial ? nil : unfinished
    }

    /// Whether a file can be written there, as far as can be told without making one.
    static func check(_ path: String, option: String) throws(Failure) {
        guard path != "-" else { return }
        guard !Files.isFolder(path) else { throw Failure("\(option) \(path) is a folder; give a file", .usage) }
        let folder = path.contains("/") ? Files.folder(of: path) : "."
        guard access(folder.isEmpty ? "/" : folder, W_OK) == 0 else {
            throw Failure(FileError(path: path, action: "write", code: errno))
        }
    }

    func write(_ bytes: [UInt8]) throws(Failure) {
        do throws(FileError) {
            try Files.writeAll(bytes, descriptor: descriptor, path: path == "-" ? "standard output" : path)
        } catch {
            throw Failure(error)
        }
    }

    /// Gives the file its name; what stood there is replaced at once.
    func finish() throws(Failure) {
        guard let unfinishedPath else { return }
        guard fsync(descriptor) == 0, close(descriptor) == 0, rename(unfinishedPath, path) == 0 else {
            throw Failure(FileError(path: path, action: "write", code: errno))
        }
    }
}

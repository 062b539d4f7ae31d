import Glibc
import Platform

/// A file or standard input, for reading line by line.
struct InputStream {
    let descriptor: Int32
    let name: String
    /// Size in bytes; nil if the input is not a file.
    let size: Int?

    init(_ path: String) throws(Failure) {
        if path == "-" {
            Console.noteTypedInput()
            (descriptor, name, size) = (STDIN_FILENO, "standard input", nil)
            return
        }
        let descriptor: Int32
        do throws(FileError) {
            descriptor = try Files.open(path, O_RDONLY, action: "read")
        } catch {
            throw Failure(error)
        }
        guard !Files.isFolder(path) else { throw Failure(FileError(path: path, action: "read", code: EISDIR)) }
        var status = stat()
        size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
        self.descriptor = descriptor
        name = path
    }
}

/// The output of a command. A file appears under its name once it is complete; standard output, a device or a pipe is written
/// directly.
struct OutputTarget: Sendable {
    /// The destination of the bytes: an open descriptor, or a draft file.
    private enum Place {
        case open(Int32)
        case draft(FileDraft)
    }

    private let place: Place
    private let path: String
    /// The path of the draft until ``finish()``; nil if bytes are written directly.
    var unfinishedPath: String? { if case .draft(let draft) = place { draft.draftPath } else { nil } }

    /// The size of the whole lines that an earlier run has left; new lines follow them.
    private(set) var keptBytes = 0
    /// The file with these lines, by its name before this run.
    private(set) var namedPath = ""

    /// - Parameter continues: whether whole lines of an unfinished file, or else of a finished one, are kept.
    init(_ path: String, input: String, option: String = "--out", continues: Bool = false) throws(Failure) {
        self.path = path
        if path == "-" {
            place = .open(STDOUT_FILENO)
            return
        }
        guard input == "-" || !Files.areSame(path, input) else {
            throw Failure("\(option) \(path) is the input itself; give another file", .usage)
        }
        guard !Files.isFolder(path) else { throw Failure("\(option) \(path) is a folder; give a file", .usage) }
        // A device such as /dev/null, or a named pipe, must not be replaced by a file.
        let isSpecial = Files.exists(path) && !Files.isFile(path)
        let unfinished = isSpecial ? path : FileDraft.draftPath(of: path)
        guard input == "-" || !Files.areSame(unfinished, input) else {
            throw Failure("\(option) \(path) would overwrite the input \(input) while it is read; give another file", .usage)
        }
        do throws(FileError) {
            if isSpecial {
                place = .open(try Files.open(path, O_WRONLY | O_CREAT | O_TRUNC, action: "write"))
            } else if continues {
                let draft = try FileDraft(continuing: path)
                place = .draft(draft)
                keptBytes = try draft.keepWholeLines()
                namedPath = draft.isCopy ? path : draft.draftPath
            } else {
                place = .draft(try FileDraft(of: path))
            }
        } catch  where error.code == EBUSY {
            throw Failure("another process is writing \(path); wait for it, or end it", .tryAgain)
        } catch {
            throw Failure(error)
        }
    }

    /// Throws if a file cannot be written at a path, as far as this can be known without creating it.
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
            switch place {
            case .open(let descriptor):
                try Files.writeAll(bytes, descriptor: descriptor, path: path == "-" ? "standard output" : path)
            case .draft(let draft): try draft.write(bytes)
            }
        } catch {
            throw Failure(error.description, .ioFailure)
        }
    }

    /// Removes the copy of the finished file that was made to continue from it.
    func discardCopy() {
        if case .draft(let draft) = place, draft.isCopy { draft.discard() }
    }

    /// Publishes the file under its name; an existing file is replaced at once.
    func finish() throws(Failure) {
        guard case .draft(let draft) = place else { return }
        do throws(FileError) {
            try draft.publish()
        } catch {
            throw Failure(error.description, .ioFailure)
        }
    }
}

import Glibc
import Platform

/// The answers that an earlier run of a batch has written, read in step with their lines.
struct KeptLines {
    private let path: String
    private let byteCount: Int
    private var reader: LineReader
    private var lineNumber = 0

    /// - Parameters:
    ///   - byteCount: the number of bytes of whole lines; the bytes after them belong to this run.
    ///   - name: the path used in errors.
    init(_ path: String, byteCount: Int, named name: String) throws(Failure) {
        let descriptor: Int32
        do throws(FileError) {
            descriptor = try Files.open(path, O_RDONLY, action: "read")
        } catch {
            throw Failure(error)
        }
        (self.path, self.byteCount) = (name, byteCount)
        reader = LineReader(descriptor: descriptor, name: path)
    }

    /// Returns the next answer; nil after the last one.
    mutating func next() throws(Failure) -> [UInt8]? {
        guard reader.bytesReturned < byteCount, case .line(let line) = try reader.next() else { return nil }
        lineNumber += 1
        return line
    }

    /// Throws if there are answers left at the end of the input.
    func checkEnd() throws(Failure) {
        guard reader.bytesReturned < byteCount else { return }
        throw Failure("\(path) has more answers than the input has lines; \(Self.remedy)", .data)
    }

    /// Returns the error of an answer that does not belong to its line.
    ///
    /// - Parameter key: the key of the line; `have` is the answer's, nil if it has none.
    static func mismatch(line: Int, of path: String, have: String?, key: String) -> Failure {
        guard let have else {
            return Failure(
                "an answer in \(path), to line \(line) of the input, has no key: it was written without --key; \(remedy)", .data)
        }
        guard have != key else {
            return Failure("the answer in \(path) to line \(line) of the input is damaged; \(remedy)", .data)
        }
        return Failure(
            "an answer in \(path) does not belong to line \(line) of the input with this model and these options: its key is \(have), "
                + "and the line's is \(key); \(remedy)", .data)
    }

    private static let remedy = "repeat the command as it was, or start again without --resume"
}

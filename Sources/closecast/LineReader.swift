import Documents
import Glibc
import Platform

/// Reads lines from a file descriptor; memory holds one line and one buffer.
struct LineReader {
    /// The longest accepted line in bytes, since a line must fit in memory. 16 MB hold more than a million numbers.
    static let longestLine = 16 << 20

    private let descriptor: Int32
    private let name: String
    private var lines = LineBuffer()
    private var isAtEnd = false
    /// Bytes read so far.
    private(set) var bytesRead = 0

    init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Returns the next line without its line break; nil after the last one.
    mutating func next() throws(Failure) -> [UInt8]? {
        while true {
            if let line = lines.next() { return line }
            if isAtEnd { return lines.rest() }
            try fill()
        }
    }

    private mutating func fill() throws(Failure) {
        guard lines.pending <= Self.longestLine else {
            throw Failure("\(name): a line is longer than \(Self.longestLine >> 20) MB; expected one JSON value a line", .data)
        }
        do throws(FileError) {
            let got = try lines.fill(atMost: 1 << 18) { space throws(FileError) in
                try Files.read(descriptor: descriptor, into: space, path: name)
            }
            bytesRead += got
            isAtEnd = got == 0
        } catch {
            throw Failure(error)
        }
    }
}

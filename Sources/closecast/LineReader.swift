import Documents
import Glibc
import Platform

/// Reads lines from a descriptor, holding one line and one buffer in memory.
struct LineReader {
    /// A longer line is refused: it would have to fit in memory. 16 MB hold more than a million numbers.
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

    /// The next line without its end; nil after the last one.
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

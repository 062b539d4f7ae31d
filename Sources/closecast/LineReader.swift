import Glibc
import Platform

/// Reads lines from a descriptor, holding one line and one buffer in memory.
struct LineReader {
    /// A longer line is refused: it would have to fit in memory. 16 MB hold more than a million numbers.
    static let longestLine = 16 << 20

    private let descriptor: Int32
    private let name: String
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    /// Bytes read so far.
    private(set) var bytesRead = 0

    init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// The next line without its end; nil after the last one.
    mutating func next() throws(Failure) -> [UInt8]? {
        var searched = start
        while true {
            let found = buffer.withUnsafeBytes { bytes -> Int? in
                guard let base = bytes.baseAddress else { return nil }
                return memchr(base + searched, 0x0A, bytes.count - searched).map { UnsafeRawPointer($0) - base }
            }
            if let end = found {
                defer { start = end + 1 }
                return Array(buffer[start..<(end > start && buffer[end - 1] == 0x0D ? end - 1 : end)])
            }
            if isAtEnd {
                defer { start = buffer.count }
                return start < buffer.count ? Array(buffer[start...]) : nil
            }
            searched = buffer.count - start
            try fill()
        }
    }

    private mutating func fill() throws(Failure) {
        buffer.removeFirst(start)
        start = 0
        guard buffer.count <= Self.longestLine else {
            throw Failure("\(name): a line is longer than \(Self.longestLine >> 20) MB; expected one JSON value a line", .data)
        }
        let count = buffer.count
        let chunk = 1 << 18
        buffer.append(contentsOf: repeatElement(0, count: chunk))
        var got: Int
        repeat {
            got = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + count, chunk) }
        } while got < 0 && errno == EINTR
        guard got >= 0 else { throw Failure(FileError(path: name, action: "read", code: errno)) }
        buffer.removeLast(chunk - got)
        bytesRead += got
        isAtEnd = got == 0
    }
}

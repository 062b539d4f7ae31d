import Glibc

/// Lines out of bytes that arrive in pieces: holds one line and one piece.
package struct LineBuffer: Sendable {
    private var bytes: [UInt8] = []
    /// Where the next line begins.
    private var start = 0
    /// No line end stands between ``start`` and here.
    private var searched = 0
    /// Bytes of the lines given out so far, their ends counted.
    package private(set) var consumed = 0

    /// A buffer without bytes.
    package init() {}

    /// Bytes after the last line given out.
    package var pending: Int { bytes.count - start }

    /// Adds what `read` writes into the free space it is given, and returns how many bytes that were.
    package mutating func fill<Fault: Error>(
        atMost count: Int, _ read: (UnsafeMutableRawBufferPointer) throws(Fault) -> Int
    ) throws(Fault) -> Int {
        dropConsumed()
        let kept = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: count))
        var got = 0
        defer { bytes.removeLast(count - got) }
        got = try bytes.withUnsafeMutableBufferPointer { buffer throws(Fault) in
            try read(UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[kept...])))
        }
        return got
    }

    /// Adds a piece.
    package mutating func append(_ piece: [UInt8]) {
        dropConsumed()
        bytes += piece
    }

    /// The next whole line without its end, which is a line feed or both characters; nil when there is none yet.
    package mutating func next() -> [UInt8]? {
        let found = bytes.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress else { return nil }
            return memchr(base + searched, 0x0A, bytes.count - searched).map { UnsafeRawPointer($0) - base }
        }
        guard let end = found else {
            searched = bytes.count
            return nil
        }
        defer { advance(to: end + 1) }
        return Array(bytes[start..<(end > start && bytes[end - 1] == 0x0D ? end - 1 : end)])
    }

    /// After the last piece: the line that no line end follows; nil when there is none.
    package mutating func rest() -> [UInt8]? {
        guard start < bytes.count else { return nil }
        defer { advance(to: bytes.count) }
        return Array(bytes[start...])
    }

    private mutating func advance(to place: Int) {
        consumed += place - start
        start = place
        searched = place
    }

    private mutating func dropConsumed() {
        bytes.removeFirst(start)
        searched -= start
        start = 0
    }
}

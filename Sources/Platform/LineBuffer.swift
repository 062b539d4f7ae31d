import Glibc

/// Splits bytes that arrive in pieces into lines; memory holds one line and one piece.
package struct LineBuffer: Sendable {
    private var bytes: [UInt8] = []
    /// The offset of the next line.
    private var start = 0
    /// There is no line break between ``start`` and this offset.
    private var searched = 0
    /// The bytes of all lines returned so far, including their line breaks.
    package private(set) var consumed = 0

    package init() {}

    /// The number of bytes after the last line returned.
    package var pending: Int { bytes.count - start }

    /// Adds the bytes that `read` writes into the given space, and returns their number.
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

    /// Returns the next complete line without its line break (LF or CRLF); nil if there is none yet.
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

    /// Returns the last line, without a line break, after the last piece; nil if there is none.
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

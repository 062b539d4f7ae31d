/// SHA-256 of bytes that arrive in pieces.
package struct SHA256Stream: Sendable {
    private var state = SHA256.initialState
    private var schedule = [UInt32](repeating: 0, count: 64)
    /// Fewer than 64 bytes that fill no block yet.
    private var rest: [UInt8] = []
    private var count = 0

    /// Of no bytes.
    package init() {}

    /// Takes up a piece of any length.
    package mutating func update(_ piece: [UInt8]) {
        count += piece.count
        var first = 0
        if !rest.isEmpty {
            first = min(64 - rest.count, piece.count)
            rest += piece[..<first]
            guard rest.count == 64 else { return }
            rest.withUnsafeBufferPointer { SHA256.compress($0, &state, &schedule) }
            rest.removeAll(keepingCapacity: true)
        }
        let whole = first + (piece.count - first) & ~63
        piece.withUnsafeBufferPointer { piece in
            for start in stride(from: first, to: whole, by: 64) {
                SHA256.compress(UnsafeBufferPointer(rebasing: piece[start..<start + 64]), &state, &schedule)
            }
        }
        rest += piece[whole...]
    }

    /// The digest of the bytes so far as 64 lower-case hexadecimal digits.
    package var hexadecimal: String { words.map { Hexadecimal.text(UInt64($0), digits: 8) }.joined() }

    /// The digest of the bytes so far as 8 numbers, big-endian.
    var words: [UInt32] {
        var ended = self
        // The end: one bit, zeros, and the length in bits as 64 bits, big-endian.
        var last = rest + [0x80]
        while last.count % 64 != 56 { last.append(0) }
        for shift in stride(from: 56, through: 0, by: -8) { last.append(UInt8(truncatingIfNeeded: (count * 8) >> shift)) }
        last.withUnsafeBufferPointer { last in
            for start in stride(from: 0, to: last.count, by: 64) {
                SHA256.compress(UnsafeBufferPointer(rebasing: last[start..<start + 64]), &ended.state, &ended.schedule)
            }
        }
        return ended.state
    }
}

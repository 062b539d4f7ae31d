import Glibc

/// Standard input and output without Foundation, which takes longer to load than a picture takes to decode.
enum StandardStreams {
    /// Reads standard input to its end, or to one byte beyond the maximum.
    ///
    /// - Returns: the bytes, which the caller deallocates; nil if memory is missing or reading fails.
    static func readAll(atMost maximum: Int) -> UnsafeMutableRawBufferPointer? {
        // Pages that are never written to use no memory.
        guard let start = malloc(maximum + 1) else { return nil }
        var count = 0
        while count <= maximum {
            let got = read(STDIN_FILENO, start + count, maximum + 1 - count)
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else {
                free(start)
                return nil
            }
            guard got > 0 else { break }
            count += got
        }
        return UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    /// Writes all bytes; returns false if that fails.
    static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = write(descriptor, rest.base.baseAddress! + rest.startIndex, rest.count)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return false }
            rest = rest.dropFirst(written)
        }
        return true
    }
}

import CZlib
import NIOCore

/// Decompresses one gzip stream piece by piece, never more than a piece ahead of its reader.
final class Inflater {
    /// The number of output bytes per piece.
    static let pieceBytes = 1 << 16

    private let stream: UnsafeMutablePointer<z_stream>
    private var input: [UInt8] = []
    private var consumed = 0
    private var isAtEnd = false

    /// - Returns: nil if memory cannot be allocated.
    init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // `deinit` frees the stream.
        guard inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Whether the stream is complete and its checksum correct.
    var isFinished: Bool { isAtEnd && consumed == input.count }

    /// Adds the next bytes. All earlier bytes must have been decompressed: ``next()`` has returned nil.
    func feed(_ buffer: ByteBuffer) {
        input = Array(buffer.readableBytesView)
        consumed = 0
    }

    /// Returns up to ``pieceBytes`` of output; nil if more input is needed or the stream has ended.
    ///
    /// - Throws: a ``Problem`` of status 400 if the bytes are not gzip, or if more bytes follow its end.
    func next() throws(Problem) -> ByteBuffer? {
        guard !isAtEnd else {
            if consumed < input.count { throw Self.malformed("bytes follow its end") }
            return nil
        }
        guard consumed < input.count || stream.pointee.avail_out == 0 else { return nil }
        var output = ByteBufferAllocator().buffer(capacity: Self.pieceBytes)
        var status = Z_OK
        output.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.pieceBytes) { unpack(into: $0, &status) }
        switch status {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: isAtEnd = true
        default: throw Self.malformed("the bytes are damaged or of another kind")
        }
        return output.readableBytes > 0 ? output : nil
    }

    private func unpack(into space: UnsafeMutableRawBufferPointer, _ status: inout Int32) -> Int {
        let room = min(space.count, Self.pieceBytes)
        return input.withUnsafeMutableBufferPointer { bytes in
            stream.pointee.next_in = bytes.baseAddress.map { $0 + consumed }
            stream.pointee.avail_in = UInt32(clamping: bytes.count - consumed)
            stream.pointee.next_out = space.bindMemory(to: UInt8.self).baseAddress
            stream.pointee.avail_out = UInt32(room)
            status = inflate(stream, Z_NO_FLUSH)
            consumed = bytes.count - Int(stream.pointee.avail_in)
            return room - Int(stream.pointee.avail_out)
        }
    }

    static func malformed(_ what: String) -> Problem {
        Problem(
            .badRequest, "malformed-encoding", "the body is said to be gzip and is not: \(what)", field: "Content-Encoding",
            value: .string("gzip"), accepted: "a body that gzip made, or none of this header")
    }
}

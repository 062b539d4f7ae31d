import CZlib
import NIOCore
import Synchronization

/// Compresses one gzip stream at a time and reuses its 256 kB of state for the next.
final class Deflater {
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameter level: 1 (fast) to 9 (small).
    /// - Returns: nil if memory cannot be allocated.
    init?(level: Int32) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let status = deflateInit2_(
            stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        // `deinit` frees the stream.
        guard status == Z_OK else { return nil }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Prepares for another stream.
    func reset() { deflateReset(stream) }

    /// Compresses `input` and appends the output. With `isLast` the stream is finished; without it, the output is flushed so that
    /// a client can decompress everything so far.
    func compress(_ input: ByteBuffer, isLast: Bool, into output: inout ByteBuffer) {
        input.withUnsafeReadableBytes { bytes in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
            stream.pointee.avail_in = UInt32(bytes.count)
            repeat {
                let room = max(Int(deflateBound(stream, uLong(stream.pointee.avail_in))), 64)
                output.writeWithUnsafeMutableBytes(minimumWritableBytes: room) { space in
                    stream.pointee.next_out = space.bindMemory(to: UInt8.self).baseAddress
                    stream.pointee.avail_out = UInt32(clamping: space.count)
                    let offered = stream.pointee.avail_out
                    deflate(stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
                    return Int(offered - stream.pointee.avail_out)
                }
            } while stream.pointee.avail_out == 0
        }
    }
}

/// A pool of idle deflaters.
final class Deflaters: Sendable {
    private let level: Int32
    private let kept = 4
    /// Guarded by its own lock. Each deflater is either in the pool or with one borrower.
    private let idle = Mutex<[Borrowed]>([])

    /// `@unchecked`: the caller that takes it out of `idle`, under its lock, is its only user until it is given back.
    struct Borrowed: @unchecked Sendable { let deflater: Deflater }

    init(level: Int32) { self.level = level }

    func take() -> Borrowed? {
        idle.withLock { $0.popLast() } ?? Deflater(level: level).map(Borrowed.init)
    }

    func giveBack(_ borrowed: Borrowed) {
        borrowed.deflater.reset()
        idle.withLock { if $0.count < kept { $0.append(borrowed) } }
    }

    /// Returns a whole body compressed; nil if memory cannot be allocated.
    func gzip(_ body: ByteBuffer) -> ByteBuffer? {
        guard let borrowed = take() else { return nil }
        defer { giveBack(borrowed) }
        var output = ByteBufferAllocator().buffer(capacity: body.readableBytes / 3 + 64)
        borrowed.deflater.compress(body, isLast: true, into: &output)
        return output
    }
}

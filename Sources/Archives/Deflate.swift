import CZlib

/// Deflate without zlib's or gzip's wrapping, as archives use it.
enum Deflate {
    /// - Throws: ``ArchiveError/outOfMemory``.
    static func compressed(_ bytes: [UInt8]) throws(ArchiveError) -> [UInt8] {
        // zlib's state refers to the stream, which therefore must not move.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        let status = deflateInit2_(
            stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw .outOfMemory }
        defer { deflateEnd(stream) }
        let bound = Int(deflateBound(stream, uLong(bytes.count)))
        return bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.next_out = output.baseAddress
                var (unread, free) = (input.count, bound)
                // zlib counts in 32 bits.
                repeat {
                    let (offered, room) = (UInt32(clamping: unread), UInt32(clamping: free))
                    (stream.pointee.avail_in, stream.pointee.avail_out) = (offered, room)
                    deflate(stream, Int(offered) == unread ? Z_FINISH : Z_NO_FLUSH)
                    unread -= Int(offered - stream.pointee.avail_in)
                    free -= Int(room - stream.pointee.avail_out)
                } while unread > 0
                count = bound - free
            }
        }
    }
}

import CZlib

/// Deflate without zlib's or gzip's wrapping, as archives use it.
enum Deflate {
    /// - Throws: ``ArchiveError/outOfMemory``.
    static func compressed(_ bytes: [UInt8]) throws(ArchiveError) -> [UInt8] {
        var stream = z_stream()
        let status = deflateInit2_(
            &stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw .outOfMemory }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, uLong(bytes.count)))
        return bytes.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.next_out = output.baseAddress
                var (unread, free) = (input.count, bound)
                // zlib counts in 32 bits.
                repeat {
                    let (offered, room) = (UInt32(clamping: unread), UInt32(clamping: free))
                    (stream.avail_in, stream.avail_out) = (offered, room)
                    deflate(&stream, Int(offered) == unread ? Z_FINISH : Z_NO_FLUSH)
                    unread -= Int(offered - stream.avail_in)
                    free -= Int(room - stream.avail_out)
                } while unread > 0
                count = bound - free
            }
        }
    }
}

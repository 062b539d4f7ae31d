import CZlib

/// gzip by zlib's own functions, in one call: the oracle of both directions.
package enum GzipOracle {
    package static func unpacked(_ bytes: [UInt8], limit: Int = 4 << 20) -> [UInt8]? {
        var stream = z_stream()
        guard inflateInit2_(&stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        return run(&stream, bytes, limit: limit) { inflate($0, Z_FINISH) }
    }

    package static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        deflateInit2_(&stream, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        return run(&stream, bytes, limit: bytes.count + 1000) { deflate($0, Z_FINISH) } ?? []
    }

    private static func run(
        _ stream: inout z_stream, _ bytes: [UInt8], limit: Int, _ step: (UnsafeMutablePointer<z_stream>) -> Int32
    ) -> [UInt8]? {
        var (input, output) = (bytes, [UInt8](repeating: 0, count: limit))
        let (status, count) = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                let status = step(&stream)
                return (status, limit - Int(stream.avail_out))
            }
        }
        return status == Z_STREAM_END ? Array(output.prefix(count)) : nil
    }
}

import NIOCore

/// Entity tags: within one version of the program, equal bytes have equal tags.
package enum EntityTag {
    /// Returns a strong tag of a body: two 64-bit sums over 8 bytes at a time. It is not secret and does not protect against
    /// attackers.
    package static func of(_ body: ByteBuffer) -> String {
        body.withUnsafeReadableBytes { bytes in
            var first: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
            var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
            func mix(_ word: UInt64) {
                first = (first ^ word) &* 0xFF51_AFD7_ED55_8CCD
                first ^= first >> 32
                second = (second &+ word) &* 0x9E37_79B1_85EB_CA87
                second ^= second >> 29
            }
            let whole = bytes.count & ~7
            for offset in stride(from: 0, to: whole, by: 8) { mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
            var last: UInt64 = 0
            for byte in bytes[whole...] { last = last << 8 | UInt64(byte) }
            mix(last)
            return "\"\(String(first, radix: 36))-\(String(second, radix: 36))\""
        }
    }

    /// Returns true if a list of tags, or `*`, contains a tag (RFC 9110, section 13).
    package static func matches(_ list: String, _ tag: String, isWeak: Bool) -> Bool {
        list.split(separator: ",").contains { part in
            var part = part.drop { $0 == " " }
            while part.last == " " { part = part.dropLast() }
            if part == "*" { return true }
            if part.hasPrefix("W/") { return isWeak && part.dropFirst(2) == tag }
            return part == tag
        }
    }
}

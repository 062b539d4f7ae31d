import Glibc

/// An IPv4 or IPv6 address.
package struct NetworkAddress: Equatable, Sendable {
    /// 4 or 16 bytes, the most significant first.
    private let bytes: [UInt8]

    package init?(_ address: UnsafePointer<sockaddr>) {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin_addr) { Array($0) }
            }
        case AF_INET6:
            bytes = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin6_addr) { Array($0) }
            }
        default: return nil
        }
    }

    /// - Parameter text: dotted, or in the older forms that systems accept too: `127.1`, `2130706433`, `0x7f000001`, `0177.0.0.1`.
    package init?(ipv4 text: String) {
        var address = in_addr()
        guard inet_aton(text, &address) == 1 else { return nil }
        bytes = withUnsafeBytes(of: address) { Array($0) }
    }

    package init?(ipv6 text: String) {
        var address = in6_addr()
        guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
        bytes = withUnsafeBytes(of: address) { Array($0) }
    }

    /// Whether the address belongs to a machine of the public internet: not to this machine, its networks, groups, or a use that
    /// IANA's registries of special-purpose addresses reserve (RFC 6890).
    package var isPublic: Bool {
        let blocks = bytes.count == 4 ? Self.specialIPv4 : Self.specialIPv6
        return !blocks.contains { $0.contains(bytes) }
    }

    private struct Block: Sendable {
        let start: [UInt8]
        let bits: Int

        init(_ bits: Int, _ start: UInt8...) { (self.start, self.bits) = (start, bits) }

        func contains(_ bytes: [UInt8]) -> Bool {
            for index in 0..<(bits + 7) / 8 {
                let mask: UInt8 = bits >= index * 8 + 8 ? 0xFF : ~(0xFF >> UInt8(bits - index * 8))
                let first = index < start.count ? start[index] : 0
                if bytes[index] & mask != first & mask { return false }
            }
            return true
        }
    }

    private static let specialIPv4 = [
        // This network, private ones, those of providers, this machine, the link, protocols, documentation, 6to4 relays, benchmarks.
        Block(8, 0), Block(8, 10), Block(10, 100, 64), Block(8, 127), Block(16, 169, 254), Block(12, 172, 16), Block(24, 192, 0, 0),
        Block(24, 192, 0, 2), Block(24, 192, 88, 99), Block(16, 192, 168), Block(15, 198, 18), Block(24, 198, 51, 100),
        Block(24, 203, 0, 113),
        // Groups, and the reserved rest with broadcast.
        Block(4, 224), Block(4, 240),
    ]

    private static let specialIPv6 = [
        // All but global unicast (2000::/3): this machine, mapped IPv4, NAT64, unique local, link-local, groups and what is not given
        // out.
        Block(3, 0x00), Block(3, 0x40), Block(2, 0x80), Block(2, 0xC0), Block(3, 0x60),
        // Protocols with Teredo, documentation, 6to4.
        Block(23, 0x20, 0x01, 0x00), Block(32, 0x20, 0x01, 0x0D, 0xB8), Block(16, 0x20, 0x02), Block(20, 0x3F, 0xFF, 0x00),
    ]
}

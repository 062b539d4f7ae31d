import Glibc

/// An IPv4 or IPv6 address. IPv4 is stored as `::ffff:a.b.c.d`, so that both have the same bit order.
package struct IPAddress: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    private init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    /// Parses `192.0.2.1`, `2001:db8::1` or `fe80::1%eth0`; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let text = text.prefix { $0 != "%" }
        guard !text.isEmpty, text.utf8.count <= 45 else { return nil }
        var version4 = in_addr()
        if inet_pton(AF_INET, String(text), &version4) == 1 {
            self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(UInt32(bigEndian: version4.s_addr)))
            return
        }
        var version6 = in6_addr()
        guard inet_pton(AF_INET6, String(text), &version6) == 1 else { return nil }
        let words = withUnsafeBytes(of: &version6) { bytes in
            (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        self.init(high: UInt64(bigEndian: words.0), low: UInt64(bigEndian: words.1))
    }

    var isVersion4: Bool { high == 0 && low >> 32 == 0xFFFF }
    /// Whether the address is in 127.0.0.0/8 or is ::1.
    package var isLoopback: Bool { isVersion4 ? (low >> 24) & 0xFF == 127 : high == 0 && low == 1 }
    /// The network that counts as one client: an IPv4 address, a /64 of IPv6.
    var clientNetwork: IPAddress { isVersion4 ? self : IPAddress(high: high, low: 0) }

    /// The networks to which limits apply, the narrowest first: `192.0.2.1`; `2001:db8:0:1ff::/64`, `2001:db8:0:100::/56` and
    /// `2001:db8:0::/48`. Providers assign a /64 to a line, a /56 to a home and a /48 to a company, all for one price.
    package var clientNetworks: [String] {
        if isVersion4 { return [version4(octets: 4)] }
        let home = IPAddress(high: high & ~0xFF, low: 0)
        return [groups(4) + "::/64", home.groups(4) + "::/56", groups(3) + "::/48"]
    }

    /// The words for a loopback address in texts for people.
    package static let thisMachine = "this machine"

    /// The network without the part that identifies a subscriber, for texts for people: `192.0.2.0/24`, `2001:db8:0::/48`.
    package var shortenedText: String {
        if isLoopback { return Self.thisMachine }
        return isVersion4 ? version4(octets: 3) + ".0/24" : groups(3) + "::/48"
    }

    private func version4(octets count: Int) -> String {
        (0..<count).map { "\((low >> UInt64(24 - 8 * $0)) & 0xFF)" }.joined(separator: ".")
    }

    private func groups(_ count: Int) -> String {
        (0..<count).map { String((high >> UInt64(48 - 16 * $0)) & 0xFFFF, radix: 16) }.joined(separator: ":")
    }

    fileprivate func isWithin(_ network: IPAddress, bits: Int) -> Bool {
        func mask(_ bits: Int) -> UInt64 { bits <= 0 ? 0 : bits >= 64 ? .max : ~(.max >> UInt64(bits)) }
        return (high ^ network.high) & mask(bits) == 0 && (low ^ network.low) & mask(bits - 64) == 0
    }
}

/// A range of addresses: `10.0.0.0/8`, `2001:db8::/32`, or one address.
package struct AddressRange: Sendable, Hashable, CustomStringConvertible {
    private let network: IPAddress
    private let bits: Int
    package let description: String

    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let network = IPAddress(parts[0]) else { return nil }
        let whole = network.isVersion4 ? 32 : 128
        let length = parts.count == 2 ? Int(parts[1]) : whole
        guard let length, (0...whole).contains(length) else { return nil }
        (self.network, bits, description) = (network, length + 128 - whole, String(text))
    }

    /// This machine's loopback addresses.
    static let loopback = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }

    /// Returns true if the address is in the range.
    package func contains(_ address: IPAddress) -> Bool { address.isWithin(network, bits: bits) }
}

/// The kind and size of a public key, read from its DER form in certificates (SubjectPublicKeyInfo, RFC 5280, section 4.1).
struct PublicKeySize: Equatable {
    enum Kind: String {
        case rsa = "RSA"
        case ellipticCurve = "an elliptic curve"

        /// The least size for 128 bits of security (NIST SP 800-57, part 1, table 2).
        var leastBits: Int { self == .rsa ? 3072 : 256 }
    }

    let kind: Kind
    let bits: Int

    init(_ kind: Kind, bits: Int) { (self.kind, self.bits) = (kind, bits) }

    /// - Returns: nil for keys of other kinds, such as Ed25519, and for bytes that are not such a key.
    init?(subjectPublicKeyInfo bytes: [UInt8]) {
        var outer = DERReader(bytes: bytes[...])
        guard let info = outer.element(.sequence) else { return nil }
        var inner = DERReader(bytes: info)
        guard let algorithm = inner.element(.sequence), let key = inner.element(.bitString)?.dropFirst() else { return nil }
        var identifiers = DERReader(bytes: algorithm)
        switch identifiers.element(.objectIdentifier).map(Array.init) {
        case Self.rsaEncryption:
            var sequence = DERReader(bytes: key)
            guard let numbers = sequence.element(.sequence) else { return nil }
            var reader = DERReader(bytes: numbers)
            guard let modulus = reader.element(.integer)?.drop(while: { $0 == 0 }), let first = modulus.first else { return nil }
            self.init(.rsa, bits: modulus.count * 8 - first.leadingZeroBitCount)
        case Self.ecPublicKey:
            // An uncompressed point: 4, then both coordinates.
            self.init(.ellipticCurve, bits: key.dropFirst().count / 2 * 8)
        default: return nil
        }
    }

    /// 1.2.840.113549.1.1.1
    private static let rsaEncryption: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    /// 1.2.840.10045.2.1
    private static let ecPublicKey: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
}

/// Reads elements of DER one after another.
private struct DERReader {
    enum Tag: UInt8 {
        case integer = 0x02
        case bitString = 0x03
        case objectIdentifier = 0x06
        case sequence = 0x30
    }

    var bytes: ArraySlice<UInt8>

    /// Returns the content of the next element; nil if it has another tag or is cut off.
    mutating func element(_ tag: Tag) -> ArraySlice<UInt8>? {
        guard bytes.popFirst() == tag.rawValue, let first = bytes.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            let count = Int(first & 0x7F)
            guard (1...3).contains(count), bytes.count >= count else { return nil }
            length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
            bytes = bytes.dropFirst(count)
        }
        guard bytes.count >= length else { return nil }
        defer { bytes = bytes.dropFirst(length) }
        return bytes.prefix(length)
    }
}

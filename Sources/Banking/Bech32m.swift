/// The checksum of Bech32m (BIP 350): a BCH code that finds every change of up to four characters.
///
/// - SeeAlso: https://github.com/bitcoin/bips/blob/master/bip-0350.mediawiki
package enum Bech32m {
    /// The characters for 0 to 31, in capitals. 1, B, I and O are left out, because they look like others.
    package static let alphabet = Array("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L".utf8)

    /// The number of characters of a checksum.
    package static let checksumCount = 6

    /// Returns the checksum, 6 numbers below 32.
    ///
    /// - Parameters:
    ///   - prefix: the human-readable part, ASCII without capitals.
    ///   - values: the data to protect, numbers below 32.
    package static func checksum(prefix: some Collection<UInt8>, values: [UInt8]) -> [UInt8] {
        let sum = remainder(of: expanded(prefix) + values + Array(repeating: 0, count: checksumCount)) ^ constant
        return (0..<checksumCount).map { UInt8(truncatingIfNeeded: sum >> UInt32(5 * (checksumCount - 1 - $0))) & 31 }
    }

    /// Returns true if values end in their checksum.
    package static func isValid(prefix: some Collection<UInt8>, values: [UInt8]) -> Bool {
        remainder(of: expanded(prefix) + values) == constant
    }

    /// The number that a character stands for; nil if it is not in ``alphabet``, which has capitals only.
    package static func value(of character: UInt8) -> UInt8? {
        alphabet.firstIndex(of: character).map { UInt8($0) }
    }

    private static let constant: UInt32 = 0x2bc8_30a3
    private static let generator: [UInt32] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3]

    private static func expanded(_ prefix: some Collection<UInt8>) -> [UInt8] {
        prefix.map { $0 >> 5 } + [0] + prefix.map { $0 & 31 }
    }

    private static func remainder(of values: [UInt8]) -> UInt32 {
        values.reduce(1) { sum, value in
            let carried = sum >> 25
            let shifted = (sum & 0x1ff_ffff) << 5 ^ UInt32(value)
            return generator.indices.reduce(shifted) { carried >> UInt32($1) & 1 == 1 ? $0 ^ generator[$1] : $0 }
        }
    }
}

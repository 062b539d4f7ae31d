/// The 64-bit FNV-1a hash, http://www.isthe.com/chongo/tech/comp/fnv/: for seeds and checksums, where collisions are no attack. Use
/// ``SHA256`` where they could be.
package enum FNV1a {
    /// Where the published hash starts.
    package static let offsetBasis: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The hash of bytes.
    ///
    /// - Parameter basis: where it starts; another basis gives an independent hash.
    package static func hash(_ bytes: some Sequence<UInt8>, basis: UInt64 = offsetBasis) -> UInt64 {
        bytes.reduce(basis) { mixed($0, UInt64($1)) }
    }

    /// The hash with one more value. The published hash takes bytes; wider values save steps and give a different hash.
    @inlinable
    package static func mixed(_ hash: UInt64, _ value: UInt64) -> UInt64 { (hash ^ value) &* 0x100_0000_01B3 }
}

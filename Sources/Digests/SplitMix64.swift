/// SplitMix64, a fast sequence of 64-bit numbers with good statistics (Steele, Lea and Flood 2014, doi:10.1145/2660193.2660195): all
/// 2^64 numbers occur once before any repeats. Not for secrets.
package enum SplitMix64 {
    /// What each step adds to the state: 2^64 divided by the golden ratio.
    @inlinable
    package static var increment: UInt64 { 0x9E37_79B9_7F4A_7C15 }

    /// Returns the number for a state that has been advanced by ``increment``. Each state has a different number.
    @inlinable @inline(__always)
    package static func number(of state: UInt64) -> UInt64 {
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

import Synchronization

/// Numbers for ids that must be distinct but not secret, such as request and span ids. A system call for each random number would
/// cost more than the span that it names.
///
/// SplitMix64 (Steele, Lea and Flood 2014, doi:10.1145/2660193.2660195): all 2^64 numbers occur once before any repeats.
package final class IDSequence: Sendable {
    private let state: Atomic<UInt64>

    /// - Parameter seed: the same seed gives the same ids; by default each process has its own.
    package init(seed: UInt64 = .random(in: .min ... .max)) { state = Atomic(seed) }

    /// Returns the next number, never 0, which W3C Trace Context does not allow as an id.
    package func next() -> UInt64 {
        while true {
            var value = state.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            value ^= value >> 31
            if value != 0 { return value }
        }
    }
}

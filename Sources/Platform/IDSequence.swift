import Digests
import Synchronization

/// Numbers for ids that must be distinct but not secret, such as request and span ids. A system call for each random number would
/// cost more than the span that it identifies.
///
/// ``SplitMix64``: all 2^64 numbers occur once before any repeats.
package final class IDSequence: Sendable {
    private let state: Atomic<UInt64>

    /// - Parameter seed: the same seed gives the same ids; by default each process has its own.
    package init(seed: UInt64 = .random(in: .min ... .max)) { state = Atomic(seed) }

    /// Returns the next number, never 0, which W3C Trace Context does not allow as an id.
    package func next() -> UInt64 {
        while true {
            let value = SplitMix64.number(of: state.wrappingAdd(SplitMix64.increment, ordering: .relaxed).newValue)
            if value != 0 { return value }
        }
    }
}

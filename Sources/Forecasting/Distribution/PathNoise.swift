import Digests

/// Uniform random bits for each path and step, determined by the seed alone: the same in any order and on any thread.
///
/// Each step has one ``SplitMix64`` sequence, and path n uses its n-th output.
struct PathNoise: Sendable {
    let seed: UInt64

    /// The random sequence of one step.
    struct Step {
        fileprivate let key: UInt64

        @inline(__always)
        func bits(path: Int) -> UInt64 { PathNoise.mixed(key &+ UInt64(truncatingIfNeeded: path) &* SplitMix64.increment) }
    }

    func step(_ step: Int) -> Step {
        Step(key: Self.mixed(seed &+ Self.mixed(UInt64(truncatingIfNeeded: step) &* SplitMix64.increment)))
    }

    @inline(__always)
    private static func mixed(_ bits: UInt64) -> UInt64 { SplitMix64.number(of: bits &+ SplitMix64.increment) }
}

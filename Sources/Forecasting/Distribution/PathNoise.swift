/// Uniform random bits for each path and step, determined by the seed alone: the same in any order and on any thread.
///
/// Each step has one SplitMix64 sequence (Steele, Lea and Flood 2014, doi:10.1145/2660193.2660195), and path n uses its n-th
/// output.
struct PathNoise: Sendable {
    let seed: UInt64

    /// The random sequence of one step.
    struct Step {
        fileprivate let key: UInt64

        @inline(__always)
        func bits(path: Int) -> UInt64 { PathNoise.mixed(key &+ UInt64(truncatingIfNeeded: path) &* PathNoise.increment) }
    }

    func step(_ step: Int) -> Step {
        Step(key: Self.mixed(seed &+ Self.mixed(UInt64(truncatingIfNeeded: step) &* Self.increment)))
    }

    private static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

    @inline(__always)
    private static func mixed(_ bits: UInt64) -> UInt64 {
        var z = bits &+ increment
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

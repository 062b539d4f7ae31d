import Digests
import Glibc

/// A small seeded random generator: the same seed gives the same numbers on every machine.
///
/// SplitMix64.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts the sequence of a seed and a stream.
    ///
    /// - Parameters:
    ///   - seed: any number.
    ///   - stream: selects one of the seed's independent sequences, for example one for each ticker.
    public init(seed: UInt64, stream: UInt64 = 0) {
        state = seed
        let mixed = next()
        state = mixed ^ (stream &* 0xD134_2543_DE82_EF95)
        state = next()
    }

    /// Returns 64 random bits.
    public mutating func next() -> UInt64 {
        state &+= SplitMix64.increment
        return SplitMix64.number(of: state)
    }

    /// Draws uniformly from (0, 1); never returns 0 or 1.
    public mutating func uniform() -> Double { (Double(next() >> 12) + 0.5) * 0x1p-52 }

    /// Draws uniformly from 0..<count; `count` is at least 1.
    public mutating func index(below count: Int) -> Int {
        // The product's high word. Its bias is less than count / 2^64.
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(count)).high)
    }

    /// Draws from the standard normal distribution (Box and Muller 1958, doi:10.1214/aoms/1177706645).
    public mutating func normal() -> Double {
        let radius = (-2 * log(uniform())).squareRoot()
        return radius * cos(2 * .pi * uniform())
    }

    /// Draws from Student's t distribution with `degrees` (above 2) degrees of freedom, scaled to variance 1.
    public mutating func studentT(degrees: Int) -> Double {
        precondition(degrees > 2, "the variance of \(degrees) degrees of freedom is not finite")
        let numerator = normal()
        var sumOfSquares = 0.0
        for _ in 0..<degrees {
            let value = normal()
            sumOfSquares += value * value
        }
        return numerator / (sumOfSquares / Double(degrees)).squareRoot() * (Double(degrees - 2) / Double(degrees)).squareRoot()
    }
}

/// The options of a computation.
package struct ForecastOptions: Hashable, Sendable {
    /// Days ahead, from 1; nil for the model's horizon.
    package var days: Int?
    /// Sample paths per series, 1 to `Sampling.maximumPaths`; a point model draws none.
    package var paths: Int
    /// The same seed gives the same paths.
    package var seed: UInt64
    /// How the values after the first one are computed.
    package var decode: DecodeMode

    package init(
        days: Int? = nil, paths: Int = Sampling.standardPaths, seed: UInt64 = Sampling.standardSeed, decode: DecodeMode = .recursive
    ) {
        (self.days, self.paths, self.seed, self.decode) = (days, paths, seed, decode)
    }

    /// How sample paths are drawn.
    package var sampling: Sampling { Sampling(paths: paths, seed: seed) }
}

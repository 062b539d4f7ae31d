import Digests
import Glibc
import LSTMEngine
import Market

/// A network that draws sample paths, alone or as a part of an average.
struct PathNetwork: Sendable {
    let network: Network
    let transform: PriceTransform
    /// Creates the sampler of the network's head.
    let sampler: @Sendable (PathNoise) -> HeadSampler
    /// The other parts of an average.
    let average: Average?

    struct Average: Sendable {
        let volatility: VolatilityModel
        let includesGARCH: Bool
        /// The most days of a forecast.
        let horizon: Int
    }

    /// Draws scaled returns after a network's inputs, shape `[paths, steps]`.
    func draw(after inputs: [Float], _ sampling: Sampling, steps: Int, threads: Int) throws(NetworkError) -> [Float] {
        try network.paths(
            after: inputs, count: sampling.paths, steps: steps, threads: threads, sampler: sampler(sampling.seed, inputs))
    }

    /// Draws the same on the calling thread.
    ///
    /// - Parameter continuesAfterBlock: called after each block of paths. Returns false to stop.
    /// - Returns: nil if `continuesAfterBlock` stopped the computation.
    func draw(
        after inputs: [Float], _ sampling: Sampling, steps: Int, using workspace: inout Workspace?, continuesAfterBlock: () -> Bool
    ) throws(NetworkError) -> [Float]? {
        try network.with(&workspace) { workspace throws(NetworkError) in
            try network.paths(
                after: inputs, count: sampling.paths, steps: steps, using: &workspace, sampler: sampler(sampling.seed, inputs),
                continuesAfterBlock: continuesAfterBlock)
        }
    }

    /// The inputs are mixed into the seed, so that coins do not share their sampling errors.
    private func sampler(_ seed: UInt64, _ inputs: [Float]) -> HeadSampler {
        sampler(PathNoise(seed: inputs.reduce(seed) { FNV1a.mixed($0, UInt64($1.bitPattern)) }))
    }
}

extension PathNetwork.Average {
    /// Returns the quantiles of each part's log-returns since the cutoff, shape `[days, paths]`, and what the volatility was read from.
    func parts(
        after context: PriceHistory, days: Int, _ sampling: Sampling
    ) -> (logReturns: [[Double]], variant: VolatilityVariant) {
        let spread = volatility.distribution(after: context, days: days)
        var parts = [spread.logReturns(paths: sampling.paths, steps: 1...days)]
        if includesGARCH {
            // Always all days, so that a shorter forecast is the beginning of a longer one: the random numbers follow each other by path.
            let paths = GARCHBaseline().paths(after: context.closes[...], days: horizon, paths: sampling.paths, seed: sampling.seed)
            parts.append(paths.ascending.prefix(days * sampling.paths).map { log($0 / context.lastClose) })
        }
        return (parts, spread.variant)
    }
}

/// The sampler of either distribution head.
enum HeadSampler: PathSampler {
    case studentT(StudentTSampler)
    case quantiles(QuantileSampler)

    func draw(step: Int, paths: Range<Int>, outputs: Span<Float>, next: inout MutableSpan<Float>) {
        switch self {
        case .studentT(let sampler): sampler.draw(step: step, paths: paths, outputs: outputs, next: &next)
        case .quantiles(let sampler): sampler.draw(step: step, paths: paths, outputs: outputs, next: &next)
        }
    }
}

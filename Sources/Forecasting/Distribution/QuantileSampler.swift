import Glibc
import LSTMEngine

/// Draws scaled returns from a network whose outputs are quantiles of the next scaled return.
///
/// Quantiles between two levels are interpolated. Beyond the outermost levels the tail is exponential, with the slope of the
/// last two. Crossing outputs are sorted, which never makes them worse (Chernozhukov, Fernández-Val and Galichon 2010,
/// doi:10.3982/ECTA7880). Paths 2k and 2k + 1 are antithetic.
struct QuantileSampler: PathSampler {
    let noise: PathNoise
    let levels: [Double]
    /// The largest absolute value drawn.
    let clip: Double

    func draw(step: Int, paths: Range<Int>, outputs: Span<Float>, next: inout MutableSpan<Float>) {
        let noise = noise.step(step)
        let count = levels.count
        for row in 0..<paths.count {
            let path = paths.lowerBound + row
            let quantiles = (0..<count).map { outputs[row * count + $0] }.sorted()
            let uniform = (Double(noise.bits(path: path >> 1) >> 11) + 0.5) * 0x1p-53
            let value = quantile(path & 1 == 0 ? uniform : 1 - uniform, quantiles)
            next[row] = Float(min(max(value, -clip), clip))
        }
    }

    func quantile(_ level: Double, _ quantiles: [Float]) -> Double {
        let last = levels.count - 1
        func slope(_ i: Int, _ j: Int, by tail: (Double) -> Double) -> Double {
            Double(quantiles[j] - quantiles[i]) / log(tail(levels[i]) / tail(levels[j]))
        }
        if level < levels[0] {
            return Double(quantiles[0]) + slope(0, 1, by: { $0 }) * log(levels[0] / level)
        }
        if level >= levels[last] {
            return Double(quantiles[last]) + slope(last - 1, last, by: { 1 - $0 }) * log((1 - levels[last]) / (1 - level))
        }
        let above = levels.firstIndex { level < $0 }!
        let share = (level - levels[above - 1]) / (levels[above] - levels[above - 1])
        return Double(quantiles[above - 1]) + share * Double(quantiles[above] - quantiles[above - 1])
    }
}

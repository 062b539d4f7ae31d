import Glibc

/// What turns closes into a network's inputs and its outputs into prices.
public enum PriceTransform: Equatable, Sendable {
    /// The network reads raw numbers: it has nothing to do with prices.
    case none
    /// `x_t = clip(r_t / s, ±clip)` with `r_t = ln(close_t / close_{t-1})` and s the population standard deviation of the context's
    /// returns; an output is the next x. `n` closes make `n - 1` inputs.
    case scaledLogReturns(clip: Double)

    /// A context in the network's terms.
    package struct Encoded {
        /// Oldest first.
        package let inputs: [Float]
        /// The daily log-return that one unit of the network stands for.
        package let scale: Double
    }

    /// - Parameter closes: positive and finite, oldest first, at least 2.
    package func encode(_ closes: ArraySlice<Double>) -> Encoded {
        guard case .scaledLogReturns(let clip) = self else { preconditionFailure("a transform of kind none reads no prices") }
        let logs = closes.map { log($0) }
        let returns = zip(logs.dropFirst(), logs).map { $0 - $1 }
        let mean = returns.reduce(0, +) / Double(returns.count)
        let variance = returns.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(returns.count)
        let scale = variance.squareRoot()
        // A flat history has no scale: its inputs are zero and its forecast stays flat.
        let inputs = returns.map { scale > 0 ? Float(min(max($0 / scale, -clip), clip)) : 0 }
        return Encoded(inputs: inputs, scale: scale)
    }

    /// Prices of the days after the context.
    package func decode(_ outputs: [Float], scale: Double, lastClose: Double) -> [Double] {
        var sum = 0.0
        return outputs.map { output in
            sum += scale * Double(output)
            return lastClose * exp(sum)
        }
    }
}

/// What turns closes into a network's inputs and its outputs into prices.
public enum PriceTransform: Equatable, Sendable {
    /// The network reads raw numbers: it has nothing to do with prices.
    case none
    /// `x_t = clip(r_t / s, ±clip)` with `r_t = ln(close_t / close_{t-1})` and s the population standard deviation of the last
    /// `scaleWindow` returns of the context; an output is the next x. `n` closes make `n - 1` inputs.
    case scaledLogReturns(clip: Double, scaleWindow: Int)

    /// A context in the network's terms.
    package struct Encoded {
        /// Oldest first.
        package let inputs: [Float]
        /// The daily log-return that one unit of the network stands for.
        package let scale: Double
    }

    /// - Parameter closes: positive and finite, oldest first, at least 2.
    package func encode(_ closes: ArraySlice<Double>) -> Encoded {
        guard case .scaledLogReturns(let clip, let scaleWindow) = self else {
            preconditionFailure("a transform of kind none reads no prices")
        }
        let returns = LogReturns(closes).values
        let window = LogReturns(closes.suffix(scaleWindow + 1))
        let scale = window.deviation(about: window.mean)
        // A flat history has no scale: its inputs are zero and its forecast stays flat.
        let inputs = returns.map { scale > 0 ? Float(min(max($0 / scale, -clip), clip)) : 0 }
        return Encoded(inputs: inputs, scale: scale)
    }

    /// Prices of the days after the context.
    package func decode(_ outputs: [Float], scale: Double, lastClose: Double) -> [Double] {
        var sum = 0.0
        return outputs.map { output in
            sum += scale * Double(output)
            return PriceRange.close(after: lastClose, logReturn: sum)
        }
    }

    /// The largest size of an input, and of a sampled one.
    var clip: Double {
        guard case .scaledLogReturns(let clip, _) = self else { return .greatestFiniteMagnitude }
        return clip
    }
}

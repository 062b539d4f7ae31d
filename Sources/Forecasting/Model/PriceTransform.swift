/// Converts closes into a network's inputs, and its outputs into prices.
public enum PriceTransform: Equatable, Sendable {
    /// The network reads raw numbers and cannot process prices.
    case none
    /// `x_t = clip(r_t / s, ±clip)` with `r_t = ln(close_t / close_{t-1})` and s the population standard deviation of the
    /// context's last `scaleWindow` returns. An output is the next x. `n` closes make `n - 1` inputs.
    case scaledLogReturns(clip: Double, scaleWindow: Int)

    /// A context in the network's units.
    package struct Encoded {
        /// The inputs, oldest first.
        package let inputs: [Float]
        /// The daily log-return that corresponds to an input of 1.
        package let scale: Double
    }

    /// Encodes closes as network inputs.
    ///
    /// - Parameter closes: positive and finite, oldest first; at least 2.
    package func encode(_ closes: ArraySlice<Double>) -> Encoded {
        guard case .scaledLogReturns(let clip, let scaleWindow) = self else {
            preconditionFailure("a transform of kind none reads no prices")
        }
        let returns = LogReturns(closes).values
        let window = LogReturns(closes.suffix(scaleWindow + 1))
        let scale = window.deviation(about: window.mean)
        // A constant history has no scale: its inputs are zero and its forecast stays constant.
        let inputs = returns.map { scale > 0 ? Float(min(max($0 / scale, -clip), clip)) : 0 }
        return Encoded(inputs: inputs, scale: scale)
    }

    /// Decodes network outputs into the closes after the context.
    package func decode(_ outputs: [Float], scale: Double, lastClose: Double) -> [Double] {
        var sum = 0.0
        return outputs.map { output in
            sum += scale * Double(output)
            return PriceRange.close(after: lastClose, logReturn: sum)
        }
    }

    /// The largest absolute value of an input, read or sampled.
    var clip: Double {
        guard case .scaledLogReturns(let clip, _) = self else { return .greatestFiniteMagnitude }
        return clip
    }
}

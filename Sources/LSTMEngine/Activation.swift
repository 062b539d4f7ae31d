import Glibc

/// The function that the dense layer applies to each of its sums.
public enum Activation: String, CaseIterable, Sendable {
    case linear, tanh, sigmoid, relu, softplus

    /// Applies the function to `count` values in place. At a few nanoseconds a value this is cheap, because outputs are few.
    func apply(to values: UnsafeMutablePointer<Float>, count: Int, kernels: Kernels) {
        switch self {
        case .linear: break
        case .tanh: kernels.tanh(values, count: count)
        case .sigmoid: kernels.sigmoid(values, count: count)
        case .relu: for index in 0..<count where values[index] < 0 { values[index] = 0 }
        case .softplus:
            // max(x, 0) + log(1 + exp(-|x|)) never overflows, and keeps the small values for negative x.
            for index in 0..<count {
                let x = values[index]
                values[index] = (x < 0 ? 0 : x) + log1pf(expf(-abs(x)))
            }
        }
    }
}

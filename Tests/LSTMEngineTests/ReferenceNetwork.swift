import Glibc
import LSTMEngine

/// The slow, obvious network in double precision: the oracle of the engine.
struct ReferenceNetwork {
    private struct LSTM {
        let units: Int
        let kernel: [Double]
        let recurrent: [Double]
        let bias: [Double]
        var h: [Double]
        var c: [Double]

        mutating func step(_ x: [Double]) -> [Double] {
            var z = bias
            accumulate(x, kernel, into: &z)
            accumulate(h, recurrent, into: &z)
            for j in 0..<units {
                let (i, f) = (logistic(z[j]), logistic(z[units + j]))
                let (g, o) = (tanh(z[2 * units + j]), logistic(z[3 * units + j]))
                c[j] = f * c[j] + i * g
                h[j] = o * tanh(c[j])
            }
            return h
        }
    }

    private var layers: [LSTM] = []
    private let denseKernel: [Double]
    private let denseBias: [Double]
    private let activation: Activation

    init(_ random: RandomNetwork) {
        for (index, layer) in random.architecture.layers.enumerated() {
            guard case .lstm(_, let units, _) = layer else { continue }
            let name = "layers.\(index)."
            layers.append(
                LSTM(
                    units: units, kernel: random.values(name + "kernel"), recurrent: random.values(name + "recurrent_kernel"),
                    bias: random.values(name + "bias"), h: .init(repeating: 0, count: units), c: .init(repeating: 0, count: units)))
        }
        let name = "layers.\(layers.count)."
        denseKernel = random.values(name + "kernel")
        denseBias = random.values(name + "bias")
        guard case .dense(_, _, let activation) = random.architecture.layers.last! else { preconditionFailure("no dense layer") }
        self.activation = activation
    }

    /// The output after one more input, the state carried on.
    mutating func step(_ input: [Double]) -> [Double] {
        var x = input
        for index in layers.indices { x = layers[index].step(x) }
        var output = denseBias
        accumulate(x, denseKernel, into: &output)
        return output.map { value in
            switch activation {
            case .linear: value
            case .tanh: tanh(value)
            case .sigmoid: logistic(value)
            case .relu: max(0, value)
            case .softplus: log1p(exp(-abs(value))) + max(0, value)
            }
        }
    }

    /// The output after a series from this state.
    mutating func run(_ series: [[Double]]) -> [Double] {
        var output: [Double] = []
        for input in series { output = step(input) }
        return output
    }

    /// Feeds outputs back, the state carried on: shape `[steps][outputs]`.
    func recursive(_ series: [[Double]], steps: Int) -> [[Double]] {
        var network = self
        var outputs = [network.run(series)]
        while outputs.count < steps { outputs.append(network.step(outputs.last!)) }
        return outputs
    }

    /// Restarts on the last `window` values before each step.
    func slidingWindow(_ series: [[Double]], steps: Int, window: Int) -> [[Double]] {
        var values = Array(series.suffix(window))
        var outputs: [[Double]] = []
        for _ in 0..<steps {
            var fresh = self
            outputs.append(fresh.run(values))
            values = values.dropFirst() + [outputs.last!]
        }
        return outputs
    }
}

private func logistic(_ x: Double) -> Double { 1 / (1 + exp(-x)) }

/// `sum += x · matrix`, matrix row-major.
private func accumulate(_ x: [Double], _ matrix: [Double], into sum: inout [Double]) {
    let columns = sum.count
    sum.withUnsafeMutableBufferPointer { sum in
        matrix.withUnsafeBufferPointer { matrix in
            for row in 0..<x.count {
                let value = x[row]
                for column in 0..<columns { sum[column] += value * matrix[row &* columns &+ column] }
            }
        }
    }
}

/// A flat series as steps of inputs.
func steps(_ series: [Float], inputs: Int) -> [[Double]] {
    stride(from: 0, to: series.count, by: inputs).map { start in series[start..<start + inputs].map(Double.init) }
}

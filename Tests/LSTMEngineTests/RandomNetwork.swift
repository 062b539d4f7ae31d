import LSTMEngine
import Market

/// A network with random weights, its safetensors file, and the same weights in double precision.
struct RandomNetwork {
    let architecture: Architecture
    /// Keras's layout, by tensor name.
    private(set) var tensors: [(name: String, shape: [Int], values: [Float])] = []

    init(_ layers: [Layer], seed: UInt64) throws {
        architecture = try Architecture(layers)
        var random = SeededGenerator(seed: seed)
        for (index, layer) in layers.enumerated() {
            for tensor in layer.tensors(index: index) {
                // Glorot's uniform for kernels, a little more than zero for biases.
                let limit = tensor.shape.count == 1 ? 0.3 : (6 / Double(tensor.shape[0] + layer.units)).squareRoot()
                let values = (0..<tensor.shape.reduce(1, *)).map { _ in Float((2 * random.uniform() - 1) * limit) }
                tensors.append((tensor.name, tensor.shape, values))
            }
        }
    }

    /// One to three layers of 1 to 128 units, 1 to 4 inputs and as many outputs.
    init(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed, stream: 1)
        let inputs = Int.random(in: 1...4, using: &random)
        var layers: [Layer] = []
        var width = inputs
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let units = Int.random(in: 1...128, using: &random)
            layers.append(.lstm(inputs: width, units: units, gates: .ifgo))
            width = units
        }
        layers.append(.dense(inputs: width, units: inputs, activation: .linear))
        try self.init(layers, seed: seed)
    }

    func weights() throws -> Weights {
        try Weights(safetensors: TestFile(tensors: tensors).bytes, architecture: architecture)
    }

    func network() throws -> Network { Network(try weights()) }

    func values(_ name: String) -> [Double] { tensors.first { $0.name == name }!.values.map(Double.init) }

    /// Standard normal inputs.
    func series(steps: Int, seed: UInt64) -> [Float] {
        var random = SeededGenerator(seed: seed, stream: 2)
        return (0..<steps * architecture.inputs).map { _ in Float(random.normal()) }
    }
}

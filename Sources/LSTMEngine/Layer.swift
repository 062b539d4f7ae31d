/// The order in which a weights file keeps the four gates' columns: a permutation of i (input), f (forget), g (cell candidate,
/// called c by ONNX) and o (output). Keras and PyTorch: `ifgo`; ONNX: `iofg`.
public struct GateOrder: Equatable, Sendable, CustomStringConvertible {
    /// Position of each gate among the file's four column blocks, in the order i, f, g, o.
    let positions: [Int]
    /// The order as it was given, e.g. `ifgo`.
    public let description: String

    /// - Returns: nil unless `text` holds each of the letters i, f, g and o once.
    public init?(_ text: String) {
        guard text.count == 4 else { return nil }
        let positions = "ifgo".compactMap { gate in text.firstIndex(of: gate).map { text.distance(from: text.startIndex, to: $0) } }
        guard positions.count == 4 else { return nil }
        self.positions = positions
        description = text
    }

    /// The order of Keras and PyTorch, which is also the engine's own.
    public static let ifgo = GateOrder("ifgo")!
}

/// One layer's shape, as `config.json` states it.
public enum Layer: Equatable, Sendable {
    /// A long short-term memory: logistic gates, hyperbolic tangent, no peepholes.
    /// - SeeAlso: Hochreiter and Schmidhuber 1997, doi:10.1162/neco.1997.9.8.1735; Gers et al. 2000 for the forget gate.
    case lstm(inputs: Int, units: Int, gates: GateOrder)
    /// A fully connected layer with bias.
    case dense(inputs: Int, units: Int, activation: Activation)

    /// How many numbers a step brings in.
    public var inputs: Int {
        switch self {
        case .lstm(let inputs, _, _), .dense(let inputs, _, _): inputs
        }
    }

    /// How many numbers a step gives.
    public var units: Int {
        switch self {
        case .lstm(_, let units, _), .dense(_, let units, _): units
        }
    }

    /// The tensors that a weights file holds for layer `index`, row-major: Keras's names and layout.
    package func tensors(index: Int) -> [(name: String, shape: [Int])] {
        let prefix = "layers.\(index)."
        switch self {
        case .lstm(let inputs, let units, _):
            return [
                (prefix + "kernel", [inputs, 4 * units]),
                (prefix + "recurrent_kernel", [units, 4 * units]),
                (prefix + "bias", [4 * units]),
            ]
        case .dense(let inputs, let units, _):
            return [(prefix + "kernel", [inputs, units]), (prefix + "bias", [units])]
        }
    }
}

/// The order of the four gates' columns in a weights file: a permutation of i (input), f (forget), g (cell candidate, called c
/// in ONNX) and o (output). Keras and PyTorch use `ifgo`, ONNX uses `iofg`.
public struct GateOrder: Equatable, Sendable, CustomStringConvertible {
    /// The position of each gate among the file's four column blocks, in the order i, f, g, o.
    let positions: [Int]
    /// The order as given, for example `ifgo`.
    public let description: String

    /// Parses an order.
    ///
    /// - Returns: nil unless `text` contains each of the letters i, f, g and o once.
    public init?(_ text: String) {
        guard text.count == 4 else { return nil }
        let positions = "ifgo".compactMap { gate in text.firstIndex(of: gate).map { text.distance(from: text.startIndex, to: $0) } }
        guard positions.count == 4 else { return nil }
        self.positions = positions
        description = text
    }

    /// The order of Keras and PyTorch, and of the engine itself.
    public static let ifgo = GateOrder("ifgo")!
}

/// The shape of one layer, as stated in `config.json`.
public enum Layer: Equatable, Sendable {
    /// A long short-term memory layer: logistic gates, hyperbolic tangent, no peepholes.
    ///
    /// - SeeAlso: Hochreiter and Schmidhuber 1997, doi:10.1162/neco.1997.9.8.1735; Gers et al. 2000 for the forget gate.
    case lstm(inputs: Int, units: Int, gates: GateOrder)
    /// A fully connected layer with bias.
    case dense(inputs: Int, units: Int, activation: Activation)

    /// The number of values that each step reads.
    public var inputs: Int {
        switch self {
        case .lstm(let inputs, _, _), .dense(let inputs, _, _): inputs
        }
    }

    /// The number of values that each step returns.
    public var units: Int {
        switch self {
        case .lstm(_, let units, _), .dense(_, let units, _): units
        }
    }

    /// Returns the tensors of layer `index` in a weights file, row-major, with Keras's names and layout.
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

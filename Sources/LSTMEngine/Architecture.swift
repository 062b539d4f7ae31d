/// The layers of a network, checked to fit together: one or more LSTM layers, then one dense layer.
public struct Architecture: Equatable, Sendable {
    /// The largest accepted layer width. It bounds the shapes in a hostile file before they are multiplied.
    public static let maximumWidth = 4096
    /// The largest accepted number of layers.
    public static let maximumLayers = 16

    /// The layers, from input to output.
    public let layers: [Layer]

    /// Checks that the layers form a network.
    ///
    /// - Throws: ``ArchitectureError``, with one case for each way in which layers do not fit.
    public init(_ layers: [Layer]) throws(ArchitectureError) {
        guard layers.count >= 2, layers.count <= Self.maximumLayers else { throw .layerCount(layers.count) }
        for (index, layer) in layers.enumerated() {
            for width in [layer.inputs, layer.units] where !(1...Self.maximumWidth).contains(width) {
                throw .width(layer: index, width)
            }
            let isLast = index == layers.count - 1
            switch layer {
            case .lstm where isLast: throw .lastLayerIsNotDense
            case .dense where !isLast: throw .denseBeforeTheEnd(layer: index)
            default: break
            }
            if index > 0, layer.inputs != layers[index - 1].units {
                throw .inputsDoNotFit(layer: index, inputs: layer.inputs, unitsBefore: layers[index - 1].units)
            }
        }
        self.layers = layers
    }

    /// The number of values that each step reads.
    public var inputs: Int { layers[0].inputs }
    /// The number of values that each step returns.
    public var outputs: Int { layers[layers.count - 1].units }
    /// Whether an output can be the next input, as required for decoding more than one step.
    public var canFeedBack: Bool { inputs == outputs }
    /// The number of values in the weights file.
    public var parameterCount: Int {
        layers.enumerated().reduce(0) { sum, layer in
            sum + layer.element.tensors(index: layer.offset).reduce(0) { $0 + $1.shape.reduce(1, *) }
        }
    }
}

/// The reasons why layers do not form a network.
public enum ArchitectureError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The network has fewer than 2 layers, or more than ``Architecture/maximumLayers``.
    case layerCount(Int)
    /// A layer's width is not between 1 and ``Architecture/maximumWidth``.
    case width(layer: Int, Int)
    /// The last layer is an LSTM layer.
    case lastLayerIsNotDense
    /// A layer before the last one is dense.
    case denseBeforeTheEnd(layer: Int)
    /// A layer's inputs do not match the units of the layer before it.
    case inputsDoNotFit(layer: Int, inputs: Int, unitsBefore: Int)

    /// A sentence with the numbers and how to fix the problem.
    public var description: String {
        switch self {
        case .layerCount(let count):
            "a network has one or more lstm layers and one dense layer, at most \(Architecture.maximumLayers) in all; found \(count)"
        case .width(let layer, let width):
            "layer \(layer) is \(width) wide; widths are 1 to \(Architecture.maximumWidth)"
        case .lastLayerIsNotDense: "the last layer is an lstm; end the network with a dense layer"
        case .denseBeforeTheEnd(let layer): "layer \(layer) is dense; only the last layer may be"
        case .inputsDoNotFit(let layer, let inputs, let units):
            "layer \(layer) has the input width \(inputs), but the layer before it has the output width \(units)"
        }
    }
}

/// The layers of a network, checked to fit each other: one or more LSTM layers, then one dense layer.
public struct Architecture: Equatable, Sendable {
    /// No layer is wider: shapes of a hostile file are refused before they are multiplied.
    public static let maximumWidth = 4096
    /// No network is deeper.
    public static let maximumLayers = 16

    /// From the input to the output.
    public let layers: [Layer]

    /// - Throws: ``ArchitectureError``, one case for each way in which layers do not fit.
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

    /// Numbers a step brings in.
    public var inputs: Int { layers[0].inputs }
    /// Numbers a step gives.
    public var outputs: Int { layers[layers.count - 1].units }
    /// Whether an output can be the next input, as decoding of more than one step needs.
    public var canFeedBack: Bool { inputs == outputs }
    /// How many numbers the weights file holds.
    public var parameterCount: Int {
        layers.enumerated().reduce(0) { sum, layer in
            sum + layer.element.tensors(index: layer.offset).reduce(0) { $0 + $1.shape.reduce(1, *) }
        }
    }
}

/// Why a list of layers is no network.
public enum ArchitectureError: Error, Equatable, Sendable, CustomStringConvertible {
    case layerCount(Int)
    case width(layer: Int, Int)
    case lastLayerIsNotDense
    case denseBeforeTheEnd(layer: Int)
    case inputsDoNotFit(layer: Int, inputs: Int, unitsBefore: Int)

    /// What is wrong, with the numbers, and how to mend it.
    public var description: String {
        switch self {
        case .layerCount(let count):
            "\(count) layers; a network has one or more lstm layers and one dense layer, \(Architecture.maximumLayers) in all at most"
        case .width(let layer, let width):
            "layer \(layer) is \(width) wide; widths are 1 to \(Architecture.maximumWidth)"
        case .lastLayerIsNotDense: "the last layer is an lstm; end the network with a dense layer"
        case .denseBeforeTheEnd(let layer): "layer \(layer) is dense; only the last layer may be"
        case .inputsDoNotFit(let layer, let inputs, let units):
            "layer \(layer) has \(inputs) inputs and the layer before it \(units) units; the two must be equal"
        }
    }
}

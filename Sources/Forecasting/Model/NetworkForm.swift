import JSONText
import LSTMEngine
import Text

/// A network and what its numbers stand for, from the `config.json` of a model.
public struct NetworkForm: Equatable, Sendable {
    /// The network's layers, checked to fit together.
    public let architecture: Architecture
    /// How closes become the network's inputs, and its outputs become closes.
    public let transform: PriceTransform
    /// The interpretation of the network's outputs.
    public let head: Head
    /// The calibration of the bands; nil if the model has none.
    public let calibration: Calibration?

    /// The members of `config.json` that describe it.
    static let members = ["layers", "transform", "head", "calibration"]

    init(_ root: ConfigurationObject, context: Int, horizon: Int) throws(ModelError) {
        let file = root.file
        transform = try Self.transform(try root.required("transform"), context: context, file)
        head = try root.value["head"].map { value throws(ModelError) in try Head(value, file: file) } ?? .point
        architecture = try Self.architecture(try root.array("layers"), root)
        calibration = try root.value["calibration"].map { value throws(ModelError) in
            try Calibration(value, horizon: horizon, file: file)
        }
        try checkTogether(root)
    }

    /// Checks that the network can forecast prices.
    ///
    /// - Throws: ``ModelError/readsNoPrices(name:folder:)``, ``ModelError/notOneSeries(name:folder:inputs:outputs:)``.
    func checkReadsPrices(_ name: String, _ folder: String) throws(ModelError) {
        guard transform != .none else { throw .readsNoPrices(name: name, folder: folder) }
        guard architecture.inputs == 1, head != .point || architecture.outputs == 1 else {
            throw .notOneSeries(name: name, folder: folder, inputs: architecture.inputs, outputs: architecture.outputs)
        }
    }

    /// Members that are valid on their own may contradict each other.
    private func checkTogether(_ root: ConfigurationObject) throws(ModelError) {
        switch (head, calibration?.kind) {
        case (.point, .probabilityMap): throw root.error("\"calibration\" maps probabilities and the head \"point\" has none")
        case (.studentT, .conformal), (.quantiles, .conformal):
            throw root.error("\"calibration\" is conformal, which belongs to the head \"point\"")
        default: break
        }
        guard let outputs = head.outputs, outputs != architecture.outputs else { return }
        throw root.error("\"head\" reads \(outputs.counted("output")) and the last layer has \(architecture.outputs)")
    }

    private static func transform(_ value: JSONValue, context: Int, _ file: String) throws(ModelError) -> PriceTransform {
        let object = try ConfigurationObject(value, name: "transform", members: ["kind", "clip", "scale_window"], file: file)
        switch try object.string("kind") {
        case "none": return .none
        case "scaled-log-returns":
            let clip = try object.number("clip")
            guard clip > 0 else { throw object.error("\"clip\" is \(clip); expected a positive number") }
            let returns = context - 1
            let window = value["scale_window"] == nil ? returns : try object.integer("scale_window", in: 2...max(2, returns))
            return .scaledLogReturns(clip: clip, scaleWindow: window)
        case let kind: throw object.error("\"kind\" is \"\(kind)\"; expected \"scaled-log-returns\" or \"none\"")
        }
    }

    private static func architecture(_ values: [JSONValue], _ root: ConfigurationObject) throws(ModelError) -> Architecture {
        var layers: [Layer] = []
        for (index, value) in values.enumerated() { layers.append(try layer(value, index, root.file)) }
        do throws(ArchitectureError) {
            return try Architecture(layers)
        } catch {
            throw root.error("\"layers\": \(error)")
        }
    }

    private static func layer(_ value: JSONValue, _ index: Int, _ file: String) throws(ModelError) -> Layer {
        let name = "layers[\(index)]"
        let widths = 1...Architecture.maximumWidth
        switch value["type"]?.string {
        case "lstm":
            let object = try ConfigurationObject(value, name: name, members: ["type", "inputs", "units", "gates"], file: file)
            let text = try object.string("gates")
            guard let gates = GateOrder(text) else {
                throw object.error("\"gates\" is \"\(text)\"; expected each of the letters i, f, g and o once, such as \"ifgo\"")
            }
            return .lstm(
                inputs: try object.integer("inputs", in: widths), units: try object.integer("units", in: widths), gates: gates)
        case "dense":
            let object = try ConfigurationObject(value, name: name, members: ["type", "inputs", "units", "activation"], file: file)
            let text = try object.string("activation")
            guard let activation = Activation(rawValue: text) else {
                let known = Activation.allCases.map(\.rawValue).joined(separator: ", ")
                throw object.error("\"activation\" is \"\(text)\"; expected one of \(known)")
            }
            return .dense(
                inputs: try object.integer("inputs", in: widths), units: try object.integer("units", in: widths),
                activation: activation)
        default:
            throw .badConfiguration(file: file, problem: "\(name): \"type\" is missing or unknown; expected \"lstm\" or \"dense\"")
        }
    }
}

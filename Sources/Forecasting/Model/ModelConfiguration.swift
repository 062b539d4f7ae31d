import JSONText
import LSTMEngine
import Market
import Text

/// The content of a model folder's `config.json`.
public struct ModelConfiguration: Equatable, Sendable {
    /// The only supported format.
    public static let format = "closecast-model/1"
    /// The longest accepted context, in days.
    public static let maximumContext = 100_000
    /// The longest accepted horizon, in days.
    public static let maximumHorizon = 10_000

    /// The model's name: 1 to 100 characters, none of them control characters.
    public let name: String
    /// The network's layers, checked to fit together.
    public let architecture: Architecture
    /// The number of daily closes that the model reads.
    public let context: Int
    /// The number of days that the model forecasts.
    public let horizon: Int
    /// How closes become the network's inputs, and its outputs become closes.
    public let transform: PriceTransform
    /// The interpretation of the network's outputs.
    public let head: Head
    /// The calibration of the bands; nil if the model has none.
    public let calibration: Calibration?
    /// The measured skill on unseen days, the most informative period first; empty if it was not measured.
    public let skill: [Skill]
    /// Facts about the training, in free form.
    package let training: JSONValue

    /// The last day of the training data, if stated.
    public var trainedThrough: Day? { training["through"]?.string.flatMap { Day(iso: $0) } }

    /// The last day that influenced the model: in training, in validation, or in its calibration.
    public var lastFittedDay: Day? {
        ([lastWeightsDay] + (calibration?.fittedOn.map(\.through) ?? [])).compactMap { $0 }.max()
    }

    /// Returns true if a forecast is not a fair test, because the model was fitted to its days. For the weights, any day after the
    /// cutoff counts; for the calibration, only the forecast days. A calibration may use later days, as those of the eras do.
    public func hasSeen(daysAfter cutoff: Day, horizon: Int) -> Bool {
        if let lastWeightsDay, lastWeightsDay > cutoff { return true }
        return calibration?.knows(daysFrom: cutoff + 1, through: cutoff + horizon) ?? false
    }

    /// The last day that influenced the weights: in training, or in the validation that ended it.
    private var lastWeightsDay: Day? {
        let validated = training["validated_through"]?.string.flatMap { Day(iso: $0) }
        return [trainedThrough, validated].compactMap { $0 }.max()
    }

    /// The SHA-256 of `model.safetensors`, 64 hexadecimal digits.
    public let sha256: String

    /// Parses a configuration. Unknown members are rejected, because they may change the meaning of a model.
    ///
    /// - Parameters:
    ///   - text: the whole file, UTF-8.
    ///   - file: the file's name in errors.
    /// - Throws: ``ModelError/badConfiguration(file:problem:)``.
    public init(_ text: [UInt8], file: String) throws(ModelError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: text)
        } catch {
            throw .badConfiguration(file: file, problem: error.description)
        }
        let root = try ConfigurationObject(
            value, name: "",
            members: [
                "format", "name", "layers", "context", "horizon", "transform", "head", "calibration", "skill", "training", "sha256",
            ], file: file)
        let format = try root.string("format")
        guard format == Self.format else {
            throw root.error("\"format\" is \"\(format)\"; this version reads \"\(Self.format)\"")
        }
        name = try root.string("name")
        // Names are printed on terminals, so they must not contain control sequences.
        guard (1...100).contains(name.count), name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw root.error("\"name\" is empty, longer than 100 characters or holds control characters")
        }
        context = try root.integer("context", in: 2...Self.maximumContext)
        horizon = try root.integer("horizon", in: 1...Self.maximumHorizon)
        sha256 = try root.string("sha256").lowercased()
        guard sha256.utf8.count == 64, sha256.allSatisfy(\.isHexDigit) else {
            throw root.error("\"sha256\" is \"\(sha256)\"; expected 64 hexadecimal digits")
        }
        transform = try Self.transform(try root.required("transform"), context: context, file)
        head = try root.value["head"].map { value throws(ModelError) in try Head(value, file: file) } ?? .point
        training = try root.required("training")
        guard training.members != nil else { throw root.error("\"training\" is not an object") }
        for key in ["through", "validated_through"] {
            guard let value = training[key], value != .null else { continue }
            guard value.string.flatMap({ Day(iso: $0) }) != nil else {
                throw root.error("\"training\": \"\(key)\" is not a day such as 2023-06-30")
            }
        }
        architecture = try Self.architecture(try root.array("layers"), root)
        let horizon = horizon
        calibration = try root.value["calibration"].map { value throws(ModelError) in
            try Calibration(value, horizon: horizon, file: file)
        }
        skill = root.value["skill"] == nil ? [] : try Skill.periods(try root.array("skill"), horizon: horizon, file: file)
        try checkTogether(root)
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

import JSONText
import LSTMEngine
import Market

/// What `config.json` of a model folder says.
public struct ModelConfiguration: Equatable, Sendable {
    /// The only format that this version reads.
    public static let format = "closecast-model/1"
    /// The longest context that a configuration may ask for, in days.
    public static let maximumContext = 100_000
    /// The longest horizon that a configuration may ask for, in days.
    public static let maximumHorizon = 10_000

    /// The model's name: 1 to 100 characters, none of them invisible.
    public let name: String
    /// The layers, checked to fit each other.
    public let architecture: Architecture
    /// Daily closes that the model reads.
    public let context: Int
    /// Days that it forecasts.
    public let horizon: Int
    /// What turns closes into the network's inputs and its outputs into closes.
    public let transform: PriceTransform
    /// How the network's outputs are read.
    public let head: Head
    /// What makes the bands as wide as they have to be, where it was fitted.
    public let calibration: Calibration?
    /// How good it was on days that it had not seen, the most telling period first; empty when nobody measured.
    public let skill: [Skill]
    /// What it was trained on; free in form.
    package let training: JSONValue

    /// The last day that the training saw, where the configuration says so.
    public var trainedThrough: Day? { training["through"]?.string.flatMap { Day(iso: $0) } }

    /// The last day that chose anything of the model: of training, of the validation that ended it, or of its calibration.
    public var lastFittedDay: Day? {
        ([lastWeightsDay] + (calibration?.fittedOn.map(\.through) ?? [])).compactMap { $0 }.max()
    }

    /// Whether any of the days that a forecast is about, or for its weights any day after the cutoff, chose anything of the model:
    /// such a forecast is no test of it. A calibration may be of later days than those, as an era's is.
    public func hasSeen(daysAfter cutoff: Day, horizon: Int) -> Bool {
        if let lastWeightsDay, lastWeightsDay > cutoff { return true }
        return calibration?.knows(daysFrom: cutoff + 1, through: cutoff + horizon) ?? false
    }

    /// The last day that chose the weights: of training, or of the validation that ended it.
    private var lastWeightsDay: Day? {
        let validated = training["validated_through"]?.string.flatMap { Day(iso: $0) }
        return [trainedThrough, validated].compactMap { $0 }.max()
    }

    /// The hash of `model.safetensors`, 64 hexadecimal digits.
    public let sha256: String

    /// Reads a configuration; members that this version does not know are refused, since they may change what a model means.
    ///
    /// - Parameters:
    ///   - text: the whole file, UTF-8.
    ///   - file: what to call the file in errors.
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
        // Names are printed on terminals, whose control sequences they must not hold.
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
                throw root.error("\"training\": \"\(key)\" is no day such as 2023-06-30")
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

    /// Members that are each good may still not fit each other.
    private func checkTogether(_ root: ConfigurationObject) throws(ModelError) {
        switch (head, calibration?.kind) {
        case (.point, .probabilityMap): throw root.error("\"calibration\" maps probabilities and the head \"point\" has none")
        case (.studentT, .conformal), (.quantiles, .conformal):
            throw root.error("\"calibration\" is conformal, which belongs to the head \"point\"")
        default: break
        }
        guard let outputs = head.outputs, outputs != architecture.outputs else { return }
        throw root.error("\"head\" reads \(outputs) outputs and the last layer has \(architecture.outputs)")
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

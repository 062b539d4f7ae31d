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
    /// What it was trained on; free in form.
    package let training: JSONValue

    /// The last day that the training saw, where the configuration says so.
    public var trainedThrough: Day? { training["through"]?.string.flatMap { Day(iso: $0) } }

    /// Its point error on the validation days relative to the last close's, where the configuration says so.
    public var validationErrorRatioToNaive: Double? { training["validation_point_error_ratio_to_naive"]?.number }

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
            value, name: "", members: ["format", "name", "layers", "context", "horizon", "transform", "training", "sha256"],
            file: file)
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
        transform = try Self.transform(try root.required("transform"), file)
        training = try root.required("training")
        guard training.members != nil else { throw root.error("\"training\" is not an object") }
        architecture = try Self.architecture(try root.array("layers"), root)
    }

    private static func transform(_ value: JSONValue, _ file: String) throws(ModelError) -> PriceTransform {
        let object = try ConfigurationObject(value, name: "transform", members: ["kind", "clip"], file: file)
        switch try object.string("kind") {
        case "none": return .none
        case "scaled-log-returns":
            let clip = try object.number("clip")
            guard clip > 0 else { throw object.error("\"clip\" is \(clip); expected a positive number") }
            return .scaledLogReturns(clip: clip)
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

/// A JSON object with the members that it may have; errors name the member and what was expected.
private struct ConfigurationObject {
    let value: JSONValue
    let name: String
    let file: String

    init(_ value: JSONValue, name: String, members: [String], file: String) throws(ModelError) {
        self.value = value
        self.name = name
        self.file = file
        guard let found = value.members else { throw error("expected an object") }
        for member in found where !members.contains(member.key) {
            throw error("unknown member \"\(member.key)\"; this version knows \(members.joined(separator: ", "))")
        }
    }

    func error(_ problem: String) -> ModelError {
        .badConfiguration(file: file, problem: name.isEmpty ? problem : "\(name): \(problem)")
    }

    func required(_ key: String) throws(ModelError) -> JSONValue {
        guard let member = value[key] else { throw error("\"\(key)\" is missing") }
        return member
    }

    func string(_ key: String) throws(ModelError) -> String {
        guard let text = try required(key).string else { throw error("\"\(key)\" is not a string") }
        return text
    }

    func number(_ key: String) throws(ModelError) -> Double {
        guard let number = try required(key).number else { throw error("\"\(key)\" is not a number") }
        return number
    }

    func array(_ key: String) throws(ModelError) -> [JSONValue] {
        guard let values = try required(key).array else { throw error("\"\(key)\" is not an array") }
        return values
    }

    func integer(_ key: String, in range: ClosedRange<Int>) throws(ModelError) -> Int {
        let number = try number(key)
        guard let whole = Int(exactly: number), range.contains(whole) else {
            throw error("\"\(key)\" is \(number); expected a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return whole
    }
}

import JSONText
import Market

/// The content of a model folder's `config.json`.
public struct ModelConfiguration: Equatable, Sendable {
    /// The format of networks, and that of all other kinds.
    public static let format = "closecast-model/1", kindsFormat = "closecast-model/2"
    /// The longest accepted context, in days.
    public static let maximumContext = 100_000
    /// The longest accepted horizon, in days.
    public static let maximumHorizon = 10_000

    /// The model's name: 1 to 100 characters, none of them control characters.
    public let name: String
    /// The number of daily closes that the model reads.
    public let context: Int
    /// The number of days that the model forecasts.
    public let horizon: Int
    /// What computes the forecasts.
    public let kind: Kind
    /// The measured skill on unseen days, the most informative period first; empty if it was not measured.
    public let skill: [Skill]
    /// Facts about the training, in free form.
    package let training: JSONValue

    /// What computes a model's forecasts.
    public enum Kind: Equatable, Sendable {
        /// A network, whose outputs are fed back.
        case network(NetworkForm)
        /// A linear model of log volatility.
        case logVolatility(VolatilityForm)
        /// The average of the distributions of a network and of a linear model of log volatility.
        case average(AverageForm)
    }

    /// The network, if the model has one.
    public var network: NetworkForm? {
        switch kind {
        case .network(let form): form
        case .logVolatility: nil
        case .average(let form): form.network
        }
    }

    /// The linear model of log volatility, if the model has one.
    public var volatility: VolatilityForm? {
        switch kind {
        case .network: nil
        case .logVolatility(let form): form
        case .average(let form): form.volatility
        }
    }

    /// The number of fitted parameters, without the calibration's.
    public var parameterCount: Int { (network?.architecture.parameterCount ?? 0) + (volatility?.parameterCount ?? 0) }
    /// The calibration of the bands; nil if the model has none.
    public var calibration: Calibration? { network?.calibration }
    /// Whether forecasts read open, high, low and volume where they are known.
    public var readsDetails: Bool { volatility.map { $0.variants != [.closes] } ?? false }

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

    /// The SHA-256 of `model.safetensors`, 64 hexadecimal digits; of an average, that of its two files one after the other.
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
        let (root, kind) = try Self.root(value, file)
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
        training = try root.required("training")
        guard training.members != nil else { throw root.error("\"training\" is not an object") }
        for key in ["through", "validated_through"] {
            guard let value = training[key], value != .null else { continue }
            guard value.string.flatMap({ Day(iso: $0) }) != nil else {
                throw root.error("\"training\": \"\(key)\" is not a day such as 2023-06-30")
            }
        }
        self.kind = try Self.kind(kind, root, context: context, horizon: horizon)
        skill = root.value["skill"] == nil ? [] : try Skill.periods(try root.array("skill"), horizon: horizon, file: file)
    }

    /// Returns the object, whose members depend on its kind, and the kind's name; nil for a network.
    private static func root(_ value: JSONValue, _ file: String) throws(ModelError) -> (ConfigurationObject, kind: String?) {
        let common = ["format", "name", "context", "horizon", "skill", "training", "sha256"]
        let members: [String]
        let kind = value["kind"]?.string
        switch (value["format"]?.string, kind) {
        case (format, _): members = NetworkForm.members
        case (kindsFormat, "log-volatility"): members = ["kind"] + VolatilityForm.members
        case (kindsFormat, "average"): members = ["kind"] + AverageForm.members
        case (kindsFormat, _):
            throw .badConfiguration(
                file: file, problem: "\"kind\" is not one of those that this version reads: \"log-volatility\" and \"average\"")
        case (let other?, _):
            throw .badConfiguration(
                file: file, problem: "\"format\" is \"\(other)\"; this version reads \"\(format)\" and \"\(kindsFormat)\"")
        case (nil, _):
            _ = try ConfigurationObject(value, name: "", file: file).string("format")
            members = []
        }
        return (try ConfigurationObject(value, name: "", members: common + members, file: file), kind)
    }

    private static func kind(
        _ name: String?, _ root: ConfigurationObject, context: Int, horizon: Int
    ) throws(ModelError) -> Kind {
        switch name {
        case "log-volatility": .logVolatility(try VolatilityForm(root, context: context, horizon: horizon))
        case "average": .average(try AverageForm(root, context: context, horizon: horizon))
        default: .network(try NetworkForm(root, context: context, horizon: horizon))
        }
    }
}

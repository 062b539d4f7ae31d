import JSONText
import Market

/// What a forecast of volatility is made from.
public enum VolatilityVariant: String, CaseIterable, Sendable {
    /// Closes alone.
    case closes
    /// Open, high, low and close.
    case ohlc
    /// The same with volume.
    case ohlcv
}

/// The shape of a log-volatility model, from its `config.json`.
public struct VolatilityForm: Equatable, Sendable {
    /// The steps with weights of their own, ascending, from 1 to the horizon.
    public let knots: [Int]
    /// The decays and windows of the features.
    public let averages: VolatilityAverages
    /// The levels of the shape's quantiles, ascending.
    public let levels: [Double]
    /// The variants with weights; ``VolatilityVariant/closes`` is always among them.
    public let variants: [VolatilityVariant]
    /// The number of steps.
    let horizon: Int

    /// The tensors of `model.safetensors`, with their shapes.
    var tensors: [(name: String, shape: [Int])] {
        [(Self.weekday, [7])]
            + variants.flatMap { variant in
                [
                    (Self.weights(variant), [knots.count, 1 + averages.count(of: variant)]),
                    (Self.shape(variant), [horizon, levels.count]),
                ]
            }
    }

    /// The number of values of all tensors.
    var parameterCount: Int { tensors.reduce(0) { $0 + $1.shape.reduce(1, *) } }

    static let weekday = "weekday"
    static func weights(_ variant: VolatilityVariant) -> String { "\(variant.rawValue).weights" }
    static func shape(_ variant: VolatilityVariant) -> String { "\(variant.rawValue).shape" }
}

/// The decays and windows of the features.
public struct VolatilityAverages: Equatable, Sendable {
    /// The daily decays of absolute and squared returns, and of the logarithms of ranges.
    public let absolute: [Double], squared: [Double], ranges: [Double]
    /// Pairs of days, the shorter first, over which volumes are compared.
    public let volumes: [[Int]]

    /// The number of features of a variant.
    func count(of variant: VolatilityVariant) -> Int {
        switch variant {
        case .closes: 1 + absolute.count + squared.count
        case .ohlc: 1 + ranges.count
        case .ohlcv: 1 + ranges.count + volumes.count
        }
    }
}

extension VolatilityForm {
    /// The members of `config.json` that describe it.
    static let members = ["knots", "decays", "volume_windows", "levels", "variants"]

    init(_ root: ConfigurationObject, context: Int, horizon: Int) throws(ModelError) {
        self.horizon = horizon
        guard context > CommonDays.fewest else {
            throw root.error("\"context\" is \(context); sample paths redraw at least \(CommonDays.fewest) past days")
        }
        let numbers = try root.numbers("knots", in: 1...Double(horizon))
        let knots = numbers.compactMap { Int(exactly: $0) }
        guard knots.count == numbers.count, knots.count >= 2, knots.first == 1, knots.last == horizon,
            zip(knots, knots.dropFirst()).allSatisfy({ $0 < $1 })
        else { throw root.error("\"knots\" are not ascending steps from 1 to the horizon, \(horizon)") }
        self.knots = knots
        averages = try VolatilityAverages(root)
        levels = try root.levels("levels", count: 2...Calibration.maximumLevels)
        guard zip([0] + levels, levels + [1]).allSatisfy({ $1 - $0 >= 1e-6 }) else {
            throw root.error("\"levels\" are less than 1e-6 apart, or from 0 and 1")
        }
        var variants: [VolatilityVariant] = []
        for value in try root.array("variants") {
            guard let variant = value.string.flatMap(VolatilityVariant.init), !variants.contains(variant) else {
                let known = VolatilityVariant.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
                throw root.error("\"variants\" holds something other than each of \(known) at most once")
            }
            variants.append(variant)
        }
        guard variants.contains(.closes) else {
            throw root.error("\"variants\" lacks \"closes\", to which other variants fall back")
        }
        guard !variants.contains(.ohlcv) || context >= averages.volumeDays else {
            throw root.error("\"context\" is \(context); the variant \"ohlcv\" reads \(averages.volumeDays) days of volume")
        }
        self.variants = variants
    }
}

extension VolatilityAverages {
    /// The days of volume that ``VolatilityVariant/ohlcv`` reads.
    var volumeDays: Int { volumes.joined().max() ?? 1 }

    fileprivate init(_ root: ConfigurationObject) throws(ModelError) {
        let object = try ConfigurationObject(
            try root.required("decays"), name: "decays", members: ["absolute_returns", "squared_returns", "log_ranges"],
            file: root.file)
        absolute = try Self.decays("absolute_returns", object)
        squared = try Self.decays("squared_returns", object)
        ranges = try Self.decays("log_ranges", object)
        var volumes: [[Int]] = []
        for value in try root.array("volume_windows") {
            let days = (value.array ?? []).compactMap { $0.number.flatMap { Int(exactly: $0) } }
            guard days.count == 2, value.array?.count == 2, days[0] >= 1, days[0] < days[1],
                days[1] <= ModelConfiguration.maximumContext
            else { throw root.error("\"volume_windows\" holds something other than pairs of days, the shorter first") }
            volumes.append(days)
        }
        guard volumes.count <= 20 else { throw root.error("\"volume_windows\" has \(volumes.count) pairs; expected at most 20") }
        self.volumes = volumes
    }

    private static func decays(_ key: String, _ object: ConfigurationObject) throws(ModelError) -> [Double] {
        let decays = try object.numbers(key, in: 0...1)
        guard decays.count <= 20, decays.allSatisfy({ $0 > 0 && $0 < 1 }) else {
            throw object.error("\"\(key)\" is not at most 20 numbers between 0 and 1")
        }
        return decays
    }
}

import JSONText
import Market

/// The skill of a model on unseen days, measured by a backtest.
public struct Skill: Equatable, Sendable {
    /// The results of one range of steps.
    public struct Group: Equatable, Sendable {
        /// The steps, in days ahead.
        public let steps: ClosedRange<Int>
        /// The points' absolute error divided by that of the last close.
        public let pointErrorToNaive: Estimate
        /// CRPS divided by that of the naive random walk.
        public let crpsToNaive: Estimate
        /// CRPS divided by that of the best baseline, ``Skill/bestBaseline``.
        public let crpsToBestBaseline: Estimate
        /// CRPS divided by that of a GARCH-t model, refitted to every context.
        public let crpsToGARCH: Estimate
        /// The shares of closes inside the central bands of 50, 80 and 95 %.
        public let coverage50: Double, coverage80: Double, coverage95: Double
        /// The share of the gain over the naive forecast that daily closes allow at most; nil if it was not measured.
        public let shareOfCeiling: Estimate?

        package init(
            steps: ClosedRange<Int>, pointErrorToNaive: Estimate, crpsToNaive: Estimate, crpsToBestBaseline: Estimate,
            crpsToGARCH: Estimate, coverage50: Double, coverage80: Double, coverage95: Double,
            shareOfCeiling: Estimate? = nil
        ) {
            self.steps = steps
            (self.pointErrorToNaive, self.crpsToNaive) = (pointErrorToNaive, crpsToNaive)
            (self.crpsToBestBaseline, self.crpsToGARCH) = (crpsToBestBaseline, crpsToGARCH)
            (self.coverage50, self.coverage80, self.coverage95) = (coverage50, coverage80, coverage95)
            self.shareOfCeiling = shareOfCeiling
        }
    }

    /// The scored days: `test`, or `eras and test` if the same recipe was trained anew before each era.
    public let period: String
    /// The first and the last cutoff.
    public let firstCutoff: Day, lastCutoff: Day
    /// The numbers of cutoffs and of coins.
    public let origins: Int, coins: Int
    /// The name of the best baseline over all steps.
    public let bestBaseline: String
    /// The results by steps, ascending; all steps together last.
    public let groups: [Group]
    /// The one-day log score minus GARCH-t's, in nats; nil if the model has no density.
    public let logScoreMinusGARCH: Estimate?
}

extension Skill {
    /// Parses `skill` of a configuration: an array of periods.
    static func periods(_ values: [JSONValue], horizon: Int, file: String) throws(ModelError) -> [Skill] {
        var periods: [Skill] = []
        for (index, value) in values.enumerated() {
            periods.append(try Skill(value, name: "skill[\(index)]", horizon: horizon, file: file))
        }
        return periods
    }

    private init(_ value: JSONValue, name: String, horizon: Int, file: String) throws(ModelError) {
        let object = try ConfigurationObject(
            value, name: name,
            members: [
                "period", "first_cutoff", "last_cutoff", "origins", "coins", "best_baseline", "groups", "log_score_minus_garch",
            ],
            file: file)
        period = try object.string("period")
        firstCutoff = try object.day("first_cutoff")
        lastCutoff = try object.day("last_cutoff")
        origins = try object.integer("origins", in: 1...1_000_000)
        coins = try object.integer("coins", in: 1...1_000_000)
        bestBaseline = try object.string("best_baseline")
        logScoreMinusGARCH =
            value["log_score_minus_garch"] == nil ? nil : try object.estimate("log_score_minus_garch", in: -1000...1000)
        var groups: [Group] = []
        for group in try object.array("groups") { groups.append(try Group(group, name: "\(name): groups", horizon: horizon, file)) }
        guard !groups.isEmpty else { throw object.error("\"groups\" is empty") }
        self.groups = groups
    }
}

extension Skill.Group {
    fileprivate init(_ value: JSONValue, name: String, horizon: Int, _ file: String) throws(ModelError) {
        let object = try ConfigurationObject(
            value, name: name,
            members: [
                "steps", "point_error_to_naive", "crps_to_naive", "crps_to_best_baseline", "crps_to_garch", "coverage",
                "share_of_ceiling",
            ], file: file)
        let ends = try object.numbers("steps", in: 1...Double(horizon)).compactMap { Int(exactly: $0) }
        guard ends.count == 2, ends[0] <= ends[1] else {
            throw object.error("\"steps\" is not the first and the last step of a group, from 1 to \(horizon)")
        }
        steps = ends[0]...ends[1]
        pointErrorToNaive = try object.estimate("point_error_to_naive")
        crpsToNaive = try object.estimate("crps_to_naive")
        crpsToBestBaseline = try object.estimate("crps_to_best_baseline")
        crpsToGARCH = try object.estimate("crps_to_garch")
        let shares = try object.numbers("coverage", in: 0...1)
        guard shares.count == 3 else { throw object.error("\"coverage\" is not the shares inside the bands of 50, 80 and 95 %") }
        (coverage50, coverage80, coverage95) = (shares[0], shares[1], shares[2])
        // Below 0 if the model is worse than the naive forecast.
        shareOfCeiling = value["share_of_ceiling"] == nil ? nil : try object.estimate("share_of_ceiling", in: -1000...1000)
    }
}

extension ConfigurationObject {
    /// Parses `[value, low, high]`.
    fileprivate func estimate(_ key: String, in range: ClosedRange<Double> = 0...1000) throws(ModelError) -> Estimate {
        let numbers = try numbers(key, in: range)
        guard numbers.count == 3, numbers[1] <= numbers[2] else {
            throw error("\"\(key)\" is not a figure and the two ends of its interval")
        }
        return Estimate(numbers[0], low: numbers[1], high: numbers[2])
    }
}

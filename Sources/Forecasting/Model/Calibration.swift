import Glibc
import JSONText
import Market
import Text

/// Adjusts the width of a model's bands. It is fitted, step by step, to forecasts of days that the fitted model had not seen.
///
/// It is symmetric: rises and falls are treated alike, because a few years do not show which of them prevails.
public struct Calibration: Equatable, Sendable {
    /// The meaning of the numbers in ``rows``.
    public enum Kind: Equatable, Sendable {
        /// The coverage that the model's own band must have to reach the wanted coverage: a map of the probability integral
        /// transform.
        case probabilityMap
        /// The scores |ln(close / last close)| / (volatility · √step) that are not exceeded: split-conformal bands around the
        /// last close. The volatility is that of the context's returns, exponentially weighted with `decay` a day.
        case conformal(decay: Double)
    }

    /// A reference width toward which the model's own is pulled: past moves away from the last close, scaled by the coin's
    /// long-run volatility.
    ///
    /// The half-width of the paths' 80 % band becomes a weighted geometric mean of itself and the anchor's, score · volatility
    /// · √step. All quantiles are stretched by the same factor about the last close. The model knows the current situation, the
    /// anchor what is usual; either alone was worse.
    public struct Anchor: Equatable, Sendable {
        /// The daily decay of the volatility's weights, as for conformal bands.
        public let decay: Double
        /// The anchor's weight: 0 keeps the model's width, 1 takes the anchor's.
        public let weight: Double
        /// The 80 % score of each step, shape `[horizon]`.
        public let scores: [Double]

        /// The greatest factor by which a band is stretched or shrunk: one outlier years ago must not make a forecast absurd.
        static let greatestStretch = 2.0

        /// Returns the factor for the paths' log-returns since the cutoff.
        ///
        /// - Parameters:
        ///   - ownHalfWidth: the half-width of the paths' 80 % band, as a log-return.
        ///   - volatility: the context's volatility, with ``decay``.
        package func stretch(ownHalfWidth: Double, volatility: Double, step: Int) -> Double {
            let wanted = scores[step - 1] * volatility * Double(step).squareRoot()
            guard ownHalfWidth > 0, wanted > 0 else { return 1 }
            return min(max(pow(wanted / ownHalfWidth, weight), 1 / Self.greatestStretch), Self.greatestStretch)
        }
    }

    /// A range of days whose closes the calibration was fitted to, both ends included.
    public struct Period: Equatable, Sendable {
        /// The first day.
        public let from: Day
        /// The last day.
        public let through: Day
    }

    /// The meaning of the numbers in ``rows``.
    public let kind: Kind
    /// The anchor that a probability map applies first; nil if the model's own width is kept.
    public let anchor: Anchor?
    /// The days that the calibration was fitted to.
    public let fittedOn: [Period]
    /// Coverages of central bands, between 0 and 1, ascending.
    public let levels: [Double]
    /// The fitted numbers, shape `[horizon, levels]`, ascending within each row.
    public let rows: [[Double]]

    /// Returns true if the calibration was fitted to any day from `first` through `last`.
    public func knows(daysFrom first: Day, through last: Day) -> Bool {
        fittedOn.contains { $0.from <= last && first <= $0.through }
    }

    /// Returns the row's value at a central coverage, from 0 to below 1.
    func value(coverage: Double, step: Int) -> Double {
        let row = rows[step - 1]
        let above = levels.firstIndex { coverage <= $0 } ?? levels.count
        let (low, lowValue) = above == 0 ? (0, 0) : (levels[above - 1], row[above - 1])
        if above < levels.count {
            return lowValue + (coverage - low) / (levels[above] - low) * (row[above] - lowValue)
        }
        switch kind {
        case .probabilityMap: return lowValue + (coverage - low) / (1 - low) * (1 - lowValue)
        case .conformal: return lowValue + tailSlope(row) * log((1 - low) / (1 - coverage))
        }
    }

    /// Returns the central coverage of a conformal score: the inverse of ``value(coverage:step:)``.
    func coverage(score: Double, step: Int) -> Double {
        let row = rows[step - 1]
        let above = row.firstIndex { score < $0 } ?? row.count
        let (low, lowScore) = above == 0 ? (0, 0) : (levels[above - 1], row[above - 1])
        if above < row.count { return low + (score - lowScore) / (row[above] - lowScore) * (levels[above] - low) }
        let slope = tailSlope(row)
        return slope > 0 ? 1 - (1 - low) * exp(-(score - lowScore) / slope) : score > lowScore ? 1 : low
    }

    /// The slope of the exponential tail beyond the last level, which continues the last two.
    private func tailSlope(_ row: [Double]) -> Double {
        let last = levels.count - 1
        let (before, beforeScore) = last == 0 ? (0, 0) : (levels[last - 1], row[last - 1])
        return (row[last] - beforeScore) / log((1 - before) / (1 - levels[last]))
    }

    /// Returns the level of the model's own distribution that corresponds to a wanted level.
    func ownLevel(_ level: Double, step: Int) -> Double {
        let coverage = value(coverage: abs(2 * level - 1), step: step)
        return level < 0.5 ? 0.5 - coverage / 2 : 0.5 + coverage / 2
    }
}

extension Calibration {
    /// The most levels of a calibration.
    public static let maximumLevels = 199
    /// The largest score of a conformal row.
    private static let maximumScore = 1000.0

    package init(_ value: JSONValue, horizon: Int, file: String) throws(ModelError) {
        let object = try ConfigurationObject(
            value, name: "calibration", members: ["kind", "decay", "anchor", "fitted_on", "levels", "steps"], file: file)
        kind = try Self.kind(object)
        anchor = try Self.anchor(object, kind: kind, horizon: horizon)
        var periods: [Period] = []
        for period in try object.array("fitted_on") { periods.append(try Self.period(period, file)) }
        guard !periods.isEmpty else {
            throw object.error("\"fitted_on\" is empty; expected the days whose closes it was fitted to")
        }
        fittedOn = periods
        levels = try object.levels("levels", count: 1...Self.maximumLevels)
        let rows = try object.array("steps")
        guard rows.count == horizon else {
            throw object.error(
                "\"steps\" has \(rows.count.counted("row")) and the model forecasts \(horizon.counted("day")); expected a row for each"
            )
        }
        var read: [[Double]] = []
        for (index, row) in rows.enumerated() { read.append(try Self.row(row, index, of: kind, levels: levels.count, object)) }
        self.rows = read
    }

    private static func kind(_ object: ConfigurationObject) throws(ModelError) -> Kind {
        let kind = try object.string("kind")
        switch kind {
        case "probability-map" where object.value["decay"] == nil: return .probabilityMap
        case "probability-map": throw object.error("\"decay\" belongs to the kind \"conformal\", not to \"\(kind)\"")
        case "conformal": return .conformal(decay: try object.decay())
        default: throw object.error("\"kind\" is \"\(kind)\"; expected \"probability-map\" or \"conformal\"")
        }
    }

    private static func anchor(
        _ object: ConfigurationObject, kind: Kind, horizon: Int
    ) throws(ModelError) -> Anchor? {
        guard let value = object.value["anchor"] else { return nil }
        guard kind == .probabilityMap else { throw object.error("\"anchor\" belongs to the kind \"probability-map\"") }
        let member = try ConfigurationObject(
            value, name: "calibration: anchor", members: ["decay", "weight", "scores"], file: object.file)
        let weight = try member.number("weight")
        guard (0...1).contains(weight) else { throw member.error("\"weight\" is \(weight); expected a number from 0 to 1") }
        let scores = try member.numbers("scores", in: 0...maximumScore)
        guard scores.count == horizon else {
            throw member.error(
                "\"scores\" has \(scores.count.counted("number")) and the model forecasts \(horizon.counted("day")); expected one for each"
            )
        }
        return Anchor(decay: try member.decay(), weight: weight, scores: scores)
    }

    private static func period(_ value: JSONValue, _ file: String) throws(ModelError) -> Period {
        let object = try ConfigurationObject(value, name: "calibration: fitted_on", members: ["from", "through"], file: file)
        let period = Period(from: try object.day("from"), through: try object.day("through"))
        guard period.from <= period.through else { throw object.error("\(period.from) is after \(period.through)") }
        return period
    }

    private static func row(
        _ value: JSONValue, _ index: Int, of kind: Kind, levels: Int, _ object: ConfigurationObject
    ) throws(ModelError) -> [Double] {
        let name = "\"steps\"[\(index)]"
        guard let values = value.array else { throw object.error("\(name) is not an array") }
        let row = try object.numbers(values, named: name, in: kind == .probabilityMap ? 0...1 : 0...maximumScore)
        guard row.count == levels, zip(row, row.dropFirst()).allSatisfy({ $0 <= $1 }) else {
            throw object.error("\(name) is not \(levels) ascending numbers, one for each of \"levels\"")
        }
        return row
    }
}

extension ConfigurationObject {
    /// The weight of a day relative to the next day's.
    fileprivate func decay() throws(ModelError) -> Double {
        let decay = try number("decay")
        guard decay > 0, decay < 1 else { throw error("\"decay\" is \(decay); expected a number between 0 and 1") }
        return decay
    }
}

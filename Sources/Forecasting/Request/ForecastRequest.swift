import Market

/// A caller's request for a forecast. Every interface fills in the same fields, and ``plan(for:limits:)`` checks them all.
package struct ForecastRequest: Hashable, Sendable {
    /// The model's name; nil for the default model.
    package var model: String?
    /// The model's version; nil for the highest.
    package var version: String?
    /// Days ahead, from 1; nil for the model's horizon.
    package var days: Int?
    /// Central bands in percent: 80 is the band from the quantile 0.1 to 0.9. Empty for points only; nil for 50, 80 and 95.
    package var levels: [Double]?
    /// Quantiles instead of bands, between 0 and 1.
    package var quantiles: [Double]?
    /// Sample paths per series; nil for 1000.
    package var paths: Int?
    /// The seed of the sample paths; nil for 1.
    package var seed: UInt64?
    /// How the values after the first one are computed; nil for recursively.
    package var decode: DecodeMode?
    /// Asks how likely each close, or total, is to be above a value.
    package var above: Double?
    /// Asks how likely each close, or total, is to be below a value.
    package var below: Double?
    /// Asks how likely the close, or total, is to reach a value by each day.
    package var touch: Double?
    /// The last day that the forecast may see; nil for the newest close.
    package var asOf: Day?
    /// Whether gaps and bad closes are filled with the previous close.
    package var fillsWithPrevious = false
    /// Days whose closes are left out; the previous close is used instead.
    package var skippedDays: [Day] = []

    /// A request for the defaults.
    package init() {}

    /// The fields whose values can be refused. The raw values are their names in requests.
    package enum Field: String, Hashable, Sendable {
        case model, days, levels, quantiles, paths, seed, decode, above, below, touch
    }

    /// The limits of an interface.
    package struct Limits: Sendable {
        /// The most sample paths per series.
        package var maximumPaths = Sampling.maximumPaths
        /// The most levels or quantiles.
        package var maximumQuantiles = Int.max
        /// Whether the questions are about a total, which may be negative, instead of a price.
        package var isAboutTotal = false
        /// The most values that the sample paths of all coins of a wallet may have together.
        package var maximumPathValues = Int.max
        /// The most values of the sample paths that a model without a network draws for a question.
        package var maximumRedrawnValues = Int.max

        package init() {}
    }
}

extension ForecastRequest {
    /// The levels of the bands that are shown if a request names none.
    package static let standardLevels = [50.0, 80, 95]

    /// Quantiles beyond a millionth need more sample paths than any caller draws.
    package static let quantileRange = 1e-6...1 - 1e-6

    /// Makes the checks that need no model.
    ///
    /// - Throws: ``ForecastRequestError`` for the first wrong field.
    package func check(_ limits: Limits = Limits()) throws(ForecastRequestError) {
        if levels != nil, quantiles != nil { throw .levelsAndQuantiles }
        if let bad = levels?.first(where: { BandLevel.fault($0) != nil }) { throw .badLevel(bad) }
        if let bad = quantiles?.first(where: { !Self.quantileRange.contains($0) }) { throw .badQuantile(bad) }
        for (field, values) in [(Field.levels, levels), (.quantiles, quantiles)] {
            if let count = values?.count, count > limits.maximumQuantiles {
                throw .tooManyQuantiles(field, count, limit: limits.maximumQuantiles)
            }
        }
        if quantiles == [] { throw .noQuantiles }
        if let paths, !(1...limits.maximumPaths).contains(paths) { throw .pathsOutOfRange(paths, limit: limits.maximumPaths) }
        for (field, value) in [(Field.above, above), (.below, below), (.touch, touch)] {
            guard let value else { continue }
            guard value.isFinite, limits.isAboutTotal || value > 0 else {
                throw .badValue(field, value, isTotal: limits.isAboutTotal)
            }
        }
    }

    /// Checks the request against a model and fills in the defaults.
    ///
    /// - Throws: ``ForecastRequestError`` for the first field that is wrong or that the model cannot serve.
    package func plan(for model: some ForecastModel, limits: Limits = Limits()) throws(ForecastRequestError) -> ForecastPlan {
        try check(limits)
        let days = days ?? model.horizon
        guard (1...model.horizon).contains(days) else { throw .daysOutOfRange(days, horizon: model.horizon, model: model.name) }
        guard decode != .slidingWindow || !model.hasPaths else { throw .hasNoWindow(model: model.name) }
        let usesPaths = model.drawsPaths || model.hasPaths && (touch != nil || limits.isAboutTotal)
        for (field, isGiven) in [(Field.paths, paths != nil), (.seed, seed != nil)] where isGiven && !usesPaths {
            throw .drawsNoPaths(field, model: model.name)
        }
        guard model.hasDistribution || limits.isAboutTotal || !asksForMoreThanPoints else {
            throw .notCalibrated(quantiles != nil ? .quantiles : levels ?? [] != [] ? .levels : question, model: model.name)
        }
        guard touch == nil || model.hasPaths else { throw .touchNeedsPaths(model: model.name) }
        guard model.hasDistribution || !limits.isAboutTotal else { throw .totalNeedsBands(model: model.name) }
        return ForecastPlan(
            self, limits: limits, days: days, options: options(limits), quantiles: shownQuantiles(model),
            questions: [above.map(PriceQuestion.above), below.map(PriceQuestion.below), touch.map(PriceQuestion.touch)]
                .compactMap { $0 },
            skill: model.skill)
    }

    /// The options of the computation; checked by ``check(_:)``.
    package func options(_ limits: Limits = Limits()) -> ForecastOptions {
        ForecastOptions(
            days: days, paths: paths ?? min(Sampling.standardPaths, limits.maximumPaths), seed: seed ?? Sampling.standardSeed,
            decode: decode ?? .recursive)
    }

    /// The closes that the forecast reads.
    ///
    /// - Parameters:
    ///   - need: the number of closes that the model reads.
    ///   - today: the first day that has not ended.
    package func selection(need: Int, today: Day, since: Day? = nil) -> CloseSeries.Selection {
        CloseSeries.Selection(
            need: need, today: today, asOf: asOf, since: since, fillsWithPrevious: fillsWithPrevious,
            skippedDays: Set(skippedDays))
    }

    private var asksForMoreThanPoints: Bool {
        quantiles != nil || levels ?? [] != [] || above != nil || below != nil || touch != nil
    }

    /// The first question.
    private var question: Field { above != nil ? .above : below != nil ? .below : .touch }

    private func shownQuantiles(_ model: some ForecastModel) -> RequestedQuantiles {
        guard model.hasDistribution else { return RequestedQuantiles(levels: [], isChosen: false) }
        return quantiles.map { RequestedQuantiles(quantiles: $0) }
            ?? RequestedQuantiles(levels: levels ?? Self.standardLevels, isChosen: levels != nil)
    }
}

/// The abilities of a model.
package protocol ForecastModel {
    /// Its name in errors.
    var name: String { get }
    /// Days that a forecast can have.
    var horizon: Int { get }
    /// Whether a forecast consists of sample paths.
    var drawsPaths: Bool { get }
    /// Whether a forecast has sample paths, drawn by its network or from past days; the latter for questions and totals alone.
    var hasPaths: Bool { get }
    /// Whether a forecast has quantiles and probabilities.
    var hasDistribution: Bool { get }
    /// The model's measured skill; empty if it was not measured.
    var skill: [Skill] { get }
}

extension Forecaster: ForecastModel {
    package var name: String { configuration.name }
    package var skill: [Skill] { configuration.skill }
}

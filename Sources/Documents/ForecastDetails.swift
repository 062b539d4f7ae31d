import Forecasting
import JSONText
import Market

/// A price in JSON and CSV: 8 significant digits, more than a forecast in single precision has.
package func exported(_ price: Double) -> Double { PriceText.rounded(price, digits: 8) }

extension JSONWriter {
    /// Writes an ``exported(_:)`` price.
    package mutating func price(_ price: Double) {
        if !decimal(price, significantDigits: 8) { number(exported(price)) }
    }
}

/// A quantile's level in column and member names: `0.025`.
package func quantileName(_ quantile: Double) -> String { PriceText.significant(quantile, digits: 12) }

/// The quantiles that are told, and the bands that they are the ends of.
package struct ToldQuantiles: Equatable, Sendable {
    /// Percents of central bands, ascending; none where quantiles were asked for.
    package let levels: [Double]
    /// Between 0 and 1, ascending.
    package let quantiles: [Double]
    /// Whether the user asked for these.
    package let isChosen: Bool

    /// The quantiles at the ends of bands.
    package init(levels: [Double], isChosen: Bool) {
        self.levels = Set(levels).sorted()
        quantiles = Set(levels.flatMap { Self.ends(of: $0) }).sorted()
        self.isChosen = isChosen
    }

    /// Quantiles that were asked for.
    package init(quantiles: [Double]) {
        levels = []
        self.quantiles = Set(quantiles).sorted()
        isChosen = true
    }

    /// The quantiles at a band's ends, as people write them: 0.025, not 0.025000000000000022.
    package static func ends(of level: Double) -> [Double] {
        [(100 - level) / 200, (100 + level) / 200].map { PriceText.rounded($0, digits: 12) }
    }
}

/// What is told of each forecast beside its points.
package struct ForecastDetails: Sendable {
    package let told: ToldQuantiles
    package let questions: [Question]
    package let sampling: Sampling
    package let skill: [Skill]

    /// What is told of this model's forecasts.
    package init(_ forecaster: Forecaster, _ told: ToldQuantiles, _ questions: [Question], _ sampling: Sampling) {
        (self.told, self.questions, self.sampling) = (told, questions, sampling)
        skill = forecaster.configuration.skill
    }

    /// What is told without the model's skill: of each of many series.
    package init(told: ToldQuantiles, sampling: Sampling) {
        (self.told, self.sampling, questions, skill) = (told, sampling, [], [])
    }

    /// The first period's figures of the steps that a step belongs to.
    package func group(step: Int) -> Skill.Group? { skill.first?.groups.first { $0.steps.contains(step) } }
}

/// Where stored closes came from.
package struct ClosesOrigin: Hashable, Sendable {
    /// Of the last close.
    package let source: String
    /// Of the last close, seconds since 1970-01-01 UTC.
    package let retrievedAt: Int
    /// Days from the last close to today; 1 for that of yesterday, which is as new as there is.
    package let ageDays: Int

    /// The origin of closes that end so many days ago.
    package init(source: String, retrievedAt: Int, ageDays: Int) {
        (self.source, self.retrievedAt, self.ageDays) = (source, retrievedAt, ageDays)
    }
}

import Forecasting
import Market

/// How an entry compares with the actual closes, and with the naive forecast made at the same time.
///
/// A day is scored once it has ended and its close is stored. Days without a stored close are missing and enter no mean.
package struct DiaryScore: Equatable, Sendable {
    /// Means over the scored days.
    package struct Means: Equatable, Sendable {
        /// The mean |point - close|, in quote currency per coin.
        package let pointError: Double
        /// The same for the last close, which is the naive forecast's point.
        package let naivePointError: Double
        /// The weighted quantile loss at ``DiaryNumbers/levels``, 2 Σ pinball loss / Σ close: a ratio; nil for a point forecast.
        package let quantileLoss: Double?
        /// The same for the naive forecast.
        package let naiveQuantileLoss: Double
        /// The shares of closes within the central 50, 80 and 95 % bands, edges included; nil for a point forecast.
        package let coverage50: Double?, coverage80: Double?, coverage95: Double?
        /// The mean close, in quote currency per coin.
        package let close: Double

        /// 1 - point error / naive point error: above 0 is better than the last close; nil if the last close was exact.
        package var pointSkill: Double? { Self.skill(pointError, naivePointError) }
        /// 1 - quantile loss / naive quantile loss: above 0 is better than the naive bands.
        package var quantileSkill: Double? { quantileLoss.flatMap { Self.skill($0, naiveQuantileLoss) } }

        static func skill(_ loss: Double, _ naive: Double) -> Double? { naive > 0 ? 1 - loss / naive : nil }
    }

    /// How many of an entry's days are scored.
    package enum Progress: String, CaseIterable, Sendable {
        /// None.
        case waiting
        /// Some.
        case partial
        /// All.
        case complete
    }

    /// The number of days to score: those from ``DiaryEntry/firstStep`` on.
    package let days: Int
    /// The number of these days that have ended.
    package let daysEnded: Int
    /// The ended days that have a stored close, oldest first.
    package let scoredDays: [Day]
    /// Means over the scored days; nil if there are none.
    package let means: Means?

    /// The number of scored days.
    package var daysScored: Int { scoredDays.count }
    /// The number of days that have ended without a stored close.
    package var daysMissing: Int { daysEnded - daysScored }

    /// The progress. An entry whose days have all ended stays partial while closes are missing.
    package var progress: Progress { daysScored == 0 ? .waiting : daysScored == days ? .complete : .partial }

    /// Scores an entry.
    ///
    /// - Parameters:
    ///   - closes: the stored closes by day, in quote currency per coin.
    ///   - today: the first day that has not ended.
    package init(_ entry: DiaryEntry, closes: [Day: Double], today: Day) {
        let steps = entry.settings.days < entry.firstStep ? 0..<0 : entry.firstStep..<entry.settings.days + 1
        let ended = steps.filter { entry.cutoff + $0 < today }
        let scored = ended.compactMap { step in closes[entry.cutoff + step].map { (step: step, close: $0) } }
        (days, daysEnded, scoredDays) = (steps.count, ended.count, scored.map { entry.cutoff + $0.step })
        means = scored.isEmpty ? nil : Means(entry, scored)
    }
}

extension DiaryScore.Means {
    fileprivate init(_ entry: DiaryEntry, _ scored: [(step: Int, close: Double)]) {
        func mean(_ value: (_ step: Int, _ close: Double) -> Double) -> Double {
            scored.reduce(0) { $0 + value($1.step, $1.close) } / Double(scored.count)
        }
        let hasQuantiles = entry.numbers.hasQuantiles
        func coverage(_ low: Int) -> Double? {
            guard hasQuantiles else { return nil }
            return mean { step, close in
                let quantiles = entry.quantiles(step: step)!
                return quantiles[low] <= close && close <= quantiles[quantiles.count - 1 - low] ? 1 : 0
            }
        }
        close = mean { $1 }
        pointError = mean { abs(entry.point(step: $0) - $1) }
        naivePointError = mean { abs(entry.lastClose - $1) }
        quantileLoss = hasQuantiles ? mean { Self.loss(entry.quantiles(step: $0)!, $1) } / close : nil
        naiveQuantileLoss = mean { Self.loss(entry.naiveQuantiles(step: $0), $1) } / close
        // The indices of the levels 0.25, 0.1 and 0.025.
        (coverage50, coverage80, coverage95) = (coverage(5), coverage(2), coverage(0))
    }

    /// Returns twice the mean pinball loss of one day.
    private static func loss(_ quantiles: [Double], _ close: Double) -> Double {
        let sum = zip(quantiles, DiaryNumbers.levels).reduce(0) {
            $0 + DistributionMetric.pinballLoss($1.0, actual: close, level: $1.1)
        }
        return 2 * sum / Double(DiaryNumbers.levels.count)
    }
}

import Forecasting
import Market

/// An entry with its score.
package struct ScoredEntry: Equatable, Sendable {
    /// The entry.
    package let kept: KeptEntry
    package let score: DiaryScore

    /// Whether it counts in a summary: it was made in advance, and is the first of its model and cutoff.
    package var counts: Bool { kept.isFirst && !kept.entry.isLate }

    package init(kept: KeptEntry, score: DiaryScore) { (self.kept, self.score) = (kept, score) }
}

/// How one model's forecasts of an asset compare with the naive ones, over all entries that count.
///
/// Losses are relative to the closes, so that entries do not weigh more at higher prices; each entry is weighted by its scored
/// days.
package struct DiarySummary: Equatable, Sendable {
    /// How a loss compares with the naive forecast's.
    package enum Verdict: String, CaseIterable, Sendable {
        /// No day is scored yet.
        case unknown
        /// The loss is lower.
        case better
        /// The loss is equal or higher.
        case notBetter = "not-better"
    }

    /// The model, as named in its newest entry.
    package let model: DiaryEntry.Model
    /// The number of entries that count, including those without a scored day.
    package let entries: Int
    /// The number of these with a scored day.
    package let entriesScored: Int
    /// The number of these whose loss is lower than the naive forecast's so far: of the quantiles, or of the points of a point-only
    /// model.
    package let entriesBetter: Int
    /// The number of entries that do not count because they were issued too late.
    package let late: Int
    /// The number of entries that do not count because an earlier one has the same model and cutoff.
    package let repeats: Int
    /// The number of scored days, counted once for each entry.
    package let daysScored: Int
    /// The number of distinct scored days. Entries of successive cutoffs share most of their days, so 500 scored days may be
    /// only 100 closes.
    package let differentDays: Int
    /// The cutoffs of the first and the last scored entry.
    package let cutoffs: ClosedRange<Day>?
    /// 1 - loss / naive loss of the points; nil if nothing is scored.
    package let pointSkill: Double?
    /// 1 - loss / naive loss of the quantiles; nil if nothing is scored, and for a point-only model.
    package let quantileSkill: Double?
    /// The shares of closes within the 50, 80 and 95 % bands.
    package let coverage50: Double?, coverage80: Double?, coverage95: Double?

    /// Whether the points are better than the last close.
    package var pointVerdict: Verdict { Self.verdict(pointSkill) }
    /// Whether the quantiles are better than the naive ones.
    package var quantileVerdict: Verdict { Self.verdict(quantileSkill) }

    private static func verdict(_ skill: Double?) -> Verdict { skill.map { $0 > 0 ? .better : .notBetter } ?? .unknown }
}

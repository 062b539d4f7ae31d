import Forecasting
import Market

/// An entry with how it stands.
package struct ScoredEntry: Equatable, Sendable {
    /// The entry.
    package let kept: KeptEntry
    /// Its score.
    package let score: DiaryScore

    /// Whether it counts in a summary: made ahead of its days, and the first of its model and cutoff.
    package var counts: Bool { kept.isFirst && !kept.entry.isLate }

    /// A scored entry.
    package init(kept: KeptEntry, score: DiaryScore) { (self.kept, self.score) = (kept, score) }
}

/// How one model's forecasts of one asset stand beside the naive ones, over all entries that count.
///
/// Losses are relative to the closes, so that no entry weighs more for a higher price, and entries weigh by their scored days.
package struct DiarySummary: Equatable, Sendable {
    /// What a figure says beside the naive forecast's.
    package enum Verdict: String, Sendable {
        /// Nothing is scored yet.
        case unknown
        /// The loss is lower.
        case better
        /// The loss is as high or higher.
        case notBetter = "not-better"
    }

    /// The model, as its newest entry names it.
    package let model: DiaryEntry.Model
    /// Entries that count, those without a scored day included.
    package let entries: Int
    /// Of these, how many have a scored day.
    package let entriesScored: Int
    /// Entries that do not count since they were issued too late.
    package let late: Int
    /// Entries that do not count since an earlier one is of the same model and cutoff.
    package let repeats: Int
    /// Days scored, those of several entries counted as often.
    package let daysScored: Int
    /// The days that they are, each counted once: entries of successive cutoffs share most of theirs, so that 500 scored days may be no
    /// more than 100 closes.
    package let differentDays: Int
    /// The cutoffs of the first and the last scored entry.
    package let cutoffs: ClosedRange<Day>?
    /// 1 - loss / naive loss of the points; nil where nothing is scored.
    package let pointSkill: Double?
    /// 1 - loss / naive loss of the quantiles; nil where nothing is scored, and for a model of points.
    package let quantileSkill: Double?
    /// The shares of closes within the bands of 50, 80 and 95 %.
    package let coverage50: Double?, coverage80: Double?, coverage95: Double?

    /// Whether the points are better than the last close.
    package var pointVerdict: Verdict { Self.verdict(pointSkill) }
    /// Whether the quantiles are better than the naive ones.
    package var quantileVerdict: Verdict { Self.verdict(quantileSkill) }

    private static func verdict(_ skill: Double?) -> Verdict { skill.map { $0 > 0 ? .better : .notBetter } ?? .unknown }
}

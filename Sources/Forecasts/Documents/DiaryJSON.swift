import JSONText
import Market
import Portfolio

/// The forecast diary as JSON.
package enum DiaryJSON {
    /// Writes the members of an entry and its score; values that are not yet known are null.
    ///
    /// - Parameter hasValues: whether to write the forecast's numbers for each day, next to the naive forecast's.
    package static func members(of scored: ScoredEntry, hasValues: Bool = false, _ writer: inout JSONWriter) {
        let (entry, score) = (scored.kept.entry, scored.score)
        writer.member("id", Int(scored.kept.id))
        writer.member("asset", entry.asset.description)
        writer.member("cutoff", entry.cutoff.description)
        writer.member("issued_at", MomentText.iso(entry.issuedAt))
        model(entry.model, &writer)
        writer.member("input_sha256", entry.inputSHA256)
        settings(entry.settings, &writer)
        writer.member("last_close", entry.lastClose)
        writer.member("late", entry.isLate)
        writer.member("counts", scored.counts)
        writer.member("progress", score.progress.rawValue)
        writer.member("days", score.days)
        writer.member("days_ended", score.daysEnded)
        writer.member("days_scored", score.daysScored)
        writer.member("days_missing", score.daysMissing)
        means(score.means, &writer)
        if hasValues { writer.member("values", 1...entry.settings.days) { value(of: entry, step: $0, &$1) } }
    }

    private static func model(_ model: DiaryEntry.Model, _ writer: inout JSONWriter) {
        writer.member("model", model.name)
        writer.member("model_version", model.version)
        writer.member("model_sha256", model.sha256)
    }

    private static func settings(_ settings: DiaryEntry.Settings, _ writer: inout JSONWriter) {
        writer.member("horizon", settings.days)
        writer.member("paths", settings.paths > 0 ? settings.paths : nil)
        writer.key("seed")
        // Written as digits, because many JSON readers represent numbers exactly only up to 2^53.
        if settings.paths > 0 { writer.verbatim(Array(settings.seed.description.utf8)) } else { writer.null() }
        writer.member("decoding", settings.decode.rawValue)
    }

    private static func means(_ means: DiaryScore.Means?, _ writer: inout JSONWriter) {
        let figures: [(name: String, value: Double?)] = [
            ("point_error", means?.pointError), ("naive_point_error", means?.naivePointError), ("point_skill", means?.pointSkill),
            ("quantile_loss", means?.quantileLoss), ("naive_quantile_loss", means?.naiveQuantileLoss),
            ("quantile_skill", means?.quantileSkill),
        ]
        for (name, value) in figures { writer.member(name, rounded(value)) }
        coverage([means?.coverage50, means?.coverage80, means?.coverage95], &writer)
    }

    private static func coverage(_ shares: [Double?], _ writer: inout JSONWriter) {
        for (level, share) in zip([50, 80, 95], shares) { writer.member("coverage_\(level)", rounded(share)) }
    }

    private static func value(of entry: DiaryEntry, step: Int, _ writer: inout JSONWriter) {
        writer.member("day", step)
        writer.member("date", (entry.cutoff + step).description)
        writer.member("point", rounded(entry.point(step: step)))
        if let quantiles = entry.quantiles(step: step) { self.quantiles("quantiles", quantiles, &writer) }
        quantiles("naive_quantiles", entry.naiveQuantiles(step: step), &writer)
    }

    private static func quantiles(_ name: String, _ prices: [Double], _ writer: inout JSONWriter) {
        writer.key(name)
        writer.object { writer in
            for (level, price) in zip(DiaryNumbers.levels, prices) {
                writer.member(PriceText.significant(level, digits: 12), rounded(price))
            }
        }
    }

    /// Writes the members of a model's summary.
    package static func members(of summary: DiarySummary, _ writer: inout JSONWriter) {
        model(summary.model, &writer)
        writer.member("entries", summary.entries)
        writer.member("entries_scored", summary.entriesScored)
        writer.member("entries_late", summary.late)
        writer.member("entries_repeated", summary.repeats)
        writer.member("days_scored", summary.daysScored)
        writer.member("different_days", summary.differentDays)
        writer.member("first_cutoff", summary.cutoffs?.lowerBound.description)
        writer.member("last_cutoff", summary.cutoffs?.upperBound.description)
        writer.member("point_skill", rounded(summary.pointSkill))
        writer.member("quantile_skill", rounded(summary.quantileSkill))
        writer.member("points_against_naive", summary.pointVerdict.rawValue)
        writer.member("quantiles_against_naive", summary.quantileVerdict.rawValue)
        coverage([summary.coverage50, summary.coverage80, summary.coverage95], &writer)
    }

    /// Rounds to the digits of single precision.
    private static func rounded(_ value: Double?) -> Double? { value.map { PriceText.rounded($0, digits: 8) } }
}

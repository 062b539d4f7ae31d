import Forecasts
import Market
import Portfolio
import Text

/// The forecast diary of an asset as text for the terminal.
enum DiaryText {
    static func text(_ asset: Asset, _ summaries: [DiarySummary], _ entries: ArraySlice<ScoredEntry>) -> String {
        summaries.map { summary($0, asset) }.joined() + (entries.isEmpty ? "" : table(entries))
    }

    // MARK: The table

    private static func table(_ entries: ArraySlice<ScoredEntry>) -> String {
        func percent(_ value: (DiaryScore.Means) -> Double?) -> [String] {
            entries.map { $0.score.means.flatMap(value).map(PercentText.signed) ?? "-" }
        }
        func price(_ value: (DiaryScore.Means) -> Double) -> [String] {
            entries.map { $0.score.means.map(value).map(PriceText.rough) ?? "-" }
        }
        var columns = [
            TextColumn("#", entries.map { "\($0.kept.id)" }, minimum: 3),
            TextColumn("cutoff", entries.map { "\($0.kept.entry.cutoff)" }),
            TextColumn("days", entries.map { "\($0.score.daysScored)/\($0.score.days)" }, minimum: 4),
            TextColumn("error", price(\.pointError)), TextColumn("naive", price(\.naivePointError)),
            TextColumn("skill", percent(\.pointSkill)), TextColumn("bands", percent(\.quantileSkill)),
            TextColumn("in 50/80/95 %", entries.map(held)), TextColumn("", entries.map(remark), isText: true, minimum: 0),
        ]
        if Set(entries.map(\.kept.entry.model.sha256)).count > 1 {
            columns.insert(TextColumn("model", entries.map(\.kept.entry.model.name), isText: true), at: 2)
        }
        return "\n" + TextColumn.table(columns)
    }

    private static func held(_ entry: ScoredEntry) -> String {
        guard let means = entry.score.means, let shares = shares([means.coverage50, means.coverage80, means.coverage95]) else {
            return "-"
        }
        return shares.joined(separator: "/")
    }

    /// Returns shares as whole percentages; nil if any of them is missing.
    private static func shares(_ values: [Double?]) -> [String]? {
        let known = values.compactMap { $0 }
        return known.count == values.count ? known.map { PriceText.fixed($0 * 100, decimals: 0) } : nil
    }

    private static func remark(_ entry: ScoredEntry) -> String {
        var words: [String] = []
        if entry.kept.entry.isLate { words.append("issued late, on \(Day(secondsSince1970: entry.kept.entry.issuedAt))") }
        if !entry.kept.isFirst { words.append("repeat") }
        if entry.score.daysMissing > 0 { words.append("\(entry.score.daysMissing.counted("close")) missing") }
        if entry.score.progress == .waiting, entry.score.daysEnded == 0 { words.append("no day of it has ended") }
        return words.joined(separator: ", ")
    }

    // MARK: The summary

    private static func summary(_ summary: DiarySummary, _ asset: Asset) -> String {
        var lines = ["\(asset.ticker), \(summary.model.name) (sha256 \(summary.model.sha256.prefix(12))): \(count(summary))"]
        if let cutoffs = summary.cutoffs {
            let days = "\(summary.daysScored.counted("scored day")) (\(summary.differentDays.counted("different one")))"
            lines.append("  \(days) of cutoffs from \(cutoffs.lowerBound) to \(cutoffs.upperBound)")
        }
        lines.append(verdict("points", summary.pointSkill, summary.pointVerdict, "the last close"))
        // A point-only model has no bands to judge, now or later.
        if summary.quantileSkill != nil {
            lines.append(verdict("bands", summary.quantileSkill, summary.quantileVerdict, "the naive ones"))
        }
        if let shares = shares([summary.coverage50, summary.coverage80, summary.coverage95]) {
            let held = zip([50, 80, 95], shares).map { "\($0) % band \($1) %" }.joined(separator: ", ")
            lines.append("  closes that fell into the \(held)")
        }
        if summary.daysScored > 0, summary.differentDays < 96 {
            lines.append(
                "  \(summary.differentDays.counted("different day is", "different days are")) too few to distinguish skill from luck"
            )
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func count(_ summary: DiarySummary) -> String {
        var words = ["\(summary.entries.counted("forecast")) made ahead"]
        if summary.late > 0 { words.append("\(summary.late) issued late and not counted") }
        if summary.repeats > 0 { words.append("\(summary.repeats) repeated and not counted") }
        return words.joined(separator: ", ")
    }

    private static func verdict(_ what: String, _ skill: Double?, _ verdict: DiarySummary.Verdict, _ naive: String) -> String {
        guard let skill else { return "  \(what): nothing to score yet" }
        let words = verdict == .better ? "better than \(naive)" : skill < 0 ? "worse than \(naive)" : "no better than \(naive)"
        return "  \(what): skill \(PercentText.signed(skill)), \(words)"
    }
}

import APIKit
import Charts
import Forecasts
import HTMLTemplates
import Languages
import Market
import PageKit

/// The forecasts issued for a coin, compared with the closes that followed.
struct CoinDiaryView: Sendable {
    /// The newest entries, newest first.
    let entries: [ScoredEntry]
    /// The summary for the model of the newest entry; nil if there is none.
    let summary: DiarySummary?
    let picture: PricePicture
    let choice: ChartChoice
    let path: String
    /// The entry that is on the chart.
    let shown: Int64?
    let words: Words

    /// The maximum number of entries shown.
    static let most = 12
    /// Forecasts of overlapping days count the same closes again: only at least this many separate periods count as evidence.
    private static let stretches = 10

    var values: TemplateValue {
        [
            "hasEntries": .flag(!entries.isEmpty), "summary": .text(summaryText), "entries": .list(entries.map(entry)),
            "empty": .text(words("diary.empty")),
        ]
    }

    // MARK: All entries

    private var summaryText: String {
        guard let summary, summary.entriesScored > 0 else { return words("diary.waiting", n: entries.count) }
        let scored = summary.entriesScored
        let tally = words(
            "diary.tally", n: scored,
            ["better": "\(summary.entriesBetter)", "worse": "\(scored - summary.entriesBetter)"])
        let horizon = entries.first?.kept.entry.settings.days ?? 96
        guard summary.differentDays < Self.stretches * horizon else { return tally }
        return tally + " " + words("diary.nothing-yet", n: scored)
    }

    // MARK: One entry

    private func entry(_ scored: ScoredEntry) -> TemplateValue {
        let (entry, score) = (scored.kept.entry, scored.score)
        let isShown = scored.kept.id == shown
        let day = words.format.date(entry.cutoff)
        return [
            "id": "\(scored.kept.id)", "day": .text(day), "badge": .text(progress(entry, score)),
            "picture": .html(DiaryPicture(fan: entry.fan, line: line).svg()), "inside": .text(inside(score)),
            "skill": skill(score),
            "href": .text(isShown ? "\(path)\(choice.query())#chart" : "\(path)\(choice.query())&diary=\(scored.kept.id)#chart"),
            "isShown": .flag(isShown), "label": .text(words("diary.show-said", ["day": day])),
            "isLate": .flag(entry.isLate),
            // The newest forecast is on the chart anyway.
            "isPast": .flag(entry.cutoff < picture.last),
        ]
    }

    private var line: ChartLine { ChartLine(firstDay: picture.first, values: picture.values) }

    private func progress(_ entry: DiaryEntry, _ score: DiaryScore) -> String {
        switch score.progress {
        case .waiting: words("diary.progress.waiting")
        case .partial: words("diary.progress.partial", n: score.days, ["scored": "\(score.daysScored)"])
        case .complete: words("diary.progress.complete")
        }
    }

    private func inside(_ score: DiaryScore) -> String {
        guard let share = score.means?.coverage80 else { return words("diary.no-close-yet") }
        let inside = Int((share * Double(score.daysScored)).rounded())
        return words("diary.inside", n: score.daysScored, ["inside": "\(inside)"])
    }

    private func skill(_ score: DiaryScore) -> TemplateValue {
        guard let means = score.means, let skill = means.quantileSkill ?? means.pointSkill else { return .flag(false) }
        let side = skill > 0 ? "diary.better" : "diary.worse"
        return ["change": ChangeView.of(skill, words), "text": .text(words(side))]
    }
}

extension DiaryEntry {
    /// The forecast as a chart draws it.
    var fan: ChartFan {
        let steps = 1...settings.days
        // The indices of the quantiles in ``DiaryNumbers/levels``: 0.025, 0.1 and 0.25, and their counterparts from the end.
        let edges: [(level: Int, place: Int)] = [(95, 0), (80, 2), (50, 5)]
        let rows = numbers.hasQuantiles ? steps.map { quantiles(step: $0)!.map(Self.rounded) } : []
        let bands =
            rows.isEmpty
            ? []
            : edges.map { level, place in
                ChartBand(level: level, low: rows.map { $0[place] }, high: rows.map { $0[$0.count - 1 - place] })
            }
        return ChartFan(cutoff: cutoff, lastValue: lastClose, middle: steps.map { Self.rounded(point(step: $0)) }, bands: bands)
    }

    private static func rounded(_ price: Double) -> Double { PriceText.rounded(price, digits: 7) }
}

/// The forecasts issued for a coin, read for its page.
package struct CoinDiary: Sendable {
    let diary: Diary
    let worker: WorkerThreads

    /// The number of the entry that the reader put on the chart; nil without one.
    static func shown(_ visit: Visit) -> Int64? { visit.query("diary").flatMap { Int64($0) } }

    /// Returns the forecast of a coin's entry; nil if the coin has no entry of this number.
    func fan(_ id: Int64?, of coin: AssetID) async throws -> ChartFan? {
        guard let id, id > 0, id < .max else { return nil }
        return try await diary.scores(of: coin, before: id + 1, limit: 1).first { $0.kept.id == id }?.kept.entry.fan
    }

    /// Returns the newest entries of a coin, newest first, and the summary for the model of the newest one.
    func newest(_ limit: Int, of coin: AssetID) async throws -> (entries: [ScoredEntry], summary: DiarySummary?) {
        // Scores are sums over a thousand numbers per forecast: not for an event loop.
        try await worker.run(for: "") {
            var entries: [ScoredEntry] = []
            let summaries = try await diary.summaries(of: coin) { if entries.count < limit { entries.append($0) } }
            return (entries, summaries.first)
        }
    }
}

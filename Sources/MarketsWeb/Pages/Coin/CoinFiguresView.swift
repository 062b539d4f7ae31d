import HTMLTemplates
import Languages
import Market
import MarketData
import PageKit

/// The known figures of a coin's market: each with its day, or a dash with the reason if it is not known.
struct CoinFiguresView: Sendable {
    let asset: Asset
    let statistics: MarketStatistics
    let history: HistoryFigures
    let picture: PricePicture
    /// The newest close, with its source.
    let newest: StoredCandle
    let words: Words

    private struct Row {
        let name: String
        var text = ""
        /// The values of a change, used instead of the text.
        var change: TemplateValue?
        var note: String?
    }

    var values: TemplateValue {
        .list(
            (market + changes + past + closes).map { row in
                [
                    "name": .text(row.name), "text": .text(row.text), "change": row.change ?? .flag(false),
                    "note": .optional(row.note),
                ]
            })
    }

    private var day: String { words.format.date(statistics.day) }

    private func amount(_ key: String, _ value: Double?, unit: String, note: String) -> Row {
        guard let value else {
            return Row(name: words("figures.\(key)"), text: Conventions.dash, note: words("figures.\(key).unknown"))
        }
        return Row(name: words("figures.\(key)"), text: "\(words.format.compact(value)) \(unit)", note: note)
    }

    private var market: [Row] {
        let unit = asset.quoteCurrency
        return [
            amount("market-value", statistics.marketValue, unit: unit, note: words("figures.at-close", ["day": day])),
            amount("volume", statistics.volume, unit: unit, note: words("figures.on-day", ["day": day])),
            amount("supply", statistics.supply, unit: "\(asset.ticker)", note: words("figures.supply.note")),
        ]
    }

    private var changes: [Row] {
        let hours = statistics.changeOf12Hours
        let first = change(words("figures.change-12h"), hours, note: hours == nil ? words("figures.change-12h.unknown") : nil)
        let rest = MarketStatistics.changeDays.map { days in
            let change = statistics.changes[days]
            let since = words.format.date(statistics.day - days)
            return self.change(
                words("figures.change-\(days)"), change,
                note: words(change == nil ? "figures.change.unknown" : "figures.since", ["day": since]))
        }
        return [first] + rest
    }

    /// A change; an unknown change is a dash without a direction.
    private func change(_ name: String, _ ratio: Double?, decimals: Int = 2, note: String?) -> Row {
        guard let ratio else { return Row(name: name, text: Conventions.dash, note: note) }
        return Row(name: name, change: ChangeView.of(ratio, words, decimals: decimals), note: note)
    }

    private var past: [Row] {
        var rows = highest
        rows += [
            change(
                words("figures.year"), history.yearChange, decimals: 1,
                note: words(
                    history.yearChange == nil ? "figures.change.unknown" : "figures.since",
                    ["day": words.format.date(statistics.day - HistoryFigures.yearDays)])),
            Row(
                name: words("figures.deepest-fall"), change: ChangeView.of(history.deepestFall, words),
                note: words("figures.deepest-fall.note")),
        ]
        if let typical = history.typicalChange {
            rows.append(
                Row(
                    name: words("figures.typical-day"), text: "±" + words.format.share(typical, decimals: 1),
                    note: words("figures.typical-day.note")))
        }
        for (key, extreme) in [("best-day", history.bestDay), ("worst-day", history.worstDay)] {
            guard let extreme else { continue }
            rows.append(
                Row(
                    name: words("figures.\(key)"), change: ChangeView.of(extreme.value, words),
                    note: words.format.date(extreme.day)))
        }
        return rows
    }

    /// The highest stored close, and how far the price is from it.
    private var highest: [Row] {
        CloseExtremes(picture.closes).map { extremes in
            let high = extremes.high
            let change = words.format.percent(extremes.last / high.value - 1, decimals: 1)
            return Row(
                name: words("figures.all-time-high"), text: "\(words.format.price(high.value)) \(asset.quoteCurrency)",
                note: words("figures.all-time-high.note", ["day": words.format.date(high.day), "change": change]))
        }.map { [$0] } ?? []
    }

    private var closes: [Row] {
        let missing = picture.last - picture.first + 1 - picture.closes.count
        let range = words(
            "figures.range", ["first": words.format.date(picture.first), "last": words.format.date(picture.last)])
        return [
            Row(
                name: words("figures.closes"), text: words.format.price(Double(picture.closes.count), decimals: 0),
                note: range + (missing > 0 ? ", " + words("figures.missing", n: missing) : "")),
            Row(
                name: words("figures.source"), text: words.source(newest.source),
                note: words("figures.stored", ["day": words.format.date(Day(secondsSince1970: newest.retrievedAt))])),
        ]
    }
}

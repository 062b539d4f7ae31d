import Charts
import HTMLTemplates
import Languages
import Ledger
import Market
import MarketData
import PageKit

/// The values of the page that compares coins.
struct CompareView: Sendable {
    let choice: CompareChoice
    /// Nil without two to five coins, or if they have no day in common.
    let chart: CompareChart?
    let words: Words
    /// The ids of the reader's favourites, which are suggested first.
    let favourites: [AssetID]
    /// The first day that has not ended.
    let today: Day
    let picker: CoinPicker
    /// The stored days of all coins.
    let coverage: [AssetID: CandleCoverage]

    private var isTooMany: Bool { choice.coins.count > CompareChoice.most }

    var title: String {
        guard (2...CompareChoice.most).contains(choice.coins.count) else { return words("compare.title") }
        return words("compare.title-coins", ["coins": choice.coins.map { "\($0.ticker)" }.joined(separator: ", ")])
    }

    var values: Values {
        let suggestions = choice.coins.count < 2 ? suggestions : []
        var values: Values = [
            "chosen": .list(chosen), "first": field("coins", "compare.first"),
            "added": field("add", choice.coins.count < 2 ? "compare.second" : "compare.add-label"),
            "canAdd": .flag(choice.coins.count < CompareChoice.most && !choice.others.isEmpty),
            "isFull": .flag(choice.coins.count == CompareChoice.most), "isEmpty": .flag(choice.coins.isEmpty),
            "coins": .text(choice.coins.map(choice.name).joined(separator: ",")), "past": .text(choice.past.rawValue),
            "needsMore": .flag(choice.coins.count < 2), "canCompare": .flag(choice.all.count >= 2),
            "suggestions": .list(suggestions), "hasSuggestions": .flag(!suggestions.isEmpty), "chart": .flag(false),
            "periods": .list(periods),
            "isOne": .flag(choice.coins.count == 1),
        ]
        if let chart { values["chart"] = self.values(of: chart) }
        let notices = faults
        if !notices.isEmpty { values["notices"] = .list(notices) }
        return values
    }

    // MARK: The choice

    private var chosen: [TemplateValue] {
        choice.coins.enumerated().map { index, coin in
            [
                "coin": CoinView.of(coin, words), "key": "compare-\(index + 1)", "isNumbered": .flag(!isTooMany),
                "without": .text(choice.href(without: coin)), "remove": .text(words("compare.remove", ["coin": "\(coin.ticker)"])),
                "change": chart.map { $0.change(index) } ?? .flag(false),
            ]
        }
    }

    private func field(_ name: String, _ label: String) -> TemplateValue {
        FieldView(name, .coin(picker), words(label), isRequired: true).values()
    }

    private var periods: [TemplateValue] {
        PastPeriod.allCases.map { period in
            [
                "value": .text(period.rawValue), "label": .text(words("chips.\(period.rawValue)")),
                "said": .text(words("period.\(period.rawValue)", n: days)), "isCurrent": .flag(period == choice.past),
                "href": .text(choice.href(choice.coins, past: period)),
            ]
        }
    }

    /// Up to three pairs of coins that one click compares: favourites first, then the others by ticker.
    private var suggestions: [TemplateValue] {
        let others = choice.others.filter { Currency($0.id) == nil }
        let liked = favourites.compactMap { id in others.first { $0.id == id } }
        let rest = others.filter { coin in !liked.contains { $0.id == coin.id } }
        let pool = liked + rest
        let groups =
            choice.coins.isEmpty
            ? pairs(of: pool) : pool.map { choice.coins + [$0] }.filter(haveDaysInCommon)
        return groups.prefix(3).map { coins in
            ["label": .text(coins.map { "\($0.ticker)" }.joined(separator: " · ")), "href": .text(choice.href(coins))]
        }
    }

    /// Each coin with the next one with which it can be compared; no coin twice.
    private func pairs(of coins: [Asset]) -> [[Asset]] {
        var (rest, pairs) = (coins[...], [[Asset]]())
        while pairs.count < 3, let first = rest.popFirst() {
            guard let index = rest.firstIndex(where: { haveDaysInCommon([first, $0]) }) else { continue }
            pairs.append([first, rest.remove(at: index)])
        }
        return pairs
    }

    /// Whether coins have days of the chosen period in common, gaps aside.
    private func haveDaysInCommon(_ coins: [Asset]) -> Bool {
        guard let (first, last) = span(coins), let newest = coins.compactMap({ coverage[$0.id]?.last }).max() else { return false }
        return first < last && choice.past.days.map { last > newest - $0 } ?? true
    }

    /// From the latest first day of some coins to their earliest last day, which may be before it.
    private func span(_ coins: [Asset]) -> (first: Day, last: Day)? {
        let known = coins.compactMap { coverage[$0.id] }
        guard let first = known.map(\.first).max(), let last = known.map(\.last).min() else { return nil }
        return (first, last)
    }

    // MARK: The chart

    /// The number of compared days, for the text of "all".
    private var days: Int { chart.map { $0.comparison.lastDay - $0.comparison.firstDay + 1 } ?? 2 }

    private func values(of chart: CompareChart) -> TemplateValue {
        let title = chart.title(words("period.\(choice.past.rawValue)", n: days))
        let pictures = chart.pictures(choice.zoom, title: title)
        return [
            "title": .text(title), "data": .text(choice.href(choice.coins, path: "\(CompareChoice.path)/chart.json")),
            "csv": .text(choice.href(choice.coins, path: "\(CompareChoice.path)/chart.csv")), "sentence": .text(chart.sentence),
            "source": .text(words.chartSource(model: nil, issued: today, last: chart.comparison.lastDay)),
            "pictures": pictures,
            "readout": chart.readout,
            "rows": .list(chart.rows.map { ["day": .text($0.day), "values": .list($0.values.map(TemplateValue.text))] }),
        ]
    }

    // MARK: What does not work

    private var faults: [TemplateValue] {
        var notices = choice.faults.map { Frame.notice("warn", icon: "info", text(of: $0)) }
        if isTooMany {
            let count = choice.coins.count - CompareChoice.most
            notices.append(
                Frame.notice("bad", icon: "warn", words("compare.too-many.text", n: count), lead: words("compare.too-many.lead")))
        } else if choice.coins.count >= 2, chart == nil {
            notices.append(Frame.notice("warn", icon: "calendar", nothingCommon))
        }
        return notices
    }

    /// A longer period helps only if the coins have any day in common.
    private var nothingCommon: String {
        guard let (first, last) = span(choice.coins), last < first,
            let early = choice.coins.first(where: { coverage[$0.id]?.last == last }),
            let late = choice.coins.first(where: { coverage[$0.id]?.first == first })
        else { return words("compare.no-common-day") }
        return words(
            "compare.apart",
            [
                "early": "\(early.ticker)", "last": words.format.date(last), "late": "\(late.ticker)",
                "first": words.format.date(first),
            ])
    }

    private func text(of fault: CompareChoice.Fault) -> String {
        switch fault {
        case .unknown(let name, let near?): words("compare.unknown-near", ["name": name, "near": near])
        case .unknown(let name, nil): words("compare.unknown", ["name": name])
        case .ambiguous(let name, let ids): words("compare.ambiguous", ["name": name, "ids": ids.joined(separator: ", ")])
        case .noCloses(let coin): words("compare.no-closes", ["coin": "\(coin.ticker)"])
        }
    }
}

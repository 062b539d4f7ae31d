import Charts
import HTMLTemplates
import Languages
import Ledger
import Market

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
            ? stride(from: 0, to: pool.count - 1, by: 2).prefix(3).map { Array(pool[$0..<$0 + 2]) }
            : pool.prefix(3).map { choice.coins + [$0] }
        return groups.map { coins in
            ["label": .text(coins.map { "\($0.ticker)" }.joined(separator: " · ")), "href": .text(choice.href(coins))]
        }
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
            notices.append(Frame.notice("warn", icon: "calendar", words("compare.no-common-day")))
        }
        return notices
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

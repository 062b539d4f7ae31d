import HTMLTemplates
import Languages
import Market
import PageKit

/// The figures above the table of markets: those of the coins with the newest closes, because changes of different days do not make a
/// sum.
struct MarketSummary {
    /// The age of the newest close in days, 1 for yesterday's; nil without any.
    let ageDays: Int?
    let values: Values

    init(_ rows: [MarketRow], today: Day, _ words: Words) {
        let newest = rows.map(\.statistics.day).max()
        ageDays = newest.map { today - $0 }
        var values: Values = ["age": .optional(newest.map { Self.age($0, today, words) })]
        values["isSimulated"] = .flag(!rows.isEmpty && rows.allSatisfy(\.isSimulated))
        func whole(_ count: Int) -> String { words.format.price(Double(count), decimals: 0) }
        let old = rows.count { $0.ageDays != nil }
        values["older"] = .optional(old > 0 ? words("markets.older", n: old, ["all": whole(rows.count)]) : nil)
        let rows = rows.filter { $0.ageDays == nil }
        let changes = rows.compactMap { row in row.statistics.changes[1].map { (row, $0) } }
        let rose = changes.count { $0.1 > 0 }
        values["rose"] =
            changes.isEmpty
            ? false
            : [
                "value": .text(
                    words("markets.rose", ["n": whole(rose), "all": whole(changes.count)])),
                "fell": .text(words("markets.fell", n: changes.count { $0.1 < 0 })),
            ]
        values["moved"] =
            changes.max { abs($0.1) < abs($1.1) }.map { row, change in
                ["coin": CoinView.of(row.asset, words), "change": ChangeView.of(change, words)]
            } ?? false
        let widest = rows.compactMap { row in row.range.map { (row, $0) } }.max { $0.1.high - $0.1.low < $1.1.high - $1.1.low }
        values["uncertain"] =
            widest.map { row, range in
                ["coin": CoinView.of(row.asset, words), "range": .text(MarketRow.text(range, words))]
            } ?? false
        self.values = values
    }

    private static func age(_ day: Day, _ today: Day, _ words: Words) -> String {
        let date = words.format.date(day, .plain)
        return today - day <= 1
            ? words("markets.closes", ["date": date]) : words("markets.closes-age", n: today - day, ["date": date])
    }
}

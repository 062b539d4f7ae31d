import Charts
import HTMLTemplates
import Languages
import Market
import MarketData
import PageKit

/// The chart of a comparison: lines that start at 100, with their descriptions.
struct CompareChart: Sendable {
    let comparison: PriceComparison
    let words: Words

    /// The approximate number of days in the table; a file has all of them.
    private static let mostDays = 13

    var chart: TimeChart {
        TimeChart.comparison(
            of: comparison.lines.map {
                ChartLine(title: "\($0.asset.ticker)", firstDay: comparison.firstDay, values: $0.closes)
            }, from: comparison.firstDay)
    }

    // MARK: The picture

    /// - Parameter period: in words, such as "the past year".
    func title(_ period: String) -> String {
        words(
            "compare.chart-title", ["coins": comparison.lines.map { "\($0.asset.ticker)" }.joined(separator: ", "), "past": period])
    }

    func pictures(_ zoom: ClosedRange<Day>?, title: String) -> TemplateValue {
        chart.pictures(
            zoom, or: comparison.firstDay...comparison.lastDay, words.format, sizes: [.full, .wide, .narrow], title: title)
    }

    /// "100 is the close of 1 January 2024", and why it starts there if that is later than requested.
    private var since: String {
        let day = words.format.date(comparison.firstDay, .plain)
        guard let late = comparison.latecomer else { return words("compare.since", ["date": day]) }
        return words("compare.since-late", ["date": day, "coin": "\(late.ticker)"])
    }

    /// Coins whose closes end before those of the others.
    private var ended: [String] {
        comparison.lines.compactMap { line in
            let last = comparison.firstDay + (line.closes.count - 1)
            guard last < comparison.lastDay else { return nil }
            return words("compare.ended", ["coin": "\(line.asset.ticker)", "date": words.format.date(last, .plain)])
        }
    }

    /// The whole text below the chart.
    var sentence: String { ([since] + ended).joined(separator: " ") }

    func change(_ index: Int) -> TemplateValue { ChangeView.of(comparison.lines[index].change, words) }

    /// The line above the chart while the pointer is elsewhere: the last day.
    var readout: TemplateValue {
        let index = comparison.lastDay - comparison.firstDay
        let parts = comparison.lines.enumerated().compactMap { number, line -> TemplateValue? in
            guard let multiple = line.multiple(index) else { return nil }
            return [
                "key": "compare-\(number + 1)", "name": "\(line.asset.ticker)", "value": .text(words.format.price(multiple * 100)),
            ]
        }
        return ["when": .text(words.format.date(comparison.lastDay)), "parts": .list(parts)]
    }

    // MARK: The table

    /// The first day, the last, and some between them.
    private var days: [Int] {
        let last = comparison.lastDay - comparison.firstDay
        let every = max(1, (last + Self.mostDays - 2) / (Self.mostDays - 1))
        return [0] + stride(from: last, to: 0, by: -every).reversed()
    }

    /// One row for each day: the day, and the current value of the initial 100.
    var rows: [(day: String, values: [String])] {
        days.map { index in
            (
                words.format.date(comparison.firstDay + index),
                comparison.lines.map { line in
                    line.multiple(index).map { words.format.price($0 * 100, decimals: 1) } ?? Conventions.dash
                }
            )
        }
    }
}

import Charts
import HTMLTemplates
import Languages
import Ledger
import Market
import PageKit
import Trading

/// The chart of earnings: the value of the account, the amount put in, the value that the held coin would have, and the fan of what
/// the account holds now.
package struct EarningsChart: Sendable {
    package let figures: EarningsFigures
    package let past: PastPeriod
    package let ahead: AheadPeriod
    package var zoom: ClosedRange<Day>?
    package let amounts: Amounts

    package init(figures: EarningsFigures, past: PastPeriod, ahead: AheadPeriod, zoom: ClosedRange<Day>? = nil, amounts: Amounts) {
        (self.figures, self.past, self.ahead, self.zoom, self.amounts) = (figures, past, ahead, zoom, amounts)
    }

    private var words: Words { amounts.words }
    private var report: EarningsReport { figures.report }
    private var outlook: WalletOutlook? { try? figures.outlook?.get() }
    private var points: [EarningsReport.Point] { report.points }

    /// One point does not make a line.
    var isEmpty: Bool { points.count { $0.value != nil } < 2 }

    private var lines: [ChartLine] {
        func values(_ value: (EarningsReport.Point) -> Money?) -> [Double?] {
            points.map { value($0).map { Amounts.cents($0.doubleValue) } }
        }
        let first = points[0].day
        var lines = [
            ChartLine(title: words("earnings.value"), firstDay: first, values: values(\.value)),
            ChartLine(
                name: "put-in", title: words("earnings.put-in"), firstDay: first, values: values(\.putIn), isStepped: true),
        ]
        let held = values(\.held)
        if held.contains(where: { $0 != nil }) {
            lines.append(ChartLine(name: "held", title: heldName, firstDay: first, values: held))
        }
        return lines
    }

    private var heldName: String { words("earnings.held.name", ["coin": "\(report.held.coin.ticker)"]) }

    /// The values of `earnings-chart.mustache`.
    ///
    /// - Parameter total: the choice of the total on the first page, which the choice of a period keeps; nil on other pages.
    package func values(path: String, of total: TotalChoice? = nil) -> Values {
        guard !isEmpty else { return ["hasChart": false] }
        let chart = chart
        let title = words("earnings.chart.title")
        let last = report.today
        let first = max(points[0].day, past.days.map { last - $0 } ?? points[0].day)
        let end = outlook.map { $0.cutoff + ahead.days(of: $0.horizon) } ?? last
        let pictures = chart.pictures(zoom, or: first...max(last, end, first + 1), words.format, id: "earnings", title: title)
        let periods = [PastPeriod.week, .month, .quarter, .year, .all]
        return [
            "hasChart": true, "pictures": pictures, "chartTitle": .text(title),
            "chartData": .text("\(path)/chart.json"), "of": .optional(total?.rawValue),
            "keys": .list(
                chart.lines.map { line in
                    [
                        "class": .text(line.name == "close" ? "line" : line.name), "title": .text(line.title ?? ""),
                        "value": line.values.last.flatMap { $0 }.map { amounts.estimate($0) } ?? Amounts.none,
                    ]
                }),
            "when": .text(words.format.date(last)),
            "pastChoices": words.choices(periods, past), "hasOutlook": .flag(outlook != nil),
            "aheadChoices": words.choices(AheadPeriod.allCases, ahead),
            "chartRows": .list(rows), "heldName": .text(heldName),
        ]
    }

    private var chart: TimeChart {
        var chart = TimeChart(
            lines: lines, fan: outlook?.fan,
            todayText: outlook.map { words.today(lastClose: $0.cutoff, today: report.today) } ?? "")
        chart.hidesAmounts = amounts.isHidden
        return chart
    }

    /// The picture as a table: the forecast, the last days, and the ends of earlier months.
    private var rows: [TemplateValue] { rowsAhead + pastRows }

    private var rowsAhead: [TemplateValue] {
        guard let outlook else { return [] }
        return WalletOutlook.shownSteps.filter { $0 <= outlook.horizon }.map { step in
            [
                "day": .text(words.format.date(outlook.cutoff + step)), "value": amounts.estimate(outlook.middle[step - 1]),
                "putIn": amounts.money(nil), "earned": amounts.gain(nil), "heldEarned": amounts.gain(nil),
            ]
        }
    }

    private var pastRows: [TemplateValue] {
        let shown = points.indices.filter { index in
            index >= points.count - 14 || points[index].day.civil.month != points[index + 1].day.civil.month
        }
        return shown.suffix(38).reversed().map { index in
            let point = points[index]
            return [
                "day": .text(words.format.date(point.day)), "value": amounts.money(point.value),
                "putIn": amounts.money(point.putIn), "earned": amounts.gain(point.earned),
                "heldEarned": amounts.gain(point.heldEarned),
            ]
        }
    }

    /// The values under a pointer; nil if the chart is empty.
    func json() -> [UInt8]? {
        isEmpty ? nil : ChartData.json(chart, unit: amounts.currency.code, isMoney: true)
    }
}

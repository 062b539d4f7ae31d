import Charts
import HTMLTemplates
import Languages
import Ledger
import Market
import Trading

/// The chart of earnings: the value of the account, the amount put in, and the value that the held coin would have.
struct EarningsChart: Sendable {
    let report: EarningsReport
    let past: PastPeriod
    var zoom: ClosedRange<Day>?
    let amounts: Amounts

    private var words: Words { amounts.words }
    private var points: [EarningsReport.Point] { report.points }

    /// One point does not make a line.
    var isEmpty: Bool { points.count { $0.value != nil } < 2 }

    private var lines: [ChartLine] {
        func values(_ value: (EarningsReport.Point) -> Money?) -> [Double?] {
            points.map { value($0).map { WalletChart.cents($0.doubleValue) } }
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
    func values(path: String, of total: HomePages.Total? = nil) -> Values {
        guard !isEmpty else { return ["hasChart": false] }
        let lines = lines
        var chart = TimeChart(lines: lines)
        chart.hidesAmounts = amounts.isHidden
        let title = words("earnings.chart.title")
        let last = report.today
        let first = max(points[0].day, past.days.map { last - $0 } ?? points[0].day)
        let pictures = chart.pictures(zoom, or: first...max(last, first + 1), words.format, id: "earnings", title: title)
        let periods = [PastPeriod.week, .month, .quarter, .year, .all]
        return [
            "hasChart": true, "wideChart": pictures.wide, "narrowChart": pictures.narrow, "chartTitle": .text(title),
            "chartData": .text("\(path)/chart.json"), "of": .optional(total?.rawValue),
            "keys": .list(
                lines.map { line in
                    [
                        "class": .text(line.name == "close" ? "line" : line.name), "title": .text(line.title ?? ""),
                        "value": line.values.last.flatMap { $0 }.map { amounts.estimate($0) } ?? Amounts.none,
                    ]
                }),
            "when": .text(words.format.date(last)),
            "pastChoices": .list(
                periods.map { each in
                    [
                        "value": .text(each.rawValue), "label": .text(words("chips.\(each.rawValue)")),
                        "isChosen": .flag(each == past),
                    ]
                }),
            "chartRows": .list(rows), "heldName": .text(heldName),
        ]
    }

    /// The picture as a table: the last days, and the ends of earlier months.
    private var rows: [TemplateValue] {
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
        isEmpty ? nil : ChartData.json(TimeChart(lines: lines), unit: amounts.currency.code, isMoney: true)
    }
}

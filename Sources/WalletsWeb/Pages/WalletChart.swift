import Charts
import HTMLTemplates
import Languages
import Market
import PageKit

/// The chart of a wallet: its value over time with the amount put in, and the fan of its total.
package struct WalletChart: Sendable {
    package let figures: WalletFigures
    package let past: PastPeriod
    package let ahead: AheadPeriod
    package var zoom: ClosedRange<Day>?
    package let amounts: Amounts

    package init(figures: WalletFigures, past: PastPeriod, ahead: AheadPeriod, zoom: ClosedRange<Day>? = nil, amounts: Amounts) {
        (self.figures, self.past, self.ahead, self.zoom, self.amounts) = (figures, past, ahead, zoom, amounts)
    }

    private var words: Words { amounts.words }

    /// Whether the wallet has values of at least two days. A new wallet shows what its coins would have been worth.
    private var hasHistory: Bool { figures.history.days.count { $0.value != nil } >= 2 }

    private var outlook: WalletOutlook? { figures.outlook }

    /// Without prices and without a forecast, there is nothing to draw.
    var isEmpty: Bool { !hasHistory && outlook == nil }

    /// The visible days ahead; 0 without a forecast.
    var daysAhead: Int { outlook.map { ahead.days(of: $0.horizon) } ?? 0 }

    private var lines: [ChartLine] {
        guard hasHistory else {
            guard let outlook else { return [] }
            let first = outlook.cutoff - (outlook.pastTotals.count - 1)
            return [ChartLine(title: words("wallet.value"), firstDay: first, values: outlook.pastTotals)]
        }
        let (days, first) = (figures.history.days, figures.history.days[0].day)
        return [
            ChartLine(
                title: words("wallet.value"), firstDay: first, values: days.map { ($0.value?.doubleValue).map(Amounts.cents) }),
            ChartLine(
                name: "put-in", title: words("wallet.put-in"), firstDay: first,
                values: figures.history.putIn.map { ($0?.doubleValue).map(Amounts.cents) }, isStepped: true),
        ]
    }

    private var lastDay: Day {
        let known = lines.first.flatMap { line in line.values.lastIndex { $0 != nil }.map { line.firstDay + $0 } }
        return max(known ?? Day(daysSince1970: 0), outlook?.cutoff ?? Day(daysSince1970: 0))
    }

    private var view: ClosedRange<Day> {
        let first = max(lines[0].firstDay, past.days.map { lastDay - $0 } ?? lines[0].firstDay)
        let last = outlook.map { $0.cutoff + daysAhead } ?? lastDay
        return first...max(last, first + 1)
    }

    private var todayText: String { outlook.map { words.today(lastClose: $0.cutoff, today: figures.today) } ?? "" }

    private var chart: TimeChart {
        var chart = TimeChart(lines: lines, fan: outlook?.fan, todayText: todayText)
        chart.hidesAmounts = amounts.isHidden
        return chart
    }

    /// The values of `wallet-chart.mustache`.
    package func values(path: String, question: WalletQuestion?) -> Values {
        guard !isEmpty else { return ["hasChart": false] }
        let title = words(outlook == nil ? "wallet.chart.title-past" : "wallet.chart.title")
        let pictures = chart.pictures(zoom, or: view, words.format, id: "wallet", title: title)
        return [
            "hasChart": true, "pictures": pictures, "chartTitle": .text(title),
            "chartData": .text("\(path)/chart.json"), "hasOutlook": .flag(outlook != nil),
            "hasPutIn": .flag(hasHistory), "hasOnlyToday": .flag(!hasHistory), "endNote": .optional(endNote),
            "pastChoices": words.choices([PastPeriod.month, .quarter, .all], past),
            "aheadChoices": words.choices(AheadPeriod.allCases, ahead),
            "above": .optional(question?.plainValue), "readout": readout, "chartRows": .list(rows),
            "currencyCode": .text(amounts.currency.code), "unit": .text(amounts.currency.code),
        ]
    }

    /// Why the line of the past ends before the day of the total; nil if it does not.
    private var endNote: String? {
        guard hasHistory, let last = figures.history.days.last(where: { $0.value != nil })?.day, last < figures.gains.day else {
            return nil
        }
        return words("wallet.chart.ends", ["day": words.format.date(last, .plain)])
    }

    /// The line above the chart: the last visible day.
    private var readout: TemplateValue {
        guard let outlook, daysAhead > 0 else { return ["when": false, "bands": [], "middle": false] }
        let step = daysAhead - 1
        let when = "\(words.format.date(outlook.cutoff + daysAhead)) · \(words("wallet.days-ahead", n: daysAhead))"
        let bands = WalletOutlook.bandLevels.reversed().map { level -> TemplateValue in
            ["level": "\(level)", "range": amounts.view(range(outlook.band(level), step))]
        }
        return ["when": .text(when), "bands": .list(bands), "middle": amounts.estimate(outlook.middle[step])]
    }

    private func range(_ band: ChartBand, _ step: Int) -> String {
        words.range(band.low[step], band.high[step], areEstimates: true)
    }

    /// The picture as a table: the days that can be chosen, and the ends of months.
    private var rows: [TemplateValue] {
        var rows: [TemplateValue] = []
        if let outlook {
            for step in WalletOutlook.shownSteps where step <= outlook.horizon {
                rows.append([
                    "day": .text(words.format.date(outlook.cutoff + step)), "isAhead": true,
                    "value": amounts.estimate(outlook.middle[step - 1]),
                    "band50": amounts.view(range(outlook.band(50), step - 1)),
                    "band80": amounts.view(range(outlook.band(80), step - 1)),
                    "band95": amounts.view(range(outlook.band(95), step - 1)),
                ])
            }
        }
        let line = lines[0]
        let known = line.values.indices.filter { index in
            line.values[index] != nil
                && (index == line.values.count - 1
                    || (line.firstDay + index).civil.month != (line.firstDay + index + 1).civil.month)
        }
        for index in known.suffix(24).reversed() {
            rows.append([
                "day": .text(words.format.date(line.firstDay + index)), "isAhead": false,
                "value": amounts.estimate(line.values[index]!),
                "band50": Amounts.none, "band80": Amounts.none, "band95": Amounts.none,
            ])
        }
        return rows
    }

    // MARK: For scripts

    /// The values under a pointer, and the quantiles with which a script answers questions while a value is dragged; nil if the chart
    /// is empty.
    func json() -> [UInt8]? {
        guard !isEmpty else { return nil }
        return ChartData.json(
            chart, unit: amounts.currency.code, isMoney: true, levels: outlook == nil ? [] : WalletOutlook.levels,
            quantiles: outlook?.quantiles ?? [])
    }
}

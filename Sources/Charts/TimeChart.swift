import Languages
import Market

/// History and forecast in one picture, on one scale: lines, a fan, and forecasts of the past.
package struct TimeChart: Sendable {
    /// The first is the main one.
    package var lines: [ChartLine]
    package var fan: ChartFan?
    /// Earlier forecasts, drawn under the line.
    package var pastFans: [ChartFan]
    /// Purchases and sales, marked at the main line.
    package var trades: [ChartTrade] = []
    /// Days with much news, marked at the bottom.
    package var newsDays: [Day] = []
    /// The days that are drawn as candles instead of the main line; ascending, empty for a line.
    package var candles: [Candle] = []
    /// The days whose traded volumes are drawn as bars; ascending, empty for none.
    package var volumes: [Candle] = []
    /// Above the line where the forecast begins: "today", or the day of the last close.
    package var todayText: String
    /// Whether figures on the axes are left out, to hide amounts from other people.
    package var hidesAmounts = false
    /// Whether the lines are compared with each other: each has its name at its end, and none is marked.
    package var isComparison = false

    package init(lines: [ChartLine], fan: ChartFan? = nil, pastFans: [ChartFan] = [], todayText: String = "") {
        self.lines = lines
        self.fan = fan
        self.pastFans = pastFans
        self.todayText = todayText
    }

    /// Draws the days of a view.
    ///
    /// Colours and widths are those of the style sheet (`charts.css`). Parts outside of all views are not drawn, but the bands are
    /// never cut or smoothed.
    ///
    /// - Parameters:
    ///   - view: from one day to a later one.
    ///   - isLogarithmic: ignored if a visible value is 0 or less.
    ///   - id: of the clip path, unique on the page: letters, digits and hyphens.
    ///   - title: the text that screen readers read instead of the picture.
    package func svg(
        view: ClosedRange<Day>, size: ChartSize, isLogarithmic: Bool = false, _ conventions: Conventions, id: String, title: String
    ) -> String {
        let layout = ChartLayout(self, ChartView(view), size, isLogarithmic: isLogarithmic, conventions)
        return SVGText.picture(
            size.name ?? "", width: size.width, height: size.height, title: title, attributes: layout.scales,
            ChartMarkup.text(layout, id: id))
    }

    /// Returns the part of some days in which the chart has values; nil if that is less than two days.
    package func days(within wanted: ClosedRange<Day>) -> ClosedRange<Day>? {
        var ends = lines.map { $0.firstDay + ($0.values.count - 1) }
        if let fan { ends.append(fan.cutoff + fan.middle.count) }
        guard let first = lines.map(\.firstDay).min(), let last = ends.max(), first < last else { return nil }
        let days = wanted.clamped(to: first...last)
        return days.lowerBound < days.upperBound ? days : nil
    }

    /// Creates a chart of up to five lines that begin at 100, so that coins of any price can be compared.
    ///
    /// - Parameters:
    ///   - lines: with titles; the names become `compare-1`, `compare-2` and so on, which the style sheet distinguishes.
    ///   - day: every line is 100 on its first value from this day on. A line without such a value is left empty.
    package static func comparison(of lines: [ChartLine], from day: Day) -> TimeChart {
        var chart = TimeChart(
            lines: lines.enumerated().map { index, line in line.rebased(name: "compare-\(index + 1)", from: day) })
        chart.isComparison = true
        return chart
    }
}

extension ChartLine {
    fileprivate func rebased(name: String, from day: Day) -> ChartLine {
        var line = self
        line.name = name
        let skipped = min(values.count, max(0, day - firstDay))
        guard let first = values[skipped...].first(where: { $0 != nil }), let base = first, base > 0 else {
            line.values = []
            return line
        }
        line.values = values.map { $0.map { $0 / base * 100 } }
        return line
    }
}

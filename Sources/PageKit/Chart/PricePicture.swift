import Charts
import Languages
import Market

/// The closes of a coin or a file with their forecast, for pictures, tables and data.
package struct PricePicture: Sendable {
    /// The name, such as BTC.
    package let name: String
    /// The currency of the closes.
    package let unit: String
    /// Ascending by day; at least one.
    package let closes: [Candle]
    /// Nil if there is no forecast.
    package let outlook: CoinOutlook?
    /// A past forecast to draw below the line, with its days.
    package var pastFan: ChartFan?
    /// The reader's purchases and sales.
    package var trades: [ChartTrade] = []
    /// Days with much news.
    package var newsDays: [Day] = []
    /// The first day that has not ended.
    package let today: Day

    package init(
        name: String, unit: String, closes: [Candle], outlook: CoinOutlook?, pastFan: ChartFan? = nil, trades: [ChartTrade] = [],
        newsDays: [Day] = [], today: Day
    ) {
        (self.name, self.unit, self.closes, self.outlook, self.pastFan, self.trades, self.newsDays, self.today) = (
            name, unit, closes, outlook, pastFan, trades, newsDays, today
        )
    }

    package var first: Day { closes[0].day }
    package var last: Day { closes[closes.count - 1].day }
    package var lastClose: Double { closes[closes.count - 1].close }

    /// One value a day; nil where a close is missing.
    package var values: [Double?] {
        var values = [Double?](repeating: nil, count: last - first + 1)
        for candle in closes { values[candle.day - first] = candle.close }
        return values
    }

    /// The closes of a period, including the one at its start.
    package func closes(of period: PastPeriod) -> ArraySlice<Candle> {
        guard let days = period.days else { return closes[...] }
        return closes[(closes.firstIndex { $0.day >= last - days } ?? 0)...]
    }

    /// The visible days: at least a week, and all of a past forecast if one is shown.
    func view(_ choice: ChartChoice) -> ClosedRange<Day> {
        let end = outlook.map { last + choice.ahead.days(of: $0.horizon) } ?? last
        if let pastFan {
            let start = min(pastFan.cutoff - 60, last - 7)
            return start...max(last + 7, min(end, pastFan.cutoff + pastFan.middle.count + 14))
        }
        let start = choice.past.days.map { max(last - $0, min(first, last - 7)) } ?? min(first, last - 7)
        return start...end
    }

    /// The label at the start of the forecast: "today" only if the last close is at most a day old.
    func todayText(_ words: Words) -> String { words.today(lastClose: last, today: today) }

    /// Whether days have more prices than their close, and so can be drawn as candles.
    var hasCandles: Bool { closes.contains { $0.open != nil || $0.high != nil || $0.low != nil } }
    var hasVolumes: Bool { closes.contains { $0.volume ?? 0 > 0 } }

    /// - Parameter choice: nil for a line without volumes.
    package func chart(_ words: Words, _ choice: ChartChoice? = nil) -> TimeChart {
        var chart = TimeChart(
            lines: [ChartLine(firstDay: first, values: values)], fan: outlook?.fan, pastFans: pastFan.map { [$0] } ?? [],
            todayText: todayText(words))
        chart.trades = trades
        chart.newsDays = newsDays
        if choice?.kind == .candles, hasCandles { chart.candles = closes }
        if choice?.showsVolume == true { chart.volumes = closes }
        return chart
    }
}

extension Words {
    /// The label at the start of a forecast: "today" only if the last close is at most a day old. A close of another year is shown
    /// with its year: "31 Dec" alone would mean the last one.
    package func today(lastClose day: Day, today: Day) -> String {
        guard today - day > 1 else { return self("chart.today") }
        let isThisYear = day.civil.year == today.civil.year || today - day < 180
        return self("chart.last-close", ["date": format.date(day, isThisYear ? .day : .short)])
    }
}

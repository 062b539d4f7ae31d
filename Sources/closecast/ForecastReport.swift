import Forecasting
import Market

/// A forecast for people: a small table, a chart, and where it comes from.
struct ForecastReport {
    let history: PriceHistory
    let forecast: Forecast
    let forecaster: Forecaster

    /// The days that the table shows, and the last one.
    private static let tableDays = [1, 7, 30, 60, 96]

    var text: String { [title, table, chart(height: 12), provenance].joined(separator: "\n") }

    /// The chart alone, large.
    var plot: String { [title, chart(height: 24), provenance].joined(separator: "\n") }

    private var title: String {
        let simulated = SimulatedMarket.isTicker(history.ticker) ? " (a simulated market, no real coin)" : ""
        return "\(history.ticker)\(simulated)  last close \(PriceText.price(history.lastClose)) on \(history.lastDay)\n"
    }

    private var table: String {
        let days = Self.tableDays.filter { $0 < forecast.horizon } + [forecast.horizon]
        let prices = days.map { PriceText.price(forecast.points[$0 - 1]) }
        let width = max(8, prices.map(\.count).max()!)
        var lines = ["  \(padded("day", 4))  \("date".padding(to: 10))  \(padded("forecast", width))  \(padded("change", 8))"]
        for (day, price) in zip(days, prices) {
            let change = percent(forecast.points[day - 1] / history.lastClose - 1)
            lines.append("  \(padded("\(day)", 4))  \(forecast.day(day))  \(padded(price, width))  \(padded(change, 8))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func chart(height: Int) -> String {
        // At least a third of the width is the forecast's.
        let past = history.suffix(max(14, min(96, 2 * forecast.horizon))).closes
        return TextChart(
            past: past, future: forecast.points, firstDay: history.lastDay - (past.count - 1), height: height,
            width: Console.columns, hasColours: Console.hasColours
        ).text
    }

    private var provenance: String {
        let configuration = forecaster.configuration
        let decoding = forecaster.decoding == .recursive ? "recursive" : "sliding window"
        var lines =
            "model \(configuration.name) (sha256 \(configuration.sha256.prefix(12))), last day seen \(forecast.cutoff), \(decoding)\n"
        if let ratio = configuration.validationErrorRatioToNaive {
            let verdict = ratio > 0.97 ? "no better than the last price" : "better than the last price on those days"
            lines +=
                "its error on its validation days was \(PriceText.fixed(ratio, decimals: 2)) times the naive forecast's: \(verdict)\n"
        } else {
            lines += "how good it is beside the last price was not measured\n"
        }
        return lines
    }

    /// With two decimals and a sign: `-0.03 %`; no sign where it rounds to zero.
    private func percent(_ ratio: Double) -> String {
        let text = PriceText.fixed(abs(ratio) * 100, decimals: 2)
        let sign = text == "0.00" ? "" : ratio < 0 ? "-" : "+"
        return "\(sign)\(text) %"
    }

    private func padded(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }
}

extension String {
    /// The text with spaces behind it.
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

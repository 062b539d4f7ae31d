import Charts
import Forecasting
import Languages
import Market
import Platform
import Text

/// A forecast as an SVG file: the closes before it, and its fan.
struct ForecastChart {
    static let oneCoin = "--svg draws one coin; name one: closecast forecast BTC --svg BTC.svg"

    let history: PriceHistory
    let forecast: Forecast
    let plan: ForecastPlan
    private var conventions: Conventions { Conventions(of: .english) }

    var document: String {
        let past = history.suffix(96)
        let firstDay = past.lastDay - (past.count - 1)
        let chart = TimeChart(
            lines: [ChartLine(firstDay: firstDay, values: past.closes)],
            fan: ChartFan(cutoff: forecast.cutoff, lastValue: history.lastClose, middle: forecast.points, bands: bands),
            todayText: "last close \(conventions.date(history.lastDay, .day))")
        return chart.document(
            view: firstDay...(forecast.cutoff + forecast.horizon), conventions, title: title, description: description,
            source: source)
    }

    private var source: String {
        let issued = conventions.date(Day(secondsSince1970: ProcessState.secondsSince1970))
        return
            "Closecast \(Locations.version), model \(forecast.modelName). Drawn on \(issued). Last close: \(conventions.date(history.lastDay)), UTC."
    }

    private var title: String {
        let simulated = SimulatedMarket.isTicker(history.ticker) ? " (a simulated market)" : ""
        return "\(history.ticker): the forecast of the next \(forecast.horizon.counted("daily close"))\(simulated)"
    }

    private var description: String {
        let start = "The last close is \(conventions.price(history.lastClose)) on \(conventions.date(history.lastDay))."
        guard let band = bands.first(where: { $0.level == 80 }) ?? bands.first, let low = band.low.last, let high = band.high.last
        else { return start }
        let end = conventions.date(forecast.cutoff + forecast.horizon)
        return "\(start) The \(band.level)% band on \(end) is \(conventions.price(low)) to \(conventions.price(high))."
    }

    /// The requested bands, or else those of 95, 80 and 50 %; widest first.
    private var bands: [ChartBand] {
        guard let distribution = forecast.distribution else { return [] }
        let chosen = plan.quantiles.levels.filter { $0 == $0.rounded() }.sorted(by: >)
        return (chosen.isEmpty ? [95, 80, 50] : chosen).map { level in
            let ends = RequestedQuantiles.ends(of: level).map { end in
                (1...forecast.horizon).map { distribution.quantile(end, step: $0) }
            }
            return ChartBand(level: Int(level), low: ends[0], high: ends[1])
        }
    }
}

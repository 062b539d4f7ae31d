import Charts
import Languages
import Market

/// Charts of invented prices.
enum SampleCharts {
    static let lastDay = Day(iso: "2024-12-31")!

    /// A random walk of closes that ends on the last day.
    static func closes(_ count: Int, seed: UInt64 = 1, start: Double = 100) -> [Double?] {
        var random = SeededGenerator(seed: seed)
        var value = start
        return (0..<count).map { _ in
            value *= 1 + Double.random(in: -0.04...0.041, using: &random)
            return value
        }
    }

    static func line(_ values: [Double?], title: String? = nil) -> ChartLine {
        ChartLine(title: title, firstDay: lastDay - (values.count - 1), values: values)
    }

    /// A fan whose bands widen with the root of the days.
    static func fan(days: Int = 96, last: Double, cutoff: Day = lastDay) -> ChartFan {
        let widths = (1...days).map { Double($0).squareRoot() * 0.03 }
        let bands = [(95, 2.0), (80, 1.3), (50, 0.7)].map { level, factor in
            ChartBand(
                level: level, low: widths.map { last / (1 + $0 * factor) }, high: widths.map { last * (1 + $0 * factor) })
        }
        return ChartFan(cutoff: cutoff, lastValue: last, middle: Array(repeating: last, count: days), bands: bands)
    }

    /// A chart of a coin with its forecast.
    static func coin(_ count: Int = 500, days: Int = 96, start: Double = 100) -> TimeChart {
        let values = closes(count, start: start)
        return TimeChart(lines: [line(values)], fan: fan(days: days, last: values.last!!), todayText: "last close 31 Dec")
    }

    /// The elements of a chart; nil if it is not well-formed.
    static func elements(
        _ chart: TimeChart, past: Int = 365, ahead: Int = 96, size: ChartSize = .wide, isLogarithmic: Bool = false,
        _ language: Language = .english
    ) -> SVGElements? {
        let view = (lastDay - past)...(lastDay + ahead)
        return SVGElements(
            chart.svg(
                view: view, size: size, isLogarithmic: isLogarithmic, Conventions(of: language), id: "plot", title: "A \"chart\""))
    }
}

import Glibc

/// The values that the vertical axis spans.
struct ChartRange {
    let low: Double
    let high: Double
    /// Whether the scale is logarithmic: as requested, if all values are above 0.
    let isLogarithmic: Bool

    init(_ chart: TimeChart, _ view: ChartView, isLogarithmic: Bool) {
        let (low, high) = Self.extent(chart, view)
        self.isLogarithmic = isLogarithmic && low > 0
        if self.isLogarithmic {
            let air = exp((log(high) - log(low)) * 0.07)
            (self.low, self.high) = (low / air, high * air)
        } else {
            let air = (high - low) * 0.07
            (self.low, self.high) = (low >= 0 ? max(low - air, low * 0.2) : low - air, high + air)
        }
    }

    /// The lowest and highest visible value, including the widest band: a cut fan would look more certain.
    private static func extent(_ chart: TimeChart, _ view: ChartView) -> (Double, Double) {
        var low = Double.infinity
        var high = -Double.infinity
        for line in chart.lines {
            for case let value? in line.values[line.indices(in: view)] {
                if value < low { low = value }
                if value > high { high = value }
            }
        }
        for candle in chart.candles where view.holds(candle.day) {
            (low, high) = (min(low, candle.lowest), max(high, candle.highest))
        }
        for fan in chart.pastFans + [chart.fan].compactMap(\.self) {
            for step in fan.steps(in: view) {
                let (bottom, top) = fan.bands.first.map { ($0.low[step], $0.high[step]) } ?? (fan.middle[step], fan.middle[step])
                if bottom < low { low = bottom }
                if top > high { high = top }
            }
        }
        if low > high { return (0, 1) }
        // Values that differ by rounding alone count as equal.
        let magnitude = max(low.magnitude, high.magnitude)
        guard high - low <= 1e-9 * magnitude else { return (low, high) }
        let air = magnitude * 0.05
        return air > 0 ? (low - air, high + air) : (0, 1)
    }
}

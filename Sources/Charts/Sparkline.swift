/// The past 30 days and the fan of the next 30, on one scale, as small as a word. It has no colours for gains or losses.
package struct Sparkline: Sendable {
    /// Oldest first; nil where a close is missing.
    package var closes: [Double?]
    package var fan: ChartFan?

    package init(closes: [Double?], fan: ChartFan? = nil) {
        self.closes = closes
        self.fan = fan
    }

    /// Draws the bands of 80 and 50 % only: the widest would flatten the line. The last close is in the middle if there is a fan.
    package func svg(width: Double = 148, height: Double = 40) -> String {
        let fan = fan?.prefix(30)
        let bands = fan?.bands.filter { $0.level <= 80 } ?? []
        let known = closes.compactMap(\.self) + bands.flatMap { $0.low + $0.high }
        var svg = SVGText()
        if let low = known.min(), let high = known.max(), let last = closes.last(where: { $0 != nil }) ?? nil {
            let flat = low == high
            let y = ChartScale(low: flat ? low - 1 : low, high: flat ? high + 1 : high, start: height - 3, end: 3)
            let today = fan == nil ? width - 4 : width / 2
            let x = ChartScale(low: 0, high: Double(max(1, closes.count - 1)), start: 1, end: today)
            let ahead = ChartScale(low: 0, high: Double(max(1, fan?.middle.count ?? 1)), start: today, end: width - 1)
            for band in bands { svg.path("band band-\(band.level)", Self.band(band, from: last, ahead, y)) }
            svg.path("line", Self.line(closes, x, y))
            svg.circle("now", x: today, y: y(last), radius: 2.5)
        }
        return SVGText.picture("spark", width: width, height: height, title: nil, svg.text)
    }

    private static func band(_ band: ChartBand, from last: Double, _ x: ChartScale, _ y: ChartScale) -> String {
        var path = "M" + SVGText.point(x(0), y(last))
        for (step, value) in band.high.enumerated() { path += "L" + SVGText.point(x(Double(step + 1)), y(value)) }
        for (step, value) in band.low.enumerated().reversed() { path += "L" + SVGText.point(x(Double(step + 1)), y(value)) }
        return path + "Z"
    }

    /// The path of values, one per unit, with gaps where a value is missing.
    static func line(_ values: [Double?], _ x: ChartScale, _ y: ChartScale) -> String {
        var pen = ChartPen()
        for (index, value) in values.enumerated() {
            if let value { pen.go(to: x(Double(index)), y(value)) } else { pen.lift() }
        }
        return pen.finished
    }
}

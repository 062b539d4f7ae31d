/// The past 30 days and the fan of the next 30, on one scale, as small as a word. It has no colours for gains or losses.
package struct Sparkline: Sendable {
    /// Oldest first; nil where a close is missing.
    package var closes: [Double?]
    package var fan: ChartFan?

    package init(closes: [Double?], fan: ChartFan? = nil) {
        self.closes = closes
        self.fan = fan
    }

    /// The drawn bands, of 80 and 50 % only: the widest would flatten the line.
    private var bands: [ChartBand] { fan?.prefix(30).bands.filter { $0.level <= 80 } ?? [] }

    private var known: [Double] { closes.compactMap(\.self) + bands.flatMap { $0.low + $0.high } }

    private var last: Double? { closes.last { $0 != nil } ?? nil }

    // MARK: One scale for several pictures

    /// The largest change from the last close; nil without one.
    private var change: Double? {
        guard let last, last > 0 else { return nil }
        return known.map { abs($0 / last - 1) }.max()
    }

    /// Returns the change from the last close, up and down, that fits all of several pictures, so that they can be compared: 0.4 for
    /// ±40 %. It is at most 1: a larger change is cut off, because it would flatten all other pictures. Nil if nothing changes.
    package static func reach(of pictures: some Sequence<Sparkline>) -> Double? {
        pictures.compactMap(\.change).filter { $0 > 0 }.max().map { min($0, 1) }
    }

    // MARK: Drawing

    /// Draws the picture.
    ///
    /// - Parameter reach: the change from the last close, up and down, at the edges; nil for a picture that fills its own height.
    package func svg(width: Double = 148, height: Double = 40, reach: Double? = nil) -> String {
        var svg = SVGText()
        let fan = fan?.prefix(30)
        if let last, let (low, high) = ends(reach) {
            let y = ChartScale(low: low, high: high, start: height - 3, end: 3, isClamped: true)
            let today = fan == nil ? width - 4 : width / 2
            let x = ChartScale(low: 0, high: Double(max(1, closes.count - 1)), start: 1, end: today)
            let ahead = ChartScale(low: 0, high: Double(max(1, fan?.middle.count ?? 1)), start: today, end: width - 1)
            for band in bands { svg.path("band band-\(band.level)", Self.band(band, from: last, ahead, y)) }
            svg.path("line", Self.line(closes, x, y))
            svg.circle("now", x: today, y: y(last), radius: 2.5)
        }
        return SVGText.picture("spark", width: width, height: height, title: nil, svg.text)
    }

    /// The values at the lower and the upper edge.
    private func ends(_ reach: Double?) -> (low: Double, high: Double)? {
        if let reach, let last, last > 0 { return (last * (1 - reach), last * (1 + reach)) }
        guard let low = known.min(), let high = known.max() else { return nil }
        return low == high ? (low - 1, high + 1) : (low, high)
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

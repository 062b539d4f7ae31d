import Market

/// A small picture of a past forecast with the actual closes on top.
package struct DiaryPicture: Sendable {
    package var fan: ChartFan
    /// The closes around it: some days before the cutoff, and the days after it.
    package var line: ChartLine

    package init(fan: ChartFan, line: ChartLine) {
        self.fan = fan
        self.line = line
    }

    private static let daysBefore = 20.0

    /// Draws 20 days before the cutoff and all days of the forecast. The picture is stretched to its place; it contains no letters
    /// that this would distort.
    package func svg(width: Double = 240, height: Double = 88) -> String {
        let bands = fan.bands.filter { $0.level <= 80 }
        let (start, end) = (fan.start - Self.daysBefore, fan.start + Double(fan.middle.count))
        let seen = line.values.enumerated().filter { (start...end).contains(line.start + Double($0.offset)) }
        let known = seen.compactMap(\.element) + bands.flatMap { $0.low + $0.high } + [fan.lastValue]
        let low = known.min() ?? 0
        let high = max(known.max() ?? 1, low.nextUp)
        let paths = ChartPaths(
            view: ChartView(from: start, to: end), x: ChartScale(low: start, high: end, start: 0, end: width),
            y: ChartScale(low: low, high: high, start: height - 4, end: 4))
        var svg = SVGText()
        svg.open("fan past")
        for band in bands { svg.path("band band-\(band.level)", paths.band(band, of: fan, days: fan.middle.count)) }
        svg.close()
        let values = seen.map(\.element)
        let first = line.firstDay + (seen.first?.offset ?? 0)
        svg.raw("<path class=\"line\" vector-effect=\"non-scaling-stroke\" d=\"")
        svg.raw(paths.line(ChartLine(firstDay: first, values: values)) + "\"/>")
        return SVGText.picture(
            "plot-small", width: width, height: height, title: nil, attributes: " preserveAspectRatio=\"none\"", svg.text)
    }
}

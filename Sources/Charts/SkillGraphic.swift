/// A forecast's skill compared with the last price, as intervals around a point, for groups of days.
package struct SkillGraphic: Sendable {
    /// A group of days.
    package struct Row: Sendable {
        package var label: String
        /// The interval and the point, as ratios: 0.027 is 2.7 % better.
        package var low: Double
        package var middle: Double
        package var high: Double
        /// The point as a text: +2.7%.
        package var text: String

        package init(label: String, low: Double, middle: Double, high: Double, text: String) {
            self.label = label
            self.low = low
            self.middle = middle
            self.high = high
            self.text = text
        }

        /// A dot is filled only if its interval excludes 0.
        fileprivate var verdict: String { low > 0 ? "good" : high < 0 ? "poor" : "unsure" }
    }

    package var rows: [Row]
    /// Words above the scale: "worse", "better than the last price".
    package var sides: (worse: String, better: String)

    package init(rows: [Row], sides: (worse: String, better: String)) {
        self.rows = rows
        self.sides = sides
    }

    /// Draws the rows on one scale, on which 0 is a dashed line.
    ///
    /// - Parameter title: the same in words, for screen readers.
    package func svg(title: String) -> String {
        let width = 304.0
        let bottom = 16 + Double(rows.count) * 32
        let x = scale(end: 244, width: width)
        var svg = SVGText()
        // If the words of the right side are longer than that side, they end at the picture's edge.
        let better = min(x(0) + 8, width - LabelSpace.width(sides.better))
        let worse = min(x(0) - 8, better - 12)
        if worse >= LabelSpace.width(sides.worse) { svg.words("quiet", x: worse, y: 12, anchor: "end", sides.worse) }
        svg.words("quiet", x: better, y: 12, sides.better)
        svg.path("zero", "M\(SVGText.point(x(0), 18))V\(SVGText.number(bottom))")
        for (index, row) in rows.enumerated() {
            let y = 34 + Double(index) * 32
            svg.words("", x: 0, y: y + 4, row.label)
            svg.path("whisker", "M\(SVGText.point(x(row.low), y))H\(SVGText.number(x(row.high)))")
            svg.circle(row.verdict, x: x(row.middle), y: y, radius: 6)
            svg.words("strong", x: width, y: y + 4, anchor: "end", row.text)
        }
        svg.words("quiet", x: x(0), y: bottom + 12, anchor: "middle", "0")
        return SVGText.picture("small-chart", width: width, height: bottom + 16, title: title, svg.text)
    }

    /// The scale of ratios behind the labels. It is stretched to the right if 0 would leave no room for the words of that side.
    private func scale(end: Double, width: Double) -> ChartScale {
        let start = min((rows.map { LabelSpace.width($0.label) }.max() ?? 0) + 12, 150)
        let low = min(-0.01, rows.map(\.low).min() ?? 0)
        let high = max(0.01, rows.map(\.high).max() ?? 0)
        let farthest = width - 8 - LabelSpace.width(sides.better)
        let isNamed = farthest - start > 16
        let stretched = isNamed ? max(high, -low * (end - farthest) / (farthest - start)) : high
        return ChartScale(low: low, high: stretched, start: start, end: end)
    }
}

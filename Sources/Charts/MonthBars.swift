/// Amounts of consecutive months as bars on one scale, with a mark below each. A table next to it has the amounts.
package struct MonthBars: Sendable {
    package struct Bar: Sendable {
        package let label: String
        package let value: Double

        package init(label: String, value: Double) { (self.label, self.value) = (label, value) }
    }

    package let bars: [Bar]

    package init(_ bars: [Bar]) { self.bars = bars }

    private static let (width, height, top, gap) = (304.0, 120.0, 4.0, 4.0)

    /// - Parameter title: the same in words, for screen readers.
    package func svg(title: String) -> String {
        let (highest, base) = (bars.map(\.value).max() ?? 0, Self.height - 20)
        let step = Self.width / Double(max(1, bars.count))
        var svg = SVGText()
        for (index, bar) in bars.enumerated() {
            let size = highest > 0 ? max(0, bar.value) / highest * (base - Self.top) : 0
            let x = Double(index) * step + Self.gap / 2
            svg.rectangle("fill", x: x, y: base - size, width: step - Self.gap, height: size, round: 2)
            svg.words("quiet", x: x + (step - Self.gap) / 2, y: Self.height - 4, anchor: "middle", bar.label)
        }
        svg.path("base", "M0,\(SVGText.number(base))H\(SVGText.number(Self.width))")
        return SVGText.picture("small-chart", width: Self.width, height: Self.height, title: title, svg.text)
    }
}

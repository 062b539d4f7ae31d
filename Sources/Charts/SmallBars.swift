/// The probability that a price rises, as a bar with a mark in the middle. A sentence next to it says the same.
package struct OddsBar: Sendable {
    /// From 0 to 1.
    package let rise: Double

    package init(rise: Double) { self.rise = min(max(rise, 0), 1) }

    package func svg() -> String {
        var svg = SVGText()
        svg.rectangle("above", x: 0, y: 0, width: rise * 300, height: 12)
        svg.rectangle("half", x: 149.5, y: 0, width: 1, height: 12)
        return SVGText.picture("odds", width: 300, height: 12, title: nil, attributes: " preserveAspectRatio=\"none\"", svg.text)
    }
}

/// The position of a value between the lowest and the highest of a period. Figures next to it say the same.
package struct RangeBar: Sendable {
    /// From 0, the lowest, to 1, the highest.
    package let place: Double

    /// If all prices of the period are equal, the mark is in the middle.
    package init(low: Double, value: Double, high: Double) {
        place = high > low ? min(max((value - low) / (high - low), 0), 1) : 0.5
    }

    package func svg() -> String {
        var svg = SVGText()
        svg.rectangle("", x: 0, y: 6, width: 300, height: 6, round: 3)
        svg.circle("", x: 6 + place * 288, y: 9, radius: 7)
        return SVGText.picture("range small-chart", width: 300, height: 18, title: nil, svg.text)
    }
}

/// A part of a whole as a bar, such as what is spent of a budget. A sentence next to it says the same.
package struct ShareBar: Sendable {
    /// From 0; more than 1 fills the bar.
    package let share: Double

    package init(_ share: Double) { self.share = min(max(share.isFinite ? share : 0, 0), 1) }

    package func svg() -> String {
        var svg = SVGText()
        svg.rectangle("above", x: 0, y: 0, width: share * 300, height: 12)
        return SVGText.picture("odds", width: 300, height: 12, title: nil, attributes: " preserveAspectRatio=\"none\"", svg.text)
    }
}

/// The size of a chart in pixels. A page has the same chart in two or three sizes, because letters must not shrink with the picture.
package struct ChartSize: Sendable {
    package let width: Double
    package let height: Double
    /// The class of the SVG, by which the style sheet shows one of them; nil for a custom size.
    package let name: String?

    /// For desktop computers, in a card that is as wide as the page.
    package static let full = ChartSize(width: 1110, height: 460, name: "full")
    /// For desktop computers, beside other cards.
    package static let wide = ChartSize(width: 736, height: 420, name: "wide")
    /// For phones.
    package static let narrow = ChartSize(width: 358, height: 300, name: "narrow")

    /// Creates a custom size.
    package init(width: Double, height: Double) { self.init(width: width, height: height, name: nil) }

    private init(width: Double, height: Double, name: String?) {
        self.width = width
        self.height = height
        self.name = name
    }
}

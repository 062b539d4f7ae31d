/// The size of a chart in pixels. A page has a wide picture and a narrow one, since letters must not shrink with the picture.
package struct ChartSize: Sendable {
    package let width: Double
    package let height: Double
    /// The class of the SVG, by which the style sheet shows one of the two; nil for a size of one's own.
    package let name: String?

    /// For a desk.
    package static let wide = ChartSize(width: 736, height: 420, name: "wide")
    /// For a phone.
    package static let narrow = ChartSize(width: 358, height: 360, name: "narrow")

    /// Creates a size of one's own.
    package init(width: Double, height: Double) { self.init(width: width, height: height, name: nil) }

    private init(width: Double, height: Double, name: String?) {
        self.width = width
        self.height = height
        self.name = name
    }
}

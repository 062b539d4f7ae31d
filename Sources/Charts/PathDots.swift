/// A probability as 100 dots, one for each of 100 simulated paths.
package struct PathDots: Sendable {
    /// How many of 100 paths end above the value, 0 to 100.
    package let above: Int

    package init(above: Int) { self.above = min(max(above, 0), 100) }

    /// - Parameter title: nil if a sentence next to it says the same.
    package func svg(title: String? = nil) -> String {
        var svg = SVGText()
        for dot in 0..<100 {
            svg.circle(dot < above ? "on" : "", x: 7.5 + Double(dot % 20) * 15, y: 8 + Double(dot / 20) * 15, radius: 4.5)
        }
        return SVGText.picture("paths", width: 300, height: 76, title: title, svg.text)
    }
}

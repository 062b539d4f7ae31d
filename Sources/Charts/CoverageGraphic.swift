/// How many of 100 closes fell into each band, compared with the promised number.
package struct CoverageGraphic: Sendable {
    /// A band.
    package struct Row: Sendable {
        package var label: String
        /// The share of closes within the band, 0 to 1.
        package var share: Double
        /// The share that the band promises.
        package var promise: Double
        /// The share as a text: 94.
        package var text: String

        package init(label: String, share: Double, promise: Double, text: String) {
            self.label = label
            self.share = share
            self.promise = promise
            self.text = text
        }
    }

    package var rows: [Row]

    package init(rows: [Row]) { self.rows = rows }

    /// Draws a bar for each band, and a mark at its promised share.
    ///
    /// - Parameter title: the same in words, for screen readers.
    package func svg(title: String) -> String {
        // The text is larger than LabelSpace assumes: up to 15% in Cyrillic letters.
        let labels = min(150, max(80, (rows.map { LabelSpace.width($0.label) * 1.15 }.max() ?? 0) + 12))
        let x = ChartScale(low: 0, high: 1, start: labels, end: 262)
        var svg = SVGText()
        for (index, row) in rows.enumerated() {
            let y = 16 + Double(index) * 32
            svg.words("", x: 0, y: y + 4, row.label)
            svg.rectangle("track", x: labels, y: y - 6, width: 262 - labels, height: 12, round: 6)
            svg.rectangle("fill", x: labels, y: y - 6, width: x(min(max(row.share, 0), 1)) - labels, height: 12, round: 6)
            svg.path("target", "M\(SVGText.point(x(row.promise), y - 10))V\(SVGText.number(y + 10))")
            svg.words("strong", x: 304, y: y + 4, anchor: "end", row.text)
        }
        return SVGText.picture("small-chart", width: 304, height: Double(rows.count) * 32 + 4, title: title, svg.text)
    }
}

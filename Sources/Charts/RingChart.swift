import Glibc

/// The parts of a whole as a ring.
package struct RingChart: Sendable {
    /// A part of the whole.
    package struct Slice: Sendable {
        package var label: String
        /// From 0 to 1; the shares of a ring add up to 1.
        package var share: Double
        /// The class of its colour: `part-1` to `part-6`.
        package var name: String
        /// The share as screen readers read it.
        package var shareText: String

        package init(label: String, share: Double, name: String, shareText: String) {
            self.label = label
            self.share = share
            self.name = name
            self.shareText = shareText
        }
    }

    package var slices: [Slice]
    /// Two lines within the ring: "5 coins", "and cash".
    package var center: (String, String)

    package init(slices: [Slice], center: (String, String) = ("", "")) {
        self.slices = slices
        self.center = center
    }

    private static let (size, middle, outer, inner) = (184.0, 92.0, 88.0, 60.0)

    /// Draws the slices clockwise from the top. `data-part` is the slice's number from 1, with which a script links it to the list.
    package func svg() -> String {
        var svg = SVGText()
        var start = 0.0
        for (index, slice) in slices.enumerated() where slice.share > 0 {
            let end = min(1, start + slice.share)
            svg.raw("<path class=\"\(slice.name)\" data-part=\"\(index + 1)\" d=\"\(Self.path(start, end))\"/>")
            start = end
        }
        if !center.0.isEmpty { svg.words("total", x: Self.middle, y: 92, center.0) }
        if !center.1.isEmpty { svg.words("", x: Self.middle, y: 111, center.1) }
        let title = slices.map { "\($0.label) \($0.shareText)" }.joined(separator: ", ")
        return SVGText.picture("ring", width: Self.size, height: Self.size, title: title, svg.text)
    }

    private static func path(_ start: Double, _ end: Double) -> String {
        // An arc whose ends meet would not be drawn, so the whole ring is two halves.
        if end - start > 0.9999 { return ring(outer, clockwise: true) + ring(inner, clockwise: false) }
        let large = end - start > 0.5 ? 1 : 0
        return "M" + point(start, outer) + arc(outer, large, 1) + point(end, outer) + "L" + point(end, inner)
            + arc(inner, large, 0) + point(start, inner) + "Z"
    }

    private static func ring(_ radius: Double, clockwise: Bool) -> String {
        let sweep = clockwise ? 1 : 0
        return "M" + point(0, radius) + arc(radius, 0, sweep) + point(0.5, radius) + arc(radius, 0, sweep) + point(0, radius) + "Z"
    }

    private static func arc(_ radius: Double, _ large: Int, _ sweep: Int) -> String {
        "A\(SVGText.number(radius)),\(SVGText.number(radius)) 0 \(large) \(sweep) "
    }

    private static func point(_ turn: Double, _ radius: Double) -> String {
        let angle = turn * 2 * .pi
        return SVGText.point(middle + radius * sin(angle), middle - radius * cos(angle))
    }
}

/// The places of a chart's labels, so that no two of them overlap. The first label to request a place gets it.
struct LabelSpace {
    private struct Box {
        let left: Double
        let right: Double
        let top: Double
        let bottom: Double
    }

    private var taken: [Box] = []

    /// The width of a text of 11.5 px in pixels. The font is unknown here; these are the widths of DejaVu Sans, a wide font.
    static func width(_ text: String) -> Double {
        text.unicodeScalars.reduce(0) { width, scalar in
            switch scalar {
            case "0"..."9": width + 7.3
            case " ", ".", ",", "'", ":", "-", "\u{A0}", "\u{202F}": width + 4
            default: width + 7
            }
        }
    }

    /// The width of a bold text.
    static func boldWidth(_ text: String) -> Double { width(text) * 1.1 }

    /// Takes a place; false if part of it is already taken.
    ///
    /// - Parameter y: the base line of the text.
    mutating func take(_ text: String, x: Double, y: Double, anchor: String) -> Bool {
        let width = Self.width(text)
        let left = anchor == "start" ? x : anchor == "end" ? x - width : x - width / 2
        let box = Box(left: left, right: left + width, top: y - 10, bottom: y + 3)
        guard !taken.contains(where: { $0.left < box.right && box.left < $0.right && $0.top < box.bottom && box.top < $0.bottom })
        else { return false }
        taken.append(box)
        return true
    }
}

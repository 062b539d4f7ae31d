import Platform

/// Writes SVG: elements with classes, numbers with at most one decimal, no styles.
struct SVGText {
    private(set) var text = ""

    /// A pixel value: one decimal, halves rounded up, no trailing zero.
    static func number(_ value: Double) -> String {
        guard value.magnitude < 1e9 else { return "0" }
        let tenths = Int((value * 10 + 0.5).rounded(.down))
        // A chart has thousands: digit by digit takes half of the time of an interpolation. 13 bytes hold 1e9 tenths.
        return String(unsafeUninitializedCapacity: 13) { buffer in
            var (start, rest) = (13, tenths.magnitude)
            func put(_ byte: UInt8) {
                start -= 1
                buffer.initializeElement(at: start, to: byte)
            }
            func putDigit() {
                put(UInt8(ascii: "0") + UInt8(rest % 10))
                rest /= 10
            }
            if rest % 10 == 0 { rest /= 10 } else { putDigit(); put(UInt8(ascii: ".")) }
            repeat { putDigit() } while rest > 0
            if tenths < 0 { put(UInt8(ascii: "-")) }
            for index in start..<13 { buffer.initializeElement(at: index - start, to: buffer[index]) }
            return 13 - start
        }
    }

    static func point(_ x: Double, _ y: Double) -> String { number(x) + "," + number(y) }

    mutating func raw(_ part: String) { text += part }

    mutating func open(_ className: String) { text += "<g class=\"\(className)\">" }

    mutating func close() { text += "</g>" }

    mutating func path(_ className: String, _ data: String) { text += "<path class=\"\(className)\" d=\"\(data)\"/>" }

    mutating func rectangle(_ className: String, x: Double, y: Double, width: Double, height: Double, round: Double = 0) {
        text += "<rect"
        if !className.isEmpty { text += " class=\"\(className)\"" }
        text += " x=\"\(Self.number(x))\" y=\"\(Self.number(y))\" width=\"\(Self.number(max(0, width)))\""
        text += " height=\"\(Self.number(max(0, height)))\""
        if round > 0 { text += " rx=\"\(Self.number(round))\"" }
        text += "/>"
    }

    mutating func circle(_ className: String, x: Double, y: Double, radius: Double) {
        text += className.isEmpty ? "<circle" : "<circle class=\"\(className)\""
        text += " cx=\"\(Self.number(x))\" cy=\"\(Self.number(y))\" r=\"\(Self.number(radius))\"/>"
    }

    /// - Parameter anchor: `start`, `middle` or `end`, where the style sheet does not set it.
    mutating func words(_ className: String, x: Double, y: Double, anchor: String? = nil, _ words: String) {
        text += "<text"
        if !className.isEmpty { text += " class=\"\(className)\"" }
        if let anchor { text += " text-anchor=\"\(anchor)\"" }
        text += " x=\"\(Self.number(x))\" y=\"\(Self.number(y))\">\(HTMLText.escaped(words))</text>"
    }

    /// The whole picture for a page: screen readers read its title; without a title it is hidden from them.
    static func picture(
        _ className: String, width: Double, height: Double, title: String?, attributes: String = "", _ content: String
    ) -> String {
        let role = title.map { " role=\"img\" aria-label=\"\(HTMLText.escaped($0))\"" } ?? " aria-hidden=\"true\""
        let name = className.isEmpty ? "" : " class=\"\(className)\""
        return "<svg\(name) viewBox=\"0 0 \(number(width)) \(number(height))\"\(attributes)\(role)>\(content)</svg>"
    }
}

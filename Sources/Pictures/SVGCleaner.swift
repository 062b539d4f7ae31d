/// Writes an SVG picture anew, with nothing in it but shapes, gradients and their colours.
///
/// Only what is on the lists below is written, so no byte of the file reaches a browser unseen: no script, style, link, text, filter,
/// animation or embedded picture. An element or a value that is not allowed refuses the whole picture, because a picture with a part
/// missing would be another picture.
package struct SVGCleaner {
    package static let maximumBytes = 64 << 10
    static let maximumDepth = 16
    static let maximumElements = 2000
    /// The longest side of a view box, in its own unit.
    private static let longestSide = 100_000.0

    private var output = ""
    private var open: [String] = []
    private var elements = 0
    /// Whether the root has been written.
    private var hasRoot = false

    /// - Throws: ``SVGError``, any case of it.
    package static func cleaned(_ bytes: [UInt8]) throws(SVGError) -> [UInt8] {
        guard bytes.count <= maximumBytes else { throw .tooLarge(bytes: bytes.count, maximum: maximumBytes) }
        var cleaner = SVGCleaner()
        var reader = try MarkupReader(bytes)
        while let event = try reader.next() { try cleaner.take(event, reader) }
        guard cleaner.hasRoot, cleaner.open.isEmpty else { throw reader.fault("the picture is not complete") }
        return Array(cleaner.output.utf8)
    }

    // MARK: Events

    private mutating func take(_ event: MarkupReader.Event, _ reader: MarkupReader) throws(SVGError) {
        switch event {
        case .open(let name, let attributes, let isEmpty): try take(name, attributes, isEmpty: isEmpty)
        case .close(let name):
            guard open.popLast() == name else { throw reader.fault("a closing tag does not match") }
            if !Self.notes.contains(name) { output += "</\(name)>" }
        case .text(let isBlank):
            guard isBlank || open.last.map(Self.notes.contains) == true else { throw reader.fault("text is not allowed here") }
        }
    }

    private mutating func take(
        _ name: String, _ attributes: [(name: String, value: String)], isEmpty: Bool
    ) throws(SVGError) {
        elements += 1
        guard elements <= Self.maximumElements else { throw .tooManyElements(maximum: Self.maximumElements) }
        guard open.count < Self.maximumDepth else { throw .tooDeep(maximum: Self.maximumDepth) }
        // The root is the first element and the only one of its name; notes contain only text.
        guard (name == "svg") == !hasRoot, open.isEmpty == !hasRoot, open.last.map(Self.notes.contains) != true else {
            throw .element(name)
        }
        hasRoot = true
        if !isEmpty { open.append(name) }
        if Self.notes.contains(name) { return }
        guard let own = Self.attributes[name] else { throw .element(name) }
        output += "<\(name)"
        if name == "svg" { output += " xmlns=\"\(Self.namespace)\" viewBox=\"\(try Self.viewBox(attributes))\"" }
        for attribute in attributes where !Self.isDropped(attribute.name, of: name) {
            guard own.contains(attribute.name) || Self.common.contains(attribute.name), Self.isHarmless(attribute),
                attribute.name != "clip-path" || !isClipPath(name)
            else {
                throw .attribute(attribute.name, of: name)
            }
            output += " \(attribute.name)=\"\(attribute.value)\""
        }
        output += isEmpty ? "/>" : ">"
    }

    /// Whether an element is a clip path or in one, which has none itself: of 24 clip paths that each refer twice to the next, a
    /// browser would draw 16 million.
    private func isClipPath(_ name: String) -> Bool { name == "clipPath" || open.contains("clipPath") }

    // MARK: Lists

    private static let namespace = "http://www.w3.org/2000/svg"

    /// Elements with text for readers of the file, which are left out.
    private static let notes: Set<String> = ["title", "desc"]

    /// The elements that are kept, each with its own attributes.
    private static let attributes: [String: Set<String>] = [
        "svg": ["preserveAspectRatio"], "g": [], "defs": [], "path": ["d"], "circle": ["cx", "cy", "r"],
        "ellipse": ["cx", "cy", "rx", "ry"], "rect": ["x", "y", "width", "height", "rx", "ry"], "line": ["x1", "y1", "x2", "y2"],
        "polyline": ["points"], "polygon": ["points"], "clipPath": ["clipPathUnits"],
        "linearGradient": ["x1", "y1", "x2", "y2", "gradientUnits", "gradientTransform", "spreadMethod"],
        "radialGradient": ["cx", "cy", "r", "fx", "fy", "gradientUnits", "gradientTransform", "spreadMethod"],
        "stop": ["offset", "stop-color", "stop-opacity"],
    ]

    /// The attributes that every element may have. Dashes are not among them: a browser would draw millions of short ones.
    private static let common: Set<String> = [
        "id", "transform", "opacity", "color", "fill", "fill-opacity", "fill-rule", "clip-path", "clip-rule", "stroke",
        "stroke-width",
        "stroke-opacity", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit",
    ]

    /// The attributes that may refer to a gradient or a clip path of the same picture.
    private static let referring: Set<String> = ["fill", "stroke", "clip-path"]

    /// Attributes that have no effect on a picture without styles, links and texts. Those of the root's size become its view box.
    private static func isDropped(_ name: String, of element: String) -> Bool {
        if element == "svg", ["width", "height", "viewBox", "x", "y", "version", "baseProfile"].contains(name) { return true }
        return ["class", "role", "focusable", "xml:space", "xml:lang", "enable-background", "xmlns"].contains(name)
            || ["xmlns:", "aria-", "data-"].contains { name.hasPrefix($0) }
    }

    // MARK: Values

    /// Values have no quotation marks, colons, slashes, semicolons or letters beyond ASCII, so they contain neither addresses nor
    /// styles; a reference leads to an id of the same picture.
    private static func isHarmless(_ attribute: (name: String, value: String)) -> Bool {
        let value = attribute.value
        if attribute.name == "id" { return isID(value.utf8[...]) }
        guard value.utf8.allSatisfy({ MarkupReader.isWord($0) || " \t\r\n.,-+%#()_".utf8.contains($0) }) else { return false }
        guard value.lowercased().contains("url") else { return true }
        return referring.contains(attribute.name) && value.hasPrefix("url(#") && value.hasSuffix(")")
            && isID(value.utf8.dropFirst(5).dropLast())
    }

    private static func isID(_ text: Substring.UTF8View) -> Bool {
        1...64 ~= text.count && text.allSatisfy { MarkupReader.isWord($0) || "-_.".utf8.contains($0) }
    }

    /// The root's view box; without one, its width and height.
    private static func viewBox(_ attributes: [(name: String, value: String)]) throws(SVGError) -> String {
        func value(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
        func number(_ text: some StringProtocol) -> Double? {
            Double(text.hasSuffix("px") ? String(text.dropLast(2)) : String(text)).flatMap { abs($0) <= longestSide ? $0 : nil }
        }
        let box = value("viewBox")?.split { " ,\t\r\n".contains($0) }.map(number)
        let numbers = (box ?? [0, 0, value("width").flatMap(number), value("height").flatMap(number)]).compactMap { $0 }
        guard numbers.count == 4, box.map({ $0.count == 4 }) ?? true, numbers[2] > 0, numbers[3] > 0 else { throw .noSize }
        return numbers.map { "\($0)" }.joined(separator: " ")
    }
}

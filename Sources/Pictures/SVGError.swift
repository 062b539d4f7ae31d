/// Why an SVG picture is refused.
package enum SVGError: Error, Equatable, Sendable, CustomStringConvertible {
    case tooLarge(bytes: Int, maximum: Int)
    /// The bytes are not the plain XML that pictures need; `byte` is where reading stopped.
    case malformed(byte: Int, String)
    case element(String)
    case attribute(String, of: String)
    case tooDeep(maximum: Int)
    case tooManyElements(maximum: Int)
    /// Neither a view box nor a width and a height that can be used.
    case noSize

    package var description: String {
        switch self {
        case .tooLarge(let bytes, let maximum): "the SVG picture has \(bytes) bytes; the maximum is \(maximum)"
        case .malformed(let byte, let problem): "at byte \(byte) of the SVG picture: \(problem)"
        case .element(let name):
            "the SVG picture contains <\(Self.short(name))>, which is not allowed; only shapes and gradients are"
        case .attribute(let name, let element):
            "the SVG picture has a value or an attribute that is not allowed: \(Self.short(name)) of <\(Self.short(element))>"
        case .tooDeep(let maximum): "the elements of the SVG picture are nested more than \(maximum) deep"
        case .tooManyElements(let maximum): "the SVG picture has more than \(maximum) elements"
        case .noSize: "the SVG picture has no viewBox, and no width and height in pixels"
        }
    }

    /// A name from a file, short enough for a line of the log.
    private static func short(_ name: String) -> String { name.count <= 40 ? name : "\(name.prefix(40))…" }
}

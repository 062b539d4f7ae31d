import JSONText
import Portfolio

/// Figures, opened.
enum FigureText {
    /// A figure and all that it is made of, indented.
    static func tree(_ figure: Figure, indent: Int = 0) -> String {
        let blanks = String(repeating: " ", count: indent)
        let value = figure.value.map { "\($0)" } ?? "missing"
        let unit = figure.unit.isEmpty ? "" : " \(figure.unit)"
        var line = "\(blanks)\(figure.name)  \(value)\(unit)"
        if !figure.source.isEmpty { line += "  (\(figure.source))" }
        if figure.formula != .given { line += "  = \(words(figure))" }
        return line + "\n" + figure.inputs.map { tree($0, indent: indent + 2) }.joined()
    }

    private static func words(_ figure: Figure) -> String {
        switch figure.formula {
        case .given: ""
        case .sum: figure.inputs.isEmpty ? "nothing to add up" : "the sum of"
        case .difference: "the first less the others"
        case .product: "the product of"
        case .quotient: "the first over the second"
        }
    }

    static func write(_ figure: Figure, _ writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", figure.name)
            writer.member("unit", figure.unit)
            writer.member("value", figure.value?.description)
            writer.member("formula", figure.formula.rawValue)
            if !figure.source.isEmpty { writer.member("source", figure.source) }
            guard figure.formula != .given else { return }
            writer.key("inputs")
            writer.array { writer in for input in figure.inputs { write(input, &writer) } }
        }
    }
}

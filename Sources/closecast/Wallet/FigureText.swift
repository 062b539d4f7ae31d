import Portfolio

/// Explained figures as text.
enum FigureText {
    /// Returns a figure with everything it is computed from, indented.
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
}

import JSONText

/// Explained figures as JSON, down to recorded and stored values.
package enum FigureJSON {
    /// Writes one object: the value, its formula, and the figures that it is computed from.
    package static func write(_ figure: Figure, _ writer: inout JSONWriter) {
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

/// Templates in Mustache whose values are escaped for HTML by Unicode scalar.
///
/// Spaces at the start of lines are not rendered.
package struct HTMLTemplates: Sendable {
    private let nodes: [String: [TemplateNode]]
    private let reportFaults: FaultReport

    /// Receives the faults of the values of a rendered template, with template and line, one sentence each: a value that it uses
    /// but does not get, text in three braces, HTML in two, a list where text is shown, a template that does not exist. Sections
    /// that are not shown are not checked.
    package typealias FaultReport = @Sendable (_ faults: [String]) -> Void

    /// Reads templates, which may use each other as partials.
    ///
    /// - Parameters:
    ///   - texts: in Mustache, by name.
    ///   - reportFaults: is called if the values of a rendered template have faults.
    /// - Throws: ``TemplateError`` with template and line: a tag that is malformed, a section that is not closed, a partial that does not
    ///   exist.
    package init(_ texts: [String: String], reportFaults: @escaping FaultReport = { _ in }) throws(TemplateError) {
        var nodes: [String: [TemplateNode]] = [:]
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            nodes[name] = try TemplateReader.nodes(of: Self.withoutIndents(text), template: name)
        }
        for (name, parts) in nodes.sorted(by: { $0.key < $1.key }) {
            for partial in parts.flatMap(\.partials) where nodes[partial.name] == nil {
                let problem = "there is no template \"\(partial.name)\""
                throw TemplateError(template: name, line: partial.line, problem: problem)
            }
        }
        (self.nodes, self.reportFaults) = (nodes, reportFaults)
    }

    /// The names of the templates, sorted.
    package var names: [String] { nodes.keys.sorted() }

    /// Renders a template. Values with a fault are shown as nothing, except text in three braces and HTML in two, which are
    /// escaped.
    package func render(_ name: String, _ values: [String: TemplateValue]) -> String {
        let rendered = TemplateRenderer(name, values, nodes)
        if !rendered.faults.isEmpty { reportFaults(rendered.faults) }
        return rendered.text
    }

    /// Fills a template of plain text: nothing is escaped, and a missing value is shown as nothing.
    ///
    /// - Throws: ``TemplateError`` for a tag that is malformed.
    package static func plainText(_ template: String, _ values: [String: String]) throws(TemplateError) -> String {
        let nodes = ["text": try TemplateReader.nodes(of: template, template: "text")]
        return TemplateRenderer("text", values.mapValues(TemplateValue.text), nodes, isHTML: false).text
    }

    /// Indents only serve the authors of templates.
    private static func withoutIndents(_ text: String) -> String {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            return Substring(line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
        }.joined(separator: "\n")
    }
}

import Mustache

/// Templates in Mustache whose values are escaped for HTML by Unicode scalar.
///
/// Spaces at the start of lines are left out of what is rendered.
package struct HTMLTemplates: Sendable {
    private let library: MustacheLibrary
    private let nodes: [String: [TemplateNode]]
    private let reportFaults: FaultReport?

    /// Receives what ``faults(_:_:)`` finds in the values of a template that was rendered: one sentence a fault.
    package typealias FaultReport = @Sendable (_ faults: [String]) -> Void

    /// Reads templates, which may name each other as partials.
    ///
    /// - Parameters:
    ///   - texts: in Mustache, by name.
    ///   - reportFaults: is called if the values of a rendered template have faults; nil to not look for any, which takes longer than
    ///     rendering does.
    /// - Throws: ``TemplateError`` with template and line: a tag that is malformed, a section that is not closed, a partial that does not
    ///   exist.
    package init(_ texts: [String: String], reportFaults: FaultReport? = nil) throws(TemplateError) {
        var (library, nodes) = (MustacheLibrary(), [String: [TemplateNode]]())
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            let text = Self.withoutIndents(text)
            nodes[name] = try TemplateReader.nodes(of: text, template: name)
            library.register(try Self.template(text, name), named: name)
        }
        for (name, parts) in nodes.sorted(by: { $0.key < $1.key }) {
            for partial in parts.flatMap(\.partials) where nodes[partial.name] == nil {
                let problem = "there is no template \"\(partial.name)\""
                throw TemplateError(template: name, line: partial.line, problem: problem)
            }
        }
        (self.library, self.nodes, self.reportFaults) = (library, nodes, reportFaults)
    }

    /// The names of the templates, sorted.
    package var names: [String] { nodes.keys.sorted() }

    /// Renders a template.
    ///
    /// - Parameter name: a template that exists: another is a bug.
    package func render(_ name: String, _ values: [String: TemplateValue]) -> String {
        if let reportFaults {
            let found = faults(name, values)
            if !found.isEmpty { reportFaults(found) }
        }
        guard let text = library.render(values, withTemplate: name) else { fatalError("there is no template \"\(name)\"") }
        return text
    }

    /// Returns what is wrong with the values of a template, with template and line: a value that it names and does not get, text in
    /// three braces, a list where text is shown, a chosen partial that does not exist. Sections that are not shown are not checked.
    package func faults(_ name: String, _ values: [String: TemplateValue]) -> [String] {
        TemplateCheck.faults(name, values, nodes)
    }

    /// Indents are for those who write templates. Mustache would also add that of a partial to each of its lines, even inside a value
    /// of several lines, and is slow at it.
    private static func withoutIndents(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: "\n")
    }

    private static func template(_ text: String, _ name: String) throws(TemplateError) -> MustacheTemplate {
        do {
            return try MustacheTemplate(string: HTMLContentType.pragma + text)
        } catch let error as MustacheTemplate.ParserError {
            // The pragma is a line of its own.
            throw TemplateError(template: name, line: error.context.lineNumber - 1, problem: "\(error.error)")
        } catch {
            throw TemplateError(template: name, line: 1, problem: "\(error)")
        }
    }
}

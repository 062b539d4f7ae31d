/// A fault of a template.
package struct TemplateError: Error, Equatable, Sendable, CustomStringConvertible {
    package let template: String
    /// The first line is 1.
    package let line: Int
    package let problem: String

    package init(template: String, line: Int, problem: String) {
        (self.template, self.line, self.problem) = (template, line, problem)
    }

    package var description: String { "\(template).mustache:\(line): \(problem)" }
}

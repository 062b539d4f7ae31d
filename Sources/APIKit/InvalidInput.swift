import HTTPEdge

/// Everything that is wrong with the texts of a form, so that all of it can be shown at once.
package struct InvalidInput: ProblemConvertible {
    /// At least one: of the schema, then of the rules.
    package let errors: [any Error]

    init(_ errors: [any Error]) { self.errors = errors }

    /// The first problem, for callers that show one. A name that cannot exist takes precedence.
    package var problem: Problem {
        let problems = errors.map { Problem($0) }
        return problems.first { $0.status == .notFound } ?? problems[0]
    }
}

/// A rule of one field of an input that a schema cannot express. The use case keeps it; a form that is refused for another reason
/// checks it too, so that the reader sees all errors at once.
package struct FieldRule: Sendable {
    let field: String
    /// Throws what the use case throws.
    let check: @Sendable (_ text: String, _ others: [String: String]) throws -> Void

    package init(_ field: String, check: @escaping @Sendable (_ text: String, _ others: [String: String]) throws -> Void) {
        (self.field, self.check) = (field, check)
    }
}

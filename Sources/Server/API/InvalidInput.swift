import HTTPEdge

/// Everything that is wrong with the texts of a form, so that all of it can be shown at once.
package struct InvalidInput: ProblemConvertible {
    /// At least one.
    package let problems: [Problem]

    init(_ problems: [Problem]) { self.problems = problems }

    /// The first problem, for callers that show one. A name that cannot exist takes precedence.
    package var problem: Problem { problems.first { $0.status == .notFound } ?? problems[0] }
}

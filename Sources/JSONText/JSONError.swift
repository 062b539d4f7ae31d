/// What is wrong with a JSON text, and where.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Byte offset in the text, from 0.
    package let offset: Int
    /// What was expected and what was found.
    package let problem: String
    /// The key that occurs twice, where that is what is wrong.
    package let duplicateKey: String?

    package init(offset: Int, problem: String, duplicateKey: String? = nil) {
        self.offset = offset
        self.problem = problem
        self.duplicateKey = duplicateKey
    }

    package var description: String { "\(problem) at byte \(offset)" }
}

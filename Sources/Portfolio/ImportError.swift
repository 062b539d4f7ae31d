/// What is wrong with a file of transactions, line by line.
package struct ImportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One fault and its place.
    package struct Problem: Equatable, Sendable {
        /// What the caller called the file.
        package let file: String
        /// From 1.
        package let line: Int
        /// What is wrong, and what is expected.
        package let message: String

        /// A fault.
        package init(file: String, line: Int, message: String) { (self.file, self.line, self.message) = (file, line, message) }
    }

    /// All that is wrong; never empty.
    package let problems: [Problem]

    /// Faults of a file.
    package init(problems: [Problem]) { self.problems = problems }

    /// A line a problem, the first 8 of them.
    package var description: String {
        let lines = problems.prefix(8).map { "\($0.file):\($0.line): \($0.message)" }
        let more = problems.count - lines.count
        return (lines + (more > 0 ? ["… and \(more) more; nothing was recorded"] : [])).joined(separator: "\n")
    }
}

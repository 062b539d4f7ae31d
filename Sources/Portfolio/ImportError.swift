/// What is wrong with a file of transactions, line by line.
public struct ImportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One fault and its place.
    public struct Problem: Equatable, Sendable {
        /// What the caller called the file.
        public let file: String
        /// From 1.
        public let line: Int
        /// What is wrong, and what is expected.
        public let message: String

        /// A fault.
        public init(file: String, line: Int, message: String) { (self.file, self.line, self.message) = (file, line, message) }
    }

    /// All that is wrong; never empty.
    public let problems: [Problem]

    /// Faults of a file.
    public init(problems: [Problem]) { self.problems = problems }

    /// A line a problem, the first 8 of them.
    public var description: String {
        let lines = problems.prefix(8).map { "\($0.file):\($0.line): \($0.message)" }
        let more = problems.count - lines.count
        return (lines + (more > 0 ? ["… and \(more) more; nothing was recorded"] : [])).joined(separator: "\n")
    }
}

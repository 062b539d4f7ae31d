/// What is wrong with a file of transactions, line by line.
package struct ImportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One fault and its place.
    package struct Fault: Equatable, Sendable {
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
    package let faults: [Fault]

    /// Faults of a file.
    package init(faults: [Fault]) { self.faults = faults }

    /// A line a fault, the first 8 of them.
    package var description: String {
        let lines = faults.prefix(8).map { "\($0.file):\($0.line): \($0.message)" }
        let more = faults.count - lines.count
        return (lines + (more > 0 ? ["… and \(more) more; nothing was recorded"] : [])).joined(separator: "\n")
    }
}

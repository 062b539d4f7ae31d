/// The errors in a file of transactions, line by line.
package struct ImportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One error and its place.
    package struct Fault: Equatable, Sendable {
        /// The file's name, as given by the caller.
        package let file: String
        /// The line, counted from 1.
        package let line: Int
        /// The fault, and the expected value.
        package let message: String
        /// The error of a row that could be read; nil where the file itself is wrong.
        package let error: (any Error)?

        /// Whether ``line`` is the number of an activity in a list, not a line.
        package let isActivity: Bool

        package init(file: String, line: Int, message: String, error: (any Error)? = nil, isActivity: Bool = false) {
            (self.file, self.line, self.message, self.error, self.isActivity) = (file, line, message, error, isActivity)
        }

        /// `4`, or `activity 4`.
        package var place: String { isActivity ? "activity \(line)" : "\(line)" }

        /// `file.csv:4: NOSUCH is not a known asset`.
        package var text: String { "\(file):\(isActivity ? " " : "")\(place): \(message)" }

        package static func == (one: Self, other: Self) -> Bool {
            (one.file, one.line, one.message) == (other.file, other.line, other.message)
        }
    }

    /// All errors; never empty.
    package let faults: [Fault]

    /// Whether ``ReadingOptions/leavesOutUnreadable`` leaves the rows at fault out and reads the rest.
    package let canLeaveOut: Bool

    /// Creates the errors of a file.
    package init(faults: [Fault], canLeaveOut: Bool = false) { (self.faults, self.canLeaveOut) = (faults, canLeaveOut) }

    /// Whether all that the file lacks are deposits of cash, which ``ImportOptions/depositsMissingCash`` adds.
    package var lacksOnlyCash: Bool { faults.allSatisfy { ($0.error as? PortfolioError)?.lacksCash ?? false } }

    /// The first 8 errors, one per line.
    package var description: String {
        let lines = faults.prefix(8).map(\.text)
        let more = faults.count - lines.count
        return (lines + (more > 0 ? ["… and \(more) more; nothing was recorded"] : [])).joined(separator: "\n")
    }
}

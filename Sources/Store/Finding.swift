/// A finding of an audit.
package struct Finding: Equatable, Sendable, CustomStringConvertible {
    /// The severity of a finding.
    package enum Severity: String, Sendable {
        /// The file is damaged or inconsistent: results computed from it may be wrong.
        case error
        /// Something is missing or outdated; the existing data are correct.
        case warning
    }

    package let severity: Severity
    /// What was found, with names and numbers.
    package let what: String
    /// What to do, as a command if possible.
    package let remedy: String

    package init(_ severity: Severity, _ what: String, remedy: String) {
        (self.severity, self.what, self.remedy) = (severity, what, remedy)
    }

    /// Severity, finding and remedy in one line.
    package var description: String { "\(severity.rawValue): \(what); \(remedy)" }
}

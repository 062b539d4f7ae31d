/// Something that an audit found.
package struct Finding: Equatable, Sendable, CustomStringConvertible {
    /// How bad it is.
    package enum Severity: String, Sendable {
        /// The file is damaged or contradicts itself: what is computed from it may be wrong.
        case error
        /// Something is missing or old; what is there is right.
        case warning
    }

    /// How bad it is.
    package let severity: Severity
    /// What was found, with names and numbers.
    package let what: String
    /// What to do, a command where there is one.
    package let remedy: String

    /// A finding.
    package init(_ severity: Severity, _ what: String, remedy: String) {
        (self.severity, self.what, self.remedy) = (severity, what, remedy)
    }

    /// Both in one line.
    package var description: String { "\(severity.rawValue): \(what); \(remedy)" }
}

/// Something that an audit found.
public struct Finding: Equatable, Sendable, CustomStringConvertible {
    /// How bad it is.
    public enum Severity: String, Sendable {
        /// The file is damaged or contradicts itself: what is computed from it may be wrong.
        case error
        /// Something is missing or old; what is there is right.
        case warning
    }

    /// How bad it is.
    public let severity: Severity
    /// What was found, with names and numbers.
    public let what: String
    /// What to do, a command where there is one.
    public let remedy: String

    /// A finding.
    public init(_ severity: Severity, _ what: String, remedy: String) {
        (self.severity, self.what, self.remedy) = (severity, what, remedy)
    }

    /// Both in one line.
    public var description: String { "\(severity.rawValue): \(what); \(remedy)" }
}

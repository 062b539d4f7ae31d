import Records

/// Why it is not known whether there is a newer version.
package enum VersionProblem: String, Error, FieldChoice, CustomStringConvertible {
    /// The address does not answer, or not with the file.
    case unreachable
    /// The file has more bytes than ``Release/sizeLimit``.
    case tooLarge = "too-large"
    case malformed
    /// The file was changed, or signed with another key.
    case badSignature = "bad-signature"
    case expired
    /// The file names an older version than one before.
    case rollback
    /// The program ended before there was an answer.
    case interrupted

    /// A sentence for the command line and the log.
    package var description: String {
        switch self {
        case .unreachable: "the address does not answer with the file; see that it is right, and reachable from this machine"
        case .tooLarge: "the file has more than \(Release.sizeLimit / 1024) kB, so it was not read"
        case .malformed: "the answer is not a file of versions"
        case .badSignature: "the file was changed, or signed with another key than the one that is set; it is refused"
        case .expired: "the file has expired, so newer ones may be withheld from this machine; it is refused"
        case .rollback: "the file names an older version than a file before; it is refused"
        case .interrupted: "the program ended before there was an answer"
        }
    }

    /// Whether a file was refused, rather than not received.
    package var isRefusal: Bool { self != .unreachable && self != .interrupted }
}

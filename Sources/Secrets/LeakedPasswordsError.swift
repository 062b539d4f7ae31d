import Platform

/// The reasons why a list of leaked passwords cannot be used.
package enum LeakedPasswordsError: Error, Equatable, Sendable {
    /// No list is at the path, or none was found.
    case missing(path: String?)
    /// The content is not a list made by `scripts/leaked-passwords`.
    case malformed(path: String, problem: String)
    /// The content is not a sorted list of SHA-1 hashes.
    case badHashes(path: String, problem: String)
    /// The system refused to read the file.
    case file(FileError)
}

extension LeakedPasswordsError: CustomStringConvertible {
    /// A sentence with the file and what to do.
    package var description: String {
        switch self {
        case .missing(let path):
            "no list of leaked passwords\(path.map { " at \($0)" } ?? " found"); accounts need it. Run: scripts/setup"
        case .malformed(let path, let problem):
            "\(path) is not a list of leaked passwords: \(problem); make it again: scripts/leaked-passwords \(path)"
        case .badHashes(let path, let problem):
            "\(path) is not a list of SHA-1 hashes: \(problem). Expected lines such as "
                + "0123456789ABCDEF0123456789ABCDEF01234567:42, sorted by hash"
        case .file(let error): "the list of leaked passwords cannot be used: \(error)"
        }
    }
}

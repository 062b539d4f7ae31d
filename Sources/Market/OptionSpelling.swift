/// How messages about price files write the options that fix them.
package enum OptionSpelling: Equatable, Sendable {
    /// `--date-format dd/MM/yyyy`.
    case commandLine
    /// `date_format=dd/MM/yyyy`, a parameter of a URL.
    case query

    /// An option without a value.
    package func name(_ option: String) -> String {
        switch self {
        case .commandLine: "--\(option)"
        case .query: option.replacing("-", with: "_")
        }
    }

    /// An option with a value; if the value is nil, the option as named in a request for a value.
    package func option(_ option: String, _ value: String = "") -> String {
        switch self {
        case .commandLine: value.isEmpty ? name(option) : "\(name(option)) \(value)"
        case .query: "\(name(option))=\(value)"
        }
    }
}

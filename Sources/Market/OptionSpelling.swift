/// How messages about price files write the options that mend them.
package enum OptionSpelling: Sendable {
    /// `--date-format dd/MM/yyyy`.
    case commandLine
    /// `date_format=dd/MM/yyyy`, a parameter of a URL.
    case query

    /// An option on its own, without a value.
    package func name(_ option: String) -> String {
        switch self {
        case .commandLine: "--\(option)"
        case .query: option.replacing("-", with: "_")
        }
    }

    /// An option with a value; without one, the option as it is named where a value is to be given.
    package func option(_ option: String, _ value: String = "") -> String {
        switch self {
        case .commandLine: value.isEmpty ? name(option) : "\(name(option)) \(value)"
        case .query: "\(name(option))=\(value)"
        }
    }
}

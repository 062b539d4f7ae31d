/// How messages about price files write the options that fix them.
package enum OptionSpelling: Equatable, Sendable {
    /// `--date-format dd/MM/yyyy`.
    case commandLine
    /// `date_format=dd/MM/yyyy`, a parameter of a URL.
    case query
    /// `“Decimal sign”: “Comma”`, the labels of a field and a choice on a page. The labels are stored under the names of the
    /// command line, `decimal` and `decimal comma`; typed values have no label.
    case page(labels: [String: String])

    /// Whether options are fields of a page.
    var isOfPage: Bool { if case .page = self { true } else { false } }

    /// An option without a value.
    package func name(_ option: String) -> String {
        switch self {
        case .commandLine: "--\(option)"
        case .query: option.replacing("-", with: "_")
        case .page(let labels): "“\(labels[option] ?? option)”"
        }
    }

    /// An option with a value; if the value is nil, the option as named in a request for a value.
    package func option(_ option: String, _ value: String = "") -> String {
        switch self {
        case .commandLine: value.isEmpty ? name(option) : "\(name(option)) \(value)"
        case .query: "\(name(option))=\(value)"
        case .page(let labels):
            value.isEmpty ? name(option) : "\(name(option)): " + (labels["\(option) \(value)"].map { "“\($0)”" } ?? value)
        }
    }
}

import Languages

extension Language {
    /// The languages of a field, each with its own name.
    package static let choices = allCases.map { (value: $0.rawValue, text: $0.ownName) }
}

/// The grammatical number for a count, by CLDR's names.
package enum PluralForm: String, CaseIterable, Sendable {
    case one, few, many, other
}

extension Language {
    /// Returns the form of a noun behind a whole number: 1 day, 2 days; 1 день, 2 дня, 5 дней.
    ///
    /// Source: Unicode CLDR 47, plural rules of cardinals, for integers. Italian has `many` for whole millions ("1 milione di
    /// euro"); a message without that form uses `other`.
    package func plural(_ count: Int) -> PluralForm {
        let size = count.magnitude
        switch self {
        case .english, .kazakh: return size == 1 ? .one : .other
        case .italian:
            guard size != 1 else { return .one }
            return size != 0 && size.isMultiple(of: 1_000_000) ? .many : .other
        case .russian:
            let (ones, tens) = (size % 10, size % 100)
            if ones == 1, tens != 11 { return .one }
            return (2...4).contains(ones) && !(12...14).contains(tens) ? .few : .many
        }
    }
}

/// A language of the pages.
package enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case italian = "it"
    case russian = "ru"
    case kazakh = "kk"

    /// The tag for HTML's `lang`, BCP 47. English is British, and so are its dates.
    package var tag: String { self == .english ? "en-GB" : rawValue }

    /// The language's name in the language itself, for a list to choose from.
    package var ownName: String {
        switch self {
        case .english: "English"
        case .italian: "Italiano"
        case .russian: "Русский"
        case .kazakh: "Қазақша"
        }
    }

    /// Chooses the language that a browser wants most, from the value of its header `Accept-Language`.
    ///
    /// `it-CH` is Italian, `*` is any language. If several have equal weight, the first counts; a weight of 0 is a refusal. Nil if
    /// the header names none of our languages.
    package init?(acceptLanguage header: String) {
        var best: (language: Language, weight: Int)?
        // Reads no more ranges than browsers send, because any client can write the header.
        for range in header.split(separator: ",", maxSplits: 32).prefix(32) {
            guard let (language, weight) = Self.wish(range), weight > best?.weight ?? 0 else { continue }
            best = (language, weight)
        }
        guard let best else { return nil }
        self = best.language
    }

    /// Reads one range such as `it-CH;q=0.8`; the weight is in thousandths.
    private static func wish(_ range: Substring) -> (Language, Int)? {
        let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
        guard let primary = parts.first?.split(separator: "-").first else { return nil }
        guard let language = primary == "*" ? .english : Language(rawValue: String(primary)) else { return nil }
        guard let quality = parts.dropFirst().first(where: { $0.hasPrefix("q=") }) else { return (language, 1000) }
        guard let weight = Double(quality.dropFirst(2)), (0...1).contains(weight) else { return nil }
        return (language, Int(weight * 1000))
    }
}

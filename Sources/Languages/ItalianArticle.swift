/// The Italian article before a number, which follows its sound: il 7 maggio, but l’8 maggio, l’11%, lo 0,5% and gli 80 giorni.
package enum ItalianArticle {
    private static let singular = ["il", "del", "al", "dal", "nel", "sul"]
    private static let plural = ["i", "dei", "ai", "dai", "nei", "sui"]

    /// Changes the article at the end of a text to suit the value that follows.
    package static func suit(_ text: inout String, to value: String) {
        guard ["l ", "i ", "I "].contains(where: text.hasSuffix), let sound = Sound(value) else { return }
        let word = String(text.dropLast().reversed().prefix { $0.isLetter }.reversed())
        let article = word.lowercased()
        let stem = text.dropLast(2)
        if singular.contains(article) {
            // "il" loses its vowel, the others double their consonant.
            let start = article == "il" ? String(stem.dropLast()) + (word.first == "I" ? "L" : "l") : stem + "ll"
            text = start + (sound == .vowel ? "’" : "o ")
        } else if plural.contains(article) {
            text = stem + (word.first == "I" ? "Gli " : "gli ")
        }
    }

    /// The sounds that need another article.
    private enum Sound {
        case vowel, z

        init?(_ value: String) {
            let digits = value.prefix { $0.isASCII && $0.isNumber }
            let isThousand = value.dropFirst(digits.count).hasPrefix(".")
            switch digits.first {
            case "8": self = .vowel
            case "0": self = .z
            case "1" where digits == "11" || digits == "1" && !isThousand: self = .vowel
            default: return nil
            }
        }
    }
}

import Market
import Text

/// Letters and digits as people type and paste them: in any case, with spaces between them.
struct TypedText {
    /// Why a text is refused.
    enum Fault: Error, Equatable {
        /// An invisible character, which people do not type: `U+200B`.
        case hidden(String)
        /// A character that is neither an ASCII letter or digit nor a separator.
        case character(Character)
        /// More than ``TypedText/longest`` characters.
        case tooLong
    }

    /// The largest number of characters that are read.
    static let longest = 128

    /// The letters and digits, in capitals.
    let bytes: [UInt8]

    /// Reads a text. Ignores spaces of every width, tabs and line breaks, which are often copied along with a text.
    ///
    /// - Parameter ignoresHyphens: whether hyphens and dashes are ignored too.
    init(_ text: String, ignoresHyphens: Bool = false) throws(Fault) {
        // Four bytes are the longest encoding of a scalar.
        guard text.utf8.count <= 4 * Self.longest, text.count <= Self.longest else { throw .tooLong }
        var bytes: [UInt8] = []
        for character in text {
            if Self.isSpace(character) || ignoresHyphens && Self.isHyphen(character) { continue }
            if let hidden = HiddenCharacter.first(in: String(character)) { throw .hidden(HiddenCharacter.name(of: hidden)) }
            guard let ascii = character.asciiValue, character.isLetter || character.isNumber else { throw .character(character) }
            bytes.append(character.isLowercase ? ascii - 32 : ascii)
        }
        self.bytes = bytes
    }

    /// The letters and digits, in capitals.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    private static func isSpace(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy {
            $0.properties.generalCategory == .spaceSeparator || $0 == "\t" || $0 == "\n" || $0 == "\r"
        }
    }

    private static func isHyphen(_ character: Character) -> Bool {
        character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .dashPunctuation || $0 == "\u{2212}" }
    }
}

extension TypedText.Fault {
    /// The fault and its remedy, without the text.
    func sentence(of thing: String, accepts: String) -> String {
        switch self {
        case .hidden(let name): "the \(thing) contains the invisible character \(name); type it instead of pasting it"
        case .character(let character): "the \(thing) contains \"\(character)\"; use \(accepts) only"
        case .tooLong: "the \(thing) has more than \(TypedText.longest) characters; check what was pasted"
        }
    }
}

extension String {
    /// The text in groups of four characters, as IBANs and references are printed.
    var groupedByFour: String {
        var groups: [Substring] = []
        var rest = self[...]
        while !rest.isEmpty {
            groups.append(rest.prefix(4))
            rest = rest.dropFirst(4)
        }
        return groups.joined(separator: " ")
    }
}

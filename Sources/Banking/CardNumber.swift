/// The number of a payment card (ISO/IEC 7812), checked by its last digit.
///
/// The whole number is never printed: descriptions, errors and dumps show the network and the last four digits.
package struct CardNumber: Hashable, Sendable {
    /// The number of digits.
    package static let lengths = 12...19

    /// All digits, for comparing with the numbers that the simulated bank declines. Not to be stored or shown.
    package let digits: String
    /// The network, determined by the first digits.
    package let network: CardNetwork

    /// Parses a number as people type it, with spaces or hyphens.
    ///
    /// - Throws: ``CardNumberError``, whose texts show at most the last four digits.
    package init(_ text: String) throws(CardNumberError) {
        let typed: TypedText
        do { typed = try TypedText(text, ignoresHyphens: true) } catch { throw CardNumberError(error) }
        guard !typed.bytes.isEmpty else { throw .missing }
        if let letter = typed.bytes.first(where: { $0 > UInt8(ascii: "9") }) {
            throw .character(Character(Unicode.Scalar(letter)))
        }
        let digits = typed.text
        guard Self.lengths.contains(digits.utf8.count) else { throw .length(digits.utf8.count) }
        let network = CardNetwork(of: digits)
        guard network.lengths.contains(digits.utf8.count) else {
            throw .networkLength(network, have: digits.utf8.count, lastFour: String(digits.suffix(4)))
        }
        guard Self.hasCheckDigit(typed.bytes) else { throw .checkDigit(lastFour: String(digits.suffix(4))) }
        (self.digits, self.network) = (digits, network)
    }

    /// The last four digits: `4242`.
    package var lastFour: String { String(digits.suffix(4)) }

    /// Luhn's check (ISO/IEC 7812-1, annex B): every second digit from the right, beginning with the second, counts twice.
    private static func hasCheckDigit(_ bytes: [UInt8]) -> Bool {
        let sum = bytes.reversed().enumerated().reduce(0) { sum, place in
            let digit = Int(place.element - UInt8(ascii: "0"))
            guard place.offset % 2 == 1 else { return sum + digit }
            return sum + digit * 2 / 10 + digit * 2 % 10
        }
        return sum % 10 == 0
    }
}

extension CardNumber: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The network and the last four digits: `Visa •••• 4242`.
    package var description: String { "\(network.name) •••• \(lastFour)" }
    /// The same.
    package var debugDescription: String { description }
    /// Without the digits, which a dump would show otherwise.
    package var customMirror: Mirror { Mirror(self, children: ["masked": description]) }
}

/// Why a text is not a card number. No case holds the whole number, because errors end up in logs.
package enum CardNumberError: Error, Equatable, Sendable {
    /// The text is empty.
    case missing
    /// The text contains an invisible character, `U+200B`.
    case hiddenCharacter(String)
    /// The text contains a character that is neither a digit nor a space nor a hyphen.
    case character(Character)
    /// The text is many times longer than a card number.
    case tooLong
    /// The number of digits is not 12 to 19.
    case length(Int)
    /// Cards of the network have another length.
    case networkLength(CardNetwork, have: Int, lastFour: String)
    /// The last digit does not match the others: a digit is wrong, or two are swapped.
    case checkDigit(lastFour: String)

    init(_ fault: TypedText.Fault) {
        switch fault {
        case .hidden(let name): self = .hiddenCharacter(name)
        case .character(let character): self = .character(character)
        case .tooLong: self = .tooLong
        }
    }
}

extension CardNumberError: CustomStringConvertible {
    /// A sentence with what is wrong and what to do about it.
    package var description: String {
        switch self {
        case .missing: "no card number was given; enter the 12 to 19 digits on the card"
        case .hiddenCharacter(let name): Self.sentence(.hidden(name))
        case .character(let character): Self.sentence(.character(character))
        case .tooLong: Self.sentence(.tooLong)
        case .length(let count): "the card number has \(count) digits; enter all 12 to 19 digits on the card"
        case .networkLength(let network, let have, let lastFour):
            "the card number that ends in \(lastFour) has \(have) digits, which no \(network.name) card has; compare it with the card"
        case .checkDigit(let lastFour):
            "the card number that ends in \(lastFour) is mistyped: its last digit does not match the others; compare it with the card"
        }
    }

    private static func sentence(_ fault: TypedText.Fault) -> String {
        fault.sentence(of: "card number", accepts: "digits, spaces and hyphens")
    }
}

/// Why a text is not an IBAN. No case holds the whole number, because errors end up in logs.
package enum IBANError: Error, Equatable, Sendable {
    /// The text is empty.
    case missing
    /// The text contains an invisible character, `U+200B`.
    case hiddenCharacter(String)
    /// The text contains a character that is neither a letter nor a digit nor a space.
    case character(Character)
    /// The text is many times longer than an IBAN.
    case tooLong
    /// The text does not start with two letters and two digits.
    case start(masked: String)
    /// No country with these letters has IBANs.
    case unknownCountry(String, masked: String)
    /// The country's IBANs have another length.
    case length(country: String, have: Int, need: Int, masked: String)
    /// The check digits do not match the rest: a character is wrong, or two are swapped.
    case checkDigits(masked: String)

    init(_ fault: TypedText.Fault) {
        switch fault {
        case .hidden(let name): self = .hiddenCharacter(name)
        case .character(let character): self = .character(character)
        case .tooLong: self = .tooLong
        }
    }
}

extension IBANError: CustomStringConvertible {
    /// A sentence with what is wrong and what to do about it.
    package var description: String {
        switch self {
        case .missing: "no IBAN was given; enter one, such as DE89 3704 0044 0532 0130 00"
        case .hiddenCharacter(let name): Self.sentence(.hidden(name))
        case .character(let character): Self.sentence(.character(character))
        case .tooLong: Self.sentence(.tooLong)
        case .start(let masked):
            "\(masked) is not an IBAN: it must start with two letters for the country and two digits; copy it from your bank"
        case .unknownCountry(let country, let masked):
            "\(masked) is not an IBAN: no country with the code \(country) has IBANs; check the first two letters"
        case .length(let country, let have, let need, let masked):
            "\(masked) has \(have) characters, but IBANs of \(country) have \(need); check whether some are missing or repeated"
        case .checkDigits(let masked):
            "the check digits of \(masked) do not match; a character is mistyped, so compare it with your bank's"
        }
    }

    private static func sentence(_ fault: TypedText.Fault) -> String {
        fault.sentence(of: "IBAN", accepts: "letters, digits and spaces")
    }
}

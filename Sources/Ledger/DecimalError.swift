/// Errors of reading and computing decimals.
package enum DecimalError: Error, Equatable, Sendable {
    /// The text is not a number in plain decimal notation.
    case notANumber(String)
    /// The text has more than ``FixedDecimal/places`` decimal places.
    case tooManyPlaces(String)
    /// The number in the text is beyond ``FixedDecimal/largest`` or ``FixedDecimal/smallest``.
    case tooLarge(String)
    /// A result is beyond ``FixedDecimal/largest`` or ``FixedDecimal/smallest``.
    case overflow
    /// The divisor is zero.
    case divisionByZero
    /// Amounts of two currencies were added, subtracted or divided.
    case differentCurrencies(Currency, Currency)
}

extension DecimalError: CustomStringConvertible {
    /// A sentence with the text and what is accepted.
    package var description: String {
        switch self {
        case .notANumber(let text):
            "\(Self.quoted(text)) is not a number; expected digits and at most one point, such as 0.05 or -97600.06"
        case .tooManyPlaces(let text):
            "\(Self.quoted(text)) has more than \(FixedDecimal.places) decimal places; round it to \(FixedDecimal.places)"
        case .tooLarge(let text): "\(Self.quoted(text)) is too large; expected a number below 1.7e20 in size"
        case .overflow: "the result is too large; amounts must stay below 1.7e20 in size"
        case .divisionByZero: "a division by zero; expected another divisor"
        case .differentCurrencies(let one, let other):
            "\(one.code) and \(other.code) cannot be added; convert one of them first"
        }
    }

    /// Returns the text in quotation marks, cut to 40 characters.
    static func quoted(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(40).map { $0.value < 0x20 ? " " : String($0) }.joined()
        return "\"\(start)\(text.unicodeScalars.count > 40 ? "…" : "")\""
    }
}

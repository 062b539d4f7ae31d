/// Why a decimal number cannot be read or computed.
package enum DecimalError: Error, Equatable, Sendable {
    /// A text that is no number in plain decimal notation.
    case notANumber(String)
    /// A text with more than ``FixedDecimal/places`` digits behind the point.
    case tooManyPlaces(String)
    /// A text of a number beyond ``FixedDecimal/largest`` or ``FixedDecimal/smallest``.
    case tooLarge(String)
    /// A result beyond ``FixedDecimal/largest`` or ``FixedDecimal/smallest``.
    case overflow
    /// A quotient with a divisor of zero.
    case divisionByZero
}

extension DecimalError: CustomStringConvertible {
    /// A sentence with the text and what is accepted.
    package var description: String {
        switch self {
        case .notANumber(let text):
            "\(Self.quoted(text)) is no number; expected digits and at most one point, such as 0.05 or -97600.06"
        case .tooManyPlaces(let text):
            "\(Self.quoted(text)) has more than \(FixedDecimal.places) digits behind the point; round it to \(FixedDecimal.places)"
        case .tooLarge(let text): "\(Self.quoted(text)) is too large; expected a number below 1.7e20 in size"
        case .overflow: "the result is too large; amounts stay below 1.7e20 in size"
        case .divisionByZero: "a division by zero; expected another divisor"
        }
    }

    /// In quotation marks, cut where it is long.
    static func quoted(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(40).map { $0.value < 0x20 ? " " : String($0) }.joined()
        return "\"\(start)\(text.unicodeScalars.count > 40 ? "…" : "")\""
    }
}

import Digests

/// A creditor reference (ISO 11649) that identifies the payer's account: `RF`, check digits, and up to 21 letters and digits.
package struct PaymentReference: Hashable, Sendable {
    /// The reference in the form for machines: capitals without spaces.
    package let compact: String

    /// The reference for an account's id.
    ///
    /// - Parameter digits: the lower-case hexadecimal digits of the id without its prefix, 1 to 21.
    /// - Returns: nil for any other text.
    package init?(accountDigits digits: some StringProtocol) {
        guard (1...21).contains(digits.utf8.count), Hexadecimal.isValid(digits.utf8) else { return nil }
        let body = digits.uppercased()
        compact = "RF" + CheckDigits.digits(prefix: "RF".utf8, body: body.utf8) + body
    }

    /// Parses a reference as people type it: in any case, with spaces.
    ///
    /// - Throws: ``PaymentReferenceError``.
    package init(_ text: String) throws(PaymentReferenceError) {
        let typed: TypedText
        do { typed = try TypedText(text) } catch { throw PaymentReferenceError(error) }
        let (bytes, reference) = (typed.bytes, typed.text)
        guard !bytes.isEmpty else { throw .missing }
        guard (5...25).contains(bytes.count) else { throw .length(bytes.count) }
        guard reference.hasPrefix("RF"), bytes[2..<4].allSatisfy({ $0 <= UInt8(ascii: "9") }) else { throw .start(reference) }
        guard CheckDigits.areRight(in: bytes) else { throw .checkDigits(reference) }
        compact = reference
    }

    /// The account's digits as ``init(accountDigits:)`` takes them; nil if the reference was made from something else.
    package var accountDigits: String? {
        let digits = compact.dropFirst(4).lowercased()
        return Hexadecimal.isValid(digits.utf8) ? digits : nil
    }
}

extension PaymentReference: CustomStringConvertible {
    /// The reference as it is printed, in groups of four: `RF18 5390 0754 7034`.
    package var description: String { compact.groupedByFour }
}

/// Why a text is not a creditor reference. References are not secret, so errors show them.
package enum PaymentReferenceError: Error, Equatable, Sendable {
    /// The text is empty.
    case missing
    /// The text contains an invisible character, `U+200B`.
    case hiddenCharacter(String)
    /// The text contains a character that is neither a letter nor a digit nor a space.
    case character(Character)
    /// The text is many times longer than a reference.
    case tooLong
    /// The reference does not have 5 to 25 characters.
    case length(Int)
    /// The text does not start with RF and two digits.
    case start(String)
    /// The check digits do not match the rest: a character is wrong, or two are swapped.
    case checkDigits(String)

    init(_ fault: TypedText.Fault) {
        switch fault {
        case .hidden(let name): self = .hiddenCharacter(name)
        case .character(let character): self = .character(character)
        case .tooLong: self = .tooLong
        }
    }
}

extension PaymentReferenceError: CustomStringConvertible {
    /// A sentence with what is wrong and what to do about it.
    package var description: String {
        switch self {
        case .missing: "no payment reference was given; enter the one that starts with RF"
        case .hiddenCharacter(let name): Self.sentence(.hidden(name))
        case .character(let character): Self.sentence(.character(character))
        case .tooLong: Self.sentence(.tooLong)
        case .length(let count): "the payment reference has \(count) characters; enter all 5 to 25 of them"
        case .start(let text):
            "\"\(text.groupedByFour)\" is not a payment reference: it must start with RF and two digits, such as RF18 5390 0754 7034"
        case .checkDigits(let text):
            "the payment reference \"\(text.groupedByFour)\" is mistyped: its check digits do not match; copy it again"
        }
    }

    private static func sentence(_ fault: TypedText.Fault) -> String {
        fault.sentence(of: "payment reference", accepts: "letters, digits and spaces")
    }
}

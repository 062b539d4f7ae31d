/// An international bank account number (ISO 13616), checked: country, length and check digits.
///
/// The structure within a country, such as where the bank's code ends, is not checked.
package struct IBAN: Hashable, Sendable {
    /// The number in the form for machines: capitals without spaces, `DE89370400440532013000`.
    package let compact: String

    /// Parses a number as people type it: in any case, with spaces.
    ///
    /// - Throws: ``IBANError``, whose texts show at most the country and the last four characters.
    package init(_ text: String) throws(IBANError) {
        let typed: TypedText
        do { typed = try TypedText(text) } catch { throw IBANError(error) }
        let (bytes, number) = (typed.bytes, typed.text)
        guard !bytes.isEmpty else { throw .missing }
        guard bytes.count >= 4, bytes[..<2].allSatisfy({ $0 >= UInt8(ascii: "A") }),
            bytes[2..<4].allSatisfy({ $0 <= UInt8(ascii: "9") })
        else { throw .start(masked: Self.masked(number)) }
        let country = String(number.prefix(2))
        guard let length = Self.lengthsByCountry[country] else {
            throw .unknownCountry(country, masked: Self.masked(number))
        }
        guard bytes.count == length else {
            throw .length(country: country, have: bytes.count, need: length, masked: Self.masked(number))
        }
        guard CheckDigits.areRight(in: bytes) else { throw .checkDigits(masked: Self.masked(number)) }
        compact = number
    }

    /// A checked number.
    private init(compact: String) { self.compact = compact }

    /// The two letters of the country: `DE`.
    package var country: String { String(compact.prefix(2)) }

    /// The last four characters: `3000`.
    package var lastFour: String { String(compact.suffix(4)) }

    /// The country and the last four characters: `DE•• •••• 3000`.
    package var masked: String { Self.masked(compact) }

    private static func masked(_ number: String) -> String {
        // In a short text, six characters would reveal nearly everything.
        number.utf8.count >= 12 ? "\(number.prefix(2))•• •••• \(number.suffix(4))" : "•••• ••••"
    }
}

extension IBAN: CustomStringConvertible {
    /// The number as it is printed, in groups of four: `DE89 3704 0044 0532 0130 00`.
    package var description: String { compact.groupedByFour }
}

// MARK: The simulated bank

extension IBAN {
    /// The country of the simulated bank. ISO 3166-1 reserves QZ for private use, so no country has it.
    package static let simulatedCountry = "QZ"
    /// The code of the simulated bank within its country.
    package static let simulatedBank = "CLSC"
    /// The largest number of an account at the simulated bank: sixteen nines.
    package static let largestSimulatedAccount: UInt64 = 9_999_999_999_999_999

    /// Returns the number of an account at the simulated bank: `QZ`, check digits, `CLSC` and 16 digits.
    ///
    /// - Parameter account: 0 to ``largestSimulatedAccount``. Traps for larger ones.
    package static func simulated(account: UInt64) -> IBAN {
        precondition(account <= largestSimulatedAccount, "account \(account) has more than 16 digits")
        let digits = String(account)
        let body = simulatedBank + String(repeating: "0", count: 16 - digits.utf8.count) + digits
        return IBAN(compact: simulatedCountry + CheckDigits.digits(prefix: simulatedCountry.utf8, body: body.utf8) + body)
    }

    /// The account at the simulated bank; nil if the number belongs to another bank or has letters there.
    package var simulatedAccount: UInt64? {
        guard country == Self.simulatedCountry, compact.dropFirst(4).hasPrefix(Self.simulatedBank) else { return nil }
        return UInt64(compact.suffix(16))
    }
}

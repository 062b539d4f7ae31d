import Market

/// An address for simulated coins: `SIM-BNB-7KQ2-9XTM-4VHD-PZ3C-8FJX-Q2`. No chain has addresses of this form, so they cannot be
/// mistaken for real ones.
///
/// It consists of `SIM`, the coin's ticker, 16 characters for 80 bits, and 6 characters of checksum, which covers the ticker too.
package struct CoinAddress: Hashable, Sendable {
    /// The number of bytes that distinguish addresses of a coin.
    package static let payloadBytes = 10

    /// The coin's ticker in capitals, without hyphens: they separate the parts of an address.
    package let ticker: String
    /// 80 bits, as 16 numbers below 32 for the characters.
    private let values: [UInt8]

    private static let start = "SIM"
    private static let valueCount = 16
    private static var endCount: Int { valueCount + Bech32m.checksumCount }

    /// Creates an address.
    ///
    /// - Parameter payload: 10 bytes. Traps for another number.
    package init(ticker: Ticker, payload: [UInt8]) {
        precondition(payload.count == Self.payloadBytes, "the payload of an address has 10 bytes, not \(payload.count)")
        self.ticker = Self.shortened(ticker)
        let bits = payload.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        values = (0..<Self.valueCount).map { UInt8(truncatingIfNeeded: bits >> UInt128(5 * (Self.valueCount - 1 - $0))) & 31 }
    }

    /// Creates an address that cannot be guessed, from the operating system's random numbers.
    package static func random(ticker: Ticker) -> CoinAddress {
        var random = SystemRandomNumberGenerator()
        return CoinAddress(ticker: ticker, payload: (0..<payloadBytes).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    /// Parses an address as people type it: in any case, with or without hyphens and spaces.
    ///
    /// - Parameter expected: the coin that is sent; nil for any.
    /// - Throws: ``CoinAddressError``.
    package init(parsing text: String, expecting expected: Ticker? = nil) throws(CoinAddressError) {
        let typed = try Self.characters(text)
        let letters = typed.dropFirst(Self.start.utf8.count)
        let ticker = String(decoding: letters.dropLast(Self.endCount), as: UTF8.self)
        // A mistyped ticker may not be a valid ticker.
        guard Ticker(ticker) != nil else { throw .mistyped }
        var values: [UInt8] = []
        for letter in letters.suffix(Self.endCount) {
            guard let value = Bech32m.value(of: letter) else { throw .mistyped }
            values.append(value)
        }
        guard Bech32m.isValid(prefix: Self.prefix(ticker), values: values) else { throw .mistyped }
        if let expected, ticker != Self.shortened(expected) {
            throw .otherTicker(found: ticker, expected: Self.shortened(expected))
        }
        (self.ticker, self.values) = (ticker, Array(values.prefix(Self.valueCount)))
    }

    /// The 10 bytes that the address was made from.
    package var payload: [UInt8] {
        let bits = values.reduce(UInt128(0)) { $0 << 5 | UInt128($1) }
        return (0..<Self.payloadBytes).map {
            UInt8(truncatingIfNeeded: bits >> UInt128(8 * (Self.payloadBytes - 1 - $0)))
        }
    }

    /// The letters, digits, dots and underscores of an address of about the right length.
    private static func characters(_ text: String) throws(CoinAddressError) -> [UInt8] {
        var bytes: [UInt8] = []
        guard text.utf8.count <= 4 * TypedText.longest else { throw .notAnAddress }
        // Only tickers can contain dots and underscores.
        for part in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "." || $0 == "_" }) {
            do {
                bytes += try TypedText(String(part), ignoresHyphens: true).bytes
            } catch {
                if case .hidden(let name) = error { throw .hiddenCharacter(name) }
                throw .notAnAddress
            }
            if part.endIndex < text.endIndex { bytes.append(text[part.endIndex].asciiValue!) }
        }
        let counts = start.utf8.count + 1 + endCount...start.utf8.count + 20 + endCount
        guard bytes.starts(with: start.utf8), counts.contains(bytes.count) else { throw .notAnAddress }
        return bytes
    }

    private static func shortened(_ ticker: Ticker) -> String { ticker.description.filter { $0 != "-" } }

    /// The human-readable part of the checksum.
    private static func prefix(_ ticker: String) -> [UInt8] { Array("sim-\(ticker.lowercased())".utf8) }
}

extension CoinAddress: CustomStringConvertible {
    /// The address as it is shown, stored and copied.
    package var description: String {
        let all = values + Bech32m.checksum(prefix: Self.prefix(ticker), values: values)
        let groups = String(decoding: all.map { Bech32m.alphabet[Int($0)] }, as: UTF8.self).groupedByFour
        return "\(Self.start)-\(ticker)-\(groups.replacing(" ", with: "-"))"
    }
}

/// Why a text is not the address of a simulated coin.
package enum CoinAddressError: Error, Equatable, Sendable {
    /// The text contains an invisible character, `U+200B`.
    case hiddenCharacter(String)
    /// The text does not have the form of a simulated address; it may be an address of a real chain.
    case notAnAddress
    /// The text has the form, but a character is wrong, missing or too many.
    case mistyped
    /// The address is right, but belongs to another coin.
    case otherTicker(found: String, expected: String)
}

extension CoinAddressError: CustomStringConvertible {
    /// A sentence with what is wrong and what to do about it.
    package var description: String {
        switch self {
        case .hiddenCharacter(let name): "the address contains the invisible character \(name); type it instead of pasting it"
        case .notAnAddress:
            "this is not an address for simulated coins: those start with SIM and the coin; simulated coins cannot be sent to a real chain"
        case .mistyped: "the address is mistyped: its last six characters do not match the others; copy it again"
        case .otherTicker(let found, let expected):
            "the address is for \(found), not for \(expected); ask the recipient for an address for \(expected)"
        }
    }
}

import Market

/// The last month in which a payment card is valid.
package struct CardExpiry: Hashable, Comparable, Sendable {
    /// 1 to 12.
    package let month: Int
    /// Four digits: 2029.
    package let year: Int

    /// Parses `09/29`, also as `9/29`, `09 / 29`, `0929` or `09/2029`. Two digits mean a year from 2000 to 2099.
    ///
    /// - Throws: ``CardExpiryError/malformed``, ``CardExpiryError/month(_:)``.
    package init(_ text: String) throws(CardExpiryError) {
        let written = text.filter { $0 != " " && $0 != "\u{A0}" }
        var parts = written.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 1, written.count == 4 { parts = [written.prefix(2), written.suffix(2)] }
        guard parts.count == 2, (1...2).contains(parts[0].count), [2, 4].contains(parts[1].count),
            let month = Self.number(parts[0]), let year = Self.number(parts[1]), parts[1].count == 2 || year >= 2000
        else { throw .malformed }
        guard (1...12).contains(month) else { throw .month(month) }
        (self.month, self.year) = (month, year < 100 ? 2000 + year : year)
    }

    /// Returns true if the card is no longer valid on a day. It is valid through the last day of its month.
    package func isOver(on day: Day) -> Bool {
        let (year, month, _) = day.civil
        return (self.year, self.month) < (year, month)
    }

    /// Refuses a card that is no longer valid on a day.
    ///
    /// - Throws: ``CardExpiryError/over(_:)``.
    package func check(on day: Day) throws(CardExpiryError) {
        guard !isOver(on: day) else { throw .over(self) }
    }

    /// Returns true if `left` expires before `right`.
    package static func < (left: CardExpiry, right: CardExpiry) -> Bool { (left.year, left.month) < (right.year, right.month) }

    private static func number(_ digits: Substring) -> Int? {
        // Int would accept a sign.
        digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) ? Int(digits) : nil
    }
}

extension CardExpiry: CustomStringConvertible {
    /// The month as on the card: `09/29`.
    package var description: String { "\(Self.padded(month))/\(Self.padded(year % 100))" }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// Why a card's last month is refused.
package enum CardExpiryError: Error, Equatable, Sendable {
    /// The text is not a month and a year.
    case malformed
    /// There is no such month.
    case month(Int)
    /// The card is no longer valid.
    case over(CardExpiry)
}

extension CardExpiryError: CustomStringConvertible {
    /// A sentence with what is wrong and what to do about it.
    package var description: String {
        switch self {
        // The text may be a card number in the wrong field.
        case .malformed: "the expiry date is not a month and a year; enter it as on the card, such as 09/29"
        case .month(let month): "the expiry date has the month \(month); enter the month first, 01 to 12, such as 09/29"
        case .over(let expiry): "the card expired at the end of \(expiry); use another card"
        }
    }
}

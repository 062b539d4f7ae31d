/// Formats numbers, prices and days in a language. `web/shared/scripts/format.js` writes the same forms in the browser.
package struct Conventions: Sendable {
    package let language: Language
    package let table: ConventionTable

    /// Creates the conventions of a language.
    package init(of language: Language) {
        self.language = language
        table = language.table
    }

    /// The sign of negative numbers. A hyphen is too short next to a plus.
    static let minus = "\u{2212}"
    /// The text for an unknown or invalid number.
    package static let dash = "\u{2013}"

    /// Returns a number with a fixed count of decimals.
    private func number(_ value: Double, decimals: Int, plus: String = "", mark: String = "") -> String {
        guard let digits = PlainDigits(value, decimals: decimals) else { return Self.dash }
        return (digits.isZero ? "" : value < 0 ? Self.minus : plus) + digits.text(table) + mark
    }

    // MARK: Prices

    /// Returns the number of decimals of a price: two from 1 on, none from 100,000 on, four significant digits below 1.
    package static func decimals(of price: Double) -> Int {
        let size = price.magnitude
        if size >= 100_000 { return 0 }
        if size >= 1 || size == 0 { return 2 }
        return min(10, 3 - PowerOfTen.exponent(of: size))
    }

    /// Returns a price with the decimals for its size.
    package func price(_ value: Double) -> String { number(value, decimals: Self.decimals(of: value)) }

    /// Returns a price with a fixed count of decimals, at most 15.
    package func price(_ value: Double, decimals: Int) -> String { number(value, decimals: decimals) }

    /// Returns a value of an axis with enough decimals to distinguish neighbours.
    package func tick(_ value: Double, step: Double) -> String {
        // A computed step of 0.1 may be slightly less.
        number(value, decimals: min(10, max(0, -PowerOfTen.exponent(of: step * 1.000_001))))
    }

    /// Returns a large number in short: 3.6m, 504.1m, 1.2bn. Below a million all digits before the point are shown.
    package func compact(_ value: Double) -> String {
        for (unit, exponent) in zip(table.largeUnits, [6, 9, 12]) {
            let part = value / PowerOfTen.value(exponent)
            // 999.96 million is written as a billion, because it would be 1,000.0m.
            guard part.magnitude < 999.95 || exponent == 12 else { continue }
            if part.magnitude < 1, exponent == 6 { break }
            return number(part, decimals: 1, mark: unit)
        }
        return number(value, decimals: value.magnitude < 1000 ? min(2, Self.decimals(of: value)) : 0)
    }

    // MARK: Exact amounts

    /// Returns an amount of money from its exact decimal text, rounded half to even as the ledger does.
    ///
    /// - Parameter text: such as `-1234.5`; a dash is returned for other texts.
    package func money(_ text: String, decimals: Int = 2) -> String { amount(text) { $0.round(decimals: decimals) } }

    /// Returns a quantity from its exact decimal text, with all of its digits but no trailing zeros.
    package func amount(_ text: String) -> String { amount(text) { $0.dropTrailingZeros() } }

    private func amount(_ text: String, _ change: (inout PlainDigits) -> Void) -> String {
        guard var digits = PlainDigits(text) else { return Self.dash }
        change(&digits)
        return (text.utf8.first == UInt8(ascii: "-") && !digits.isZero ? Self.minus : "") + digits.text(table)
    }

    // MARK: Parts of a whole

    /// Returns a change in percent: +4.2%, −0.9%. Only a change that rounds to zero has no sign.
    package func percent(_ ratio: Double, decimals: Int = 1) -> String {
        number(ratio * 100, decimals: decimals, plus: "+", mark: table.percentMark)
    }

    /// Returns a part of a whole in percent, without a plus.
    package func share(_ ratio: Double, decimals: Int = 0) -> String {
        number(ratio * 100, decimals: decimals, mark: table.percentMark)
    }

    /// Returns a size in bytes, kilobytes of 1,000 bytes, megabytes or gigabytes.
    package func bytes(_ count: Int) -> String {
        var unit = 0
        while unit < 3, Double(count) / PowerOfTen.value(3 * unit) >= 999.95 { unit += 1 }
        let size = Double(count) / PowerOfTen.value(3 * unit)
        return number(size, decimals: unit == 0 ? 0 : 1) + "\u{A0}" + table.byteUnits[unit]
    }
}

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

    /// Returns a number with a count of decimals, of which zeros after the least count are left out.
    private func number(
        _ value: Double, decimals: Int, leastDecimals: Int = .max, plus: String = "", mark: String = ""
    ) -> String {
        guard var digits = PlainDigits(value, decimals: decimals) else { return Self.dash }
        digits.dropTrailingZeros(keeping: leastDecimals)
        return (digits.isZero ? "" : value < 0 ? Self.minus : plus) + digits.text(table) + mark
    }

    /// Whether a number has at least a count of digits before the point once it is rounded: 999.996 with two decimals has four. What
    /// depends on the size of a number depends on the size that is shown.
    private static func hasDigits(_ count: Int, _ value: Double, decimals: Int) -> Bool {
        PlainDigits(value, decimals: decimals).map { $0.exponent >= count - 1 } ?? true
    }

    // MARK: Prices

    /// Returns the number of decimals of a price: two from 1 on, none from 100,000 on, four significant digits below 1.
    package static func decimals(of price: Double) -> Int {
        let size = price.magnitude
        if hasDigits(6, size, decimals: 2) { return 0 }
        if size >= 1 || size == 0 { return 2 }
        return min(PlainDigits.maximumDecimals, 3 - PowerOfTen.exponent(of: size))
    }

    /// Returns a price with the decimals for its size. Below 1 it has no trailing zeros after the second decimal.
    package func price(_ value: Double) -> String {
        number(value, decimals: Self.decimals(of: value), leastDecimals: 2)
    }

    /// Returns a price with a fixed count of decimals, at most 15.
    package func price(_ value: Double, decimals: Int) -> String { number(value, decimals: decimals) }

    // MARK: Estimates

    /// Returns an amount of money of a chart or a forecast: whole units from 1,000 on, else cents; a smaller amount as a price.
    package func estimate(_ value: Double) -> String {
        number(value, decimals: Self.decimals(ofEstimate: value), leastDecimals: 2)
    }

    private static func decimals(ofEstimate value: Double) -> Int {
        hasDigits(4, value, decimals: 2) ? 0 : value.magnitude >= 0.01 ? 2 : decimals(of: value)
    }

    /// Returns the ends of a range of prices, or of estimates, both with the same decimals: those of the larger end, and enough for
    /// one digit of the smaller end and of their difference. Less than a billionth of the larger end is an error of rounding.
    package func range(_ low: Double, _ high: Double, ofEstimates: Bool = false) -> (low: String, high: String) {
        let largest = max(low.magnitude, high.magnitude)
        var decimals = ofEstimates ? Self.decimals(ofEstimate: largest) : Self.decimals(of: largest)
        for size in [min(low.magnitude, high.magnitude), (high - low).magnitude] where size > largest * 1e-9 && size < 1 {
            decimals = max(decimals, Self.firstDecimal(of: size))
        }
        return (number(low, decimals: decimals), number(high, decimals: decimals))
    }

    /// Returns the place of the first decimal that is not 0: 2 for 0.05. A computed size of 0.1 may be slightly less.
    private static func firstDecimal(of size: Double) -> Int { -PowerOfTen.exponent(of: size * 1.000_001) }

    /// Returns a value of an axis with enough decimals to distinguish neighbours.
    package func tick(_ value: Double, step: Double) -> String {
        number(value, decimals: min(10, max(0, Self.firstDecimal(of: step))))
    }

    /// Returns a large number in short: 3.6m, 504.1m, 1.2bn. Below a million all digits before the point are shown.
    package func compact(_ value: Double) -> String {
        for (unit, exponent) in zip(table.largeUnits, [6, 9, 12]) {
            let part = value / PowerOfTen.value(exponent)
            // 999.96 million is written as a billion, because it would be 1,000.0m.
            guard part.magnitude < 999.95 || exponent == 12 else { continue }
            if exponent == 6, !Self.hasDigits(7, value, decimals: 0) { break }
            return number(part, decimals: 1, mark: unit)
        }
        return Self.hasDigits(4, value, decimals: 2) ? number(value, decimals: 0) : price(value)
    }

    // MARK: Amounts of the ledger

    /// Returns an amount of money from its exact decimal text, rounded half to even as the ledger does. From a billion on it has no
    /// decimals; an amount that would be rounded to zero is written as less than the smallest unit: `<0.01`.
    ///
    /// - Parameters:
    ///   - text: such as `-1234.5`; a dash is returned for other texts.
    ///   - decimals: the decimals of the currency: 2, or 0 for yen.
    package func money(_ text: String, decimals: Int = 2) -> String {
        guard isRoundedToZero(text, decimals: decimals) else { return roundedMoney(text, decimals: decimals) }
        let least = number(PowerOfTen.value(-decimals), decimals: decimals)
        return Self.isNegative(text) ? ">" + Self.minus + least : "<" + least
    }

    /// Returns a gain or loss with its sign. A gain that is rounded to zero has none.
    package func gain(_ text: String, decimals: Int = 2) -> String {
        let rounded = roundedMoney(text, decimals: decimals)
        let hasPlus = !Self.isNegative(text) && rounded.contains { $0.isNumber && $0 != "0" }
        return hasPlus ? "+" + rounded : rounded
    }

    private func isRoundedToZero(_ text: String, decimals: Int) -> Bool {
        guard var digits = PlainDigits(text), !digits.isZero else { return false }
        digits.round(decimals: decimals)
        return digits.isZero
    }

    private func roundedMoney(_ text: String, decimals: Int) -> String {
        amount(text) { digits in
            var rounded = digits
            rounded.round(decimals: decimals)
            digits.round(decimals: rounded.exponent >= 9 ? 0 : decimals)
        }
    }

    /// Returns a quantity from its exact decimal text with at most 12 significant digits and 8 decimals, as many as a bitcoin has.
    /// Below 0.00001 it has four significant digits. It has no trailing zeros.
    package func quantity(_ text: String) -> String {
        amount(text) { digits in
            let exponent = digits.exponent
            digits.round(decimals: exponent < 0 ? max(8, 3 - exponent) : max(0, min(8, 11 - exponent)))
            digits.dropTrailingZeros()
        }
    }

    /// Returns an amount from its exact decimal text, with all of its digits but no trailing zeros after the least decimals.
    package func exact(_ text: String, leastDecimals: Int = 0) -> String {
        amount(text) { digits in
            digits.dropTrailingZeros()
            if digits.fraction.count < leastDecimals { digits.round(decimals: leastDecimals) }
        }
    }

    /// Returns all digits of an amount; nil if the text that was made of it already has them.
    package func exact(_ text: String, behind shown: String) -> String? {
        let exact = exact(text)
        return shown.hasPrefix(exact) ? nil : exact
    }

    private func amount(_ text: String, _ change: (inout PlainDigits) -> Void) -> String {
        guard var digits = PlainDigits(text) else { return Self.dash }
        change(&digits)
        return (Self.isNegative(text) && !digits.isZero ? Self.minus : "") + digits.text(table)
    }

    private static func isNegative(_ text: String) -> Bool { text.utf8.first == UInt8(ascii: "-") }

    // MARK: Parts of a whole

    /// Returns a change in percent: +4.2%, −0.9%, from 1,000 % on without decimals. Only a change that rounds to zero has no sign.
    package func percent(_ ratio: Double, decimals: Int = 1) -> String {
        let value = ratio * 100
        let isLarge = Self.hasDigits(4, value, decimals: decimals)
        return number(value, decimals: isLarge ? 0 : decimals, plus: "+", mark: table.percentMark)
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

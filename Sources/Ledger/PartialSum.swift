/// A sum whose parts may be missing. Then it has no total, but the sum of the known parts.
package struct PartialSum: Equatable, Sendable {
    /// The sum of the known parts. Not a total while parts are missing.
    package private(set) var known: Money
    /// The number of missing parts.
    package private(set) var missing = 0

    /// Creates an empty sum of a currency.
    package init(_ currency: Currency = .usd) { known = .zero(currency) }

    /// The sum of all parts; nil if any is missing.
    package var total: Money? { missing == 0 ? known : nil }

    /// Adds a part, or counts a missing one if it is nil.
    ///
    /// - Throws: ``DecimalError/overflow``, ``DecimalError/differentCurrencies(_:_:)``.
    package mutating func add(_ part: Money?) throws(DecimalError) {
        if let part { known = try known.adding(part) } else { missing += 1 }
    }

    /// Adds the parts of another sum.
    ///
    /// - Throws: ``DecimalError/overflow``, ``DecimalError/differentCurrencies(_:_:)``.
    package mutating func add(_ other: PartialSum) throws(DecimalError) {
        known = try known.adding(other.known)
        missing += other.missing
    }
}

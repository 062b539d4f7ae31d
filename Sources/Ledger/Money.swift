/// An exact amount of a currency: a value, a cost, or a price of one coin.
///
/// Amounts of different currencies are never added or compared: that is an error if it can come from input, and a trap
/// otherwise. A ``Quantity`` times a price is money.
package struct Money: Hashable, Sendable {
    package let amount: FixedDecimal
    package let currency: Currency

    /// Creates an amount of a currency.
    package init(_ amount: FixedDecimal, _ currency: Currency) { (self.amount, self.currency) = (amount, currency) }

    /// 0 US dollars.
    package static let zero = Money(.zero, .usd)
    /// 1 US dollar.
    package static let one = Money(.one, .usd)

    /// Returns an amount of US dollars.
    package static func usd(_ amount: FixedDecimal) -> Money { Money(amount, .usd) }

    /// Returns zero in a currency.
    package static func zero(_ currency: Currency) -> Money { Money(.zero, currency) }
}

extension Money: Comparable {
    /// Returns true if `left` is less than `right`. Traps for different currencies.
    package static func < (left: Money, right: Money) -> Bool {
        checkSame(left, right)
        return left.amount < right.amount
    }

    /// Returns the exact sum. Traps for different currencies and if it is too large.
    package static func + (left: Money, right: Money) -> Money {
        checkSame(left, right)
        return Money(left.amount + right.amount, left.currency)
    }

    /// Returns the exact difference. Traps for different currencies and if it is too large.
    package static func - (left: Money, right: Money) -> Money {
        checkSame(left, right)
        return Money(left.amount - right.amount, left.currency)
    }

    /// Adds an amount of the same currency.
    package static func += (left: inout Money, right: Money) { left = left + right }

    /// Subtracts an amount of the same currency.
    package static func -= (left: inout Money, right: Money) { left = left - right }

    /// Returns the negated amount.
    package static prefix func - (value: Money) -> Money { Money(-value.amount, value.currency) }

    private static func checkSame(_ left: Money, _ right: Money) {
        precondition(left.currency == right.currency, "\(left.currency.code) and \(right.currency.code) have no sum or order")
    }

    /// The same amount without its sign.
    package var magnitude: Money { Money(amount.magnitude, currency) }

    /// Returns the exact sum.
    ///
    /// - Throws: ``DecimalError/overflow``, ``DecimalError/differentCurrencies(_:_:)``.
    package func adding(_ other: Money) throws(DecimalError) -> Money {
        guard currency == other.currency else { throw .differentCurrencies(currency, other.currency) }
        return Money(try amount.adding(other.amount), currency)
    }

    /// Returns the exact difference.
    ///
    /// - Throws: ``DecimalError/overflow``, ``DecimalError/differentCurrencies(_:_:)``.
    package func subtracting(_ other: Money) throws(DecimalError) -> Money {
        guard currency == other.currency else { throw .differentCurrencies(currency, other.currency) }
        return Money(try amount.subtracting(other.amount), currency)
    }

    /// Returns the value of a quantity at this price, rounded half to even at the 18th place.
    ///
    /// - Throws: ``DecimalError/overflow``.
    package func multiplied(by quantity: Quantity) throws(DecimalError) -> Money {
        Money(try amount.multiplied(by: quantity), currency)
    }

    /// Returns the price of one coin where a quantity costs this much, rounded half to even at the 18th place.
    ///
    /// - Throws: ``DecimalError/overflow``, ``DecimalError/divisionByZero``.
    package func divided(by quantity: Quantity) throws(DecimalError) -> Money {
        Money(try amount.divided(by: quantity), currency)
    }

    /// Returns the ratio of two amounts of one currency, rounded half to even at the 18th place.
    ///
    /// - Throws: ``DecimalError/overflow``, ``DecimalError/divisionByZero``, ``DecimalError/differentCurrencies(_:_:)``.
    package func divided(by other: Money) throws(DecimalError) -> FixedDecimal {
        guard currency == other.currency else { throw .differentCurrencies(currency, other.currency) }
        return try amount.divided(by: other.amount)
    }

    /// Returns `self` × `part` / `whole`; see ``FixedDecimal/share(_:of:)``.
    func share(_ part: Quantity, of whole: Quantity) -> Money { Money(amount.share(part, of: whole), currency) }
}

extension FixedDecimal {
    /// Returns the value of this quantity at a price, rounded half to even at the 18th place.
    ///
    /// - Throws: ``DecimalError/overflow``.
    package func multiplied(by price: Money) throws(DecimalError) -> Money { try price.multiplied(by: self) }
}

extension Money: CustomStringConvertible {
    /// The amount in plain decimal notation, as documents and the journal store it, next to the name of the currency.
    package var description: String { amount.description }

    /// The nearest double to the amount.
    package var doubleValue: Double { amount.doubleValue }

    /// Formats the amount for people, see ``FixedDecimal/fixed(places:)``.
    package func fixed(places: Int) -> String { amount.fixed(places: places) }
}

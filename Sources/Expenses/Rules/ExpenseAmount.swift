import JSONText
import Ledger
import Records

/// An amount of the journal: more than 0, and at most ``most``.
///
/// The table has a whole number of ten-thousandths, the smallest unit of any currency, so that SQL adds exactly.
package struct ExpenseAmount: Hashable, Comparable, Sendable {
    let units: Int

    /// The largest amount, in any currency: its units are exact as a number in JSON.
    package static let most = FixedDecimal(900_000_000_000)
    /// Ten-thousandths in one.
    static let unitsOfOne = 10_000
    /// The units of a decimal in one unit.
    private static let scale: Int128 = 100_000_000_000_000

    init(units: Int) { self.units = units }

    /// Nil for an amount that is not above 0, is too large or has more than four decimals.
    package init?(_ amount: FixedDecimal) {
        guard amount > .zero, amount <= Self.most, amount.units % Self.scale == 0 else { return nil }
        units = Int(amount.units / Self.scale)
    }

    package static func < (left: ExpenseAmount, right: ExpenseAmount) -> Bool { left.units < right.units }

    package var decimal: FixedDecimal { FixedDecimal(units: Int128(units) * Self.scale) }

    /// Whether it has no more decimals than the currency.
    package func fits(_ currency: ISOCurrency) -> Bool {
        units % (currency.decimals..<4).reduce(1) { unit, _ in unit * 10 } == 0
    }

    /// A sum that SQL has made of whole numbers and of fractions apart: together they could exceed 64 bits.
    static func sum(whole: Int, units: Int) -> FixedDecimal {
        FixedDecimal(units: (Int128(whole) * Int128(unitsOfOne) + Int128(units)) * scale)
    }
}

extension ExpenseAmount: FieldValue {
    package static var schema: Schema { .decimal(.positive) }
    package static var columnType: String { Int.columnType }
    package static var example: ExpenseAmount { ExpenseAmount(units: 1) }
    package func write(_ writer: inout JSONWriter) { decimal.write(&writer) }
    package static func from(json: JSONValue) -> ExpenseAmount? { FixedDecimal.from(json: json).flatMap { ExpenseAmount($0) } }
    package var text: String { decimal.text }
    package var storedValue: StoredValue { units.storedValue }

    package init?(_ value: StoredValue) {
        guard let units = Int(value), units > 0 else { return nil }
        self.init(units: units)
    }
}

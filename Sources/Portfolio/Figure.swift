import Ledger

/// A figure that can be opened: the numbers it was made of, and how.
///
/// Its value is what the formula gives for the values of its inputs, so that it recomputes exactly; it is missing where one of them is.
package struct Figure: Equatable, Sendable {
    /// How a value comes about.
    package enum Formula: String, Equatable, Sendable {
        /// It is not computed: a quantity or cost that was recorded, a close that was stored.
        case given
        /// All inputs added up; nothing of none.
        case sum
        /// The first input less all others.
        case difference
        /// Two inputs, rounded half to even at the 18th place.
        case product
        /// The first input over the second, rounded half to even at the 18th place; missing where the second is not above zero, and where
        /// the quotient is too large for a decimal.
        case quotient
    }

    /// What it is, for people.
    package let name: String
    /// `USD`, a ticker, `USD a coin`, or empty for a ratio.
    package let unit: String
    /// How its value comes about.
    package let formula: Formula
    /// What it is made of, in the formula's order.
    package let inputs: [Figure]
    /// Where a given value comes from, for people.
    package let source: String
    /// The value, nil where something is missing.
    package let value: FixedDecimal?

    /// A value that is not computed.
    package init(_ name: String, unit: String, given value: FixedDecimal?, source: String = "") {
        (self.name, self.unit, formula, inputs) = (name, unit, .given, [])
        (self.source, self.value) = (source, value)
    }

    /// A value that is computed.
    ///
    /// - Throws: `DecimalError` where the value is too large.
    package init(_ name: String, unit: String, _ formula: Formula, _ inputs: [Figure]) throws(DecimalError) {
        precondition(formula != .given, "a given figure has no inputs")
        (self.name, self.unit, self.formula, self.inputs) = (name, unit, formula, inputs)
        source = ""
        value = try Self.value(formula, inputs.map(\.value))
    }

    /// The value computed anew from the given ones, at the bottom of it all.
    package func recomputed() throws(DecimalError) -> FixedDecimal? {
        guard formula != .given else { return value }
        var values: [FixedDecimal?] = []
        for input in inputs { values.append(try input.recomputed()) }
        return try Self.value(formula, values)
    }

    private static func value(_ formula: Formula, _ inputs: [FixedDecimal?]) throws(DecimalError) -> FixedDecimal? {
        let known = inputs.compactMap { $0 }
        guard known.count == inputs.count else { return nil }
        switch formula {
        case .given: preconditionFailure("a given figure has no inputs")
        case .sum: return try known.sum()
        case .difference:
            var difference = known[0]
            for value in known.dropFirst() { difference = try difference.subtracting(value) }
            return difference
        case .product: return try known[0].multiplied(by: known[1])
        case .quotient: return known[1] > .zero ? try? known[0].divided(by: known[1]) : nil
        }
    }
}

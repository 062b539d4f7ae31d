import Ledger

/// A figure with its explanation: the numbers that it is computed from, and how.
///
/// Its value is the result of the formula for the values of its inputs, so that it can be recomputed exactly. It is missing if
/// an input is.
package struct Figure: Equatable, Sendable {
    /// How a value is computed.
    package enum Formula: String, CaseIterable, Equatable, Sendable {
        /// Not computed: a recorded quantity or cost, or a stored close.
        case given
        /// The sum of all inputs; zero without inputs.
        case sum
        /// The first input minus all others.
        case difference
        /// The product of two inputs, rounded half to even at the 18th decimal place.
        case product
        /// The first input divided by the second, rounded half to even at the 18th decimal place; missing if the second is not
        /// above zero, or if the quotient is too large for a decimal.
        case quotient
    }

    /// The name, for people.
    package let name: String
    /// `USD`, a ticker, `USD a coin`, or empty for a ratio.
    package let unit: String
    /// How the value is computed.
    package let formula: Formula
    /// The inputs, in the formula's order.
    package let inputs: [Figure]
    /// The source of a given value, for people.
    package let source: String
    /// The value; nil if something is missing.
    package let value: FixedDecimal?

    /// Creates a value that is not computed.
    package init(_ name: String, unit: String, given value: FixedDecimal?, source: String = "") {
        (self.name, self.unit, formula, inputs) = (name, unit, .given, [])
        (self.source, self.value) = (source, value)
    }

    /// Creates a computed value.
    ///
    /// - Throws: `DecimalError` if the value is too large.
    package init(_ name: String, unit: String, _ formula: Formula, _ inputs: [Figure]) throws(DecimalError) {
        precondition(formula != .given, "a given figure has no inputs")
        (self.name, self.unit, self.formula, self.inputs) = (name, unit, formula, inputs)
        source = ""
        value = try Self.value(formula, inputs.map(\.value))
    }

    /// Returns the value recomputed from the given figures at the bottom.
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

/// An exact decimal number with 18 places for amounts of coins and money, stored as an integer number of 1e-18 in 128 bits.
///
/// Sums and differences are exact. Products and quotients are rounded half to even at the 18th place. Absolute values stay
/// below 1.7e20. Larger results are an error if they can come from input, and a trap otherwise.
package struct FixedDecimal: Hashable, Comparable, Sendable {
    /// The number of decimal places.
    package static let places = 18
    /// 0.
    package static let zero = FixedDecimal(units: 0)
    /// 1.
    package static let one = FixedDecimal(units: 1_000_000_000_000_000_000)
    /// 170141183460469231731.687303715884105727.
    package static let largest = FixedDecimal(units: .max)
    /// -170141183460469231731.687303715884105728.
    package static let smallest = FixedDecimal(units: .min)

    /// The number of units of 1e-18 in 1.
    static let unitsOfOne: UInt128 = 1_000_000_000_000_000_000

    /// The value in units of 1e-18.
    package let units: Int128

    /// Creates a number from units of 1e-18.
    package init(units: Int128) { self.units = units }
    /// Creates a whole number.
    package init(_ whole: Int) { units = Int128(whole) * Int128(Self.unitsOfOne) }

    /// Returns true if `left` is less than `right`.
    package static func < (left: FixedDecimal, right: FixedDecimal) -> Bool { left.units < right.units }
}

/// An amount of US dollars.
package typealias Money = FixedDecimal
/// An amount of an asset.
package typealias Quantity = FixedDecimal

extension FixedDecimal: AdditiveArithmetic {
    /// Returns the exact sum. Traps if it is too large.
    package static func + (left: FixedDecimal, right: FixedDecimal) -> FixedDecimal {
        FixedDecimal(units: left.units + right.units)
    }

    /// Returns the exact difference. Traps if it is too large.
    package static func - (left: FixedDecimal, right: FixedDecimal) -> FixedDecimal {
        FixedDecimal(units: left.units - right.units)
    }

    /// Returns the negated value. Traps for ``smallest``.
    package static prefix func - (value: FixedDecimal) -> FixedDecimal { FixedDecimal(units: -value.units) }

    /// The absolute value. Traps for ``smallest``.
    package var magnitude: FixedDecimal { units < 0 ? -self : self }

    /// Returns the exact sum.
    ///
    /// - Throws: ``DecimalError/overflow``.
    package func adding(_ other: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        let (sum, overflow) = units.addingReportingOverflow(other.units)
        guard !overflow else { throw .overflow }
        return FixedDecimal(units: sum)
    }

    /// Returns the exact difference.
    ///
    /// - Throws: ``DecimalError/overflow``.
    package func subtracting(_ other: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        let (difference, overflow) = units.subtractingReportingOverflow(other.units)
        guard !overflow else { throw .overflow }
        return FixedDecimal(units: difference)
    }
}

/// Returns the absolute value. Traps for ``FixedDecimal/smallest``.
package func abs(_ value: FixedDecimal) -> FixedDecimal { value.magnitude }

extension FixedDecimal {
    /// Returns the product, rounded half to even at the 18th place.
    ///
    /// - Throws: ``DecimalError/overflow``.
    package func multiplied(by factor: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        try Self.ratio(
            units.magnitude.multipliedFullWidth(by: factor.units.magnitude), over: Self.unitsOfOne,
            isNegative: (units < 0) != (factor.units < 0))
    }

    /// Returns the quotient, rounded half to even at the 18th place.
    ///
    /// - Throws: ``DecimalError/overflow``, ``DecimalError/divisionByZero``.
    package func divided(by divisor: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        try scaled(by: .one, over: divisor)
    }

    /// Returns `self` × `numerator` / `denominator`, rounded once, half to even at the 18th place. Used for shares of a lot's cost.
    ///
    /// - Throws: ``DecimalError/overflow``, ``DecimalError/divisionByZero``.
    package func scaled(by numerator: FixedDecimal, over denominator: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        guard denominator.units != 0 else { throw .divisionByZero }
        let isNegative = ((units < 0) != (numerator.units < 0)) != (denominator.units < 0)
        return try Self.ratio(
            units.magnitude.multipliedFullWidth(by: numerator.units.magnitude), over: denominator.units.magnitude,
            isNegative: isNegative)
    }

    /// Returns a quotient of units, rounded half to even.
    private static func ratio(
        _ dividend: (high: UInt128, low: UInt128), over divisor: UInt128, isNegative: Bool
    ) throws(DecimalError) -> FixedDecimal {
        guard dividend.high < divisor else { throw .overflow }
        let (quotient, remainder) =
            dividend.high == 0
            ? dividend.low.quotientAndRemainder(dividingBy: divisor) : divisor.dividingFullWidth(dividend)
        let rest = divisor - remainder
        // Checked before rounding, because at 2^128 - 1 the increment would wrap to 0.
        guard quotient <= Int128.min.magnitude else { throw .overflow }
        let isUp = remainder > rest || (remainder == rest && quotient & 1 == 1)
        return try FixedDecimal(magnitude: isUp ? quotient + 1 : quotient, isNegative: isNegative)
    }

    /// Creates a number from an absolute value in units of 1e-18 and a sign.
    ///
    /// - Throws: ``DecimalError/overflow``.
    init(magnitude: UInt128, isNegative: Bool) throws(DecimalError) {
        guard magnitude <= Int128.max.magnitude + (isNegative ? 1 : 0) else { throw .overflow }
        units = isNegative ? Int128(truncatingIfNeeded: 0 &- magnitude) : Int128(magnitude)
    }
}

extension Sequence where Element == FixedDecimal {
    /// Returns the exact sum of all elements.
    ///
    /// - Throws: ``DecimalError/overflow``, also if only a partial sum is too large.
    package func sum() throws(DecimalError) -> FixedDecimal {
        var sum = FixedDecimal.zero
        for value in self { sum = try sum.adding(value) }
        return sum
    }
}

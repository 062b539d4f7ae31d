/// Conversions from and to binary floating point, for prices and statistics.
extension FixedDecimal {
    /// Converts the decimal that a double's shortest description shows, so that 0.1 becomes 0.1. Rounds half to even at the
    /// 18th place.
    ///
    /// - Returns: nil if `value` is not finite or too large.
    package init?(exactly value: Double) {
        guard value.isFinite, abs(value) < 1e21 else { return nil }
        let (digits, exponent) = Self.shortest(value.magnitude)
        let shift = exponent + Self.places
        guard shift > -20 else {  // at most 17 digits, so below half of 1e-18
            self = .zero
            return
        }
        do {
            self = try FixedDecimal(magnitude: Self.units(digits, shift: shift), isNegative: value < 0)
        } catch {
            return nil
        }
    }

    /// Returns digits × 10^shift, rounded half to even.
    private static func units(_ digits: UInt64, shift: Int) -> UInt128 {
        guard shift < 0 else {
            // Below 1e21 a double has fewer than 1e39 units, while 2^128 is 3.4e38: a product that overflows is too large in
            // any case.
            let (low, isHigh) = UInt128(digits).multipliedReportingOverflow(by: power(of: shift))
            return isHigh ? .max : low
        }
        let unit = power(of: -shift)
        let (quotient, remainder) = UInt128(digits).quotientAndRemainder(dividingBy: unit)
        let isUp = remainder > unit - remainder || (remainder == unit - remainder && quotient & 1 == 1)
        return isUp ? quotient + 1 : quotient
    }

    private static func power(of exponent: Int) -> UInt128 {
        let high = max(0, exponent - 18)
        return UInt128(powersOfTen[exponent - high]) * (0..<high).reduce(1) { power, _ in power * 10 }
    }

    /// Returns the digits of the shortest description, at most 17, and the power of ten of the last digit.
    private static func shortest(_ value: Double) -> (digits: UInt64, exponent: Int) {
        var (digits, exponent, isBehindPoint) = (UInt64(0), 0, false)
        var text = value.description.utf8[...]
        while let byte = text.popFirst() {
            switch byte {
            case UInt8(ascii: "."): isBehindPoint = true
            case UInt8(ascii: "e"): return (digits, exponent + (Int(Substring(text)) ?? 0))
            // Skip the zero of `10.0`, which would be an 18th or 19th digit.
            case UInt8(ascii: "0") where isBehindPoint && text.isEmpty: break
            default:
                digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
                if isBehindPoint { exponent -= 1 }
            }
        }
        return (digits, exponent)
    }

    /// The nearest double; ties round to even.
    package var doubleValue: Double {
        let magnitude = units.magnitude
        guard magnitude != 0 else { return 0 }
        // Shifting the magnitude to the top makes the quotient 68 or 69 bits long. A sticky bit for all bits that are cut off
        // ensures that the single rounding to a double's 53 bits is correct.
        let shift = magnitude.leadingZeroBitCount
        let (quotient, remainder) = (magnitude << UInt128(shift)).quotientAndRemainder(dividingBy: Self.unitsOfOne)
        let cut = quotient & 0x3F
        let kept = UInt64(quotient >> 6) | (cut == 0 && remainder == 0 ? 0 : 1)
        let size = Double(sign: .plus, exponent: 6 - shift, significand: Double(kept))
        return units < 0 ? -size : size
    }
}

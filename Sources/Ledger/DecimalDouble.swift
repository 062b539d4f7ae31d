/// To and from binary floating point, for prices and statistics.
extension FixedDecimal {
    /// The decimal that a double's shortest description writes, rounded half to even at the 18th place: 0.1 becomes 0.1.
    ///
    /// - Returns: nil for what is not finite and for what is too large.
    package init?(exactly value: Double) {
        guard value.isFinite, abs(value) < 1e21 else { return nil }
        let (digits, exponent) = Self.shortest(value.magnitude)
        let shift = exponent + Self.places
        guard shift > -20 else {  // 17 digits, below half of 1e-18
            self = .zero
            return
        }
        do {
            self = try FixedDecimal(magnitude: Self.units(digits, shift: shift), isNegative: value < 0)
        } catch {
            return nil
        }
    }

    /// digits × 10^shift, rounded half to even.
    private static func units(_ digits: UInt64, shift: Int) -> UInt128 {
        guard shift < 0 else {
            // Below 1e21 a double's units are below 1e39, but 2^128 is 3.4e38: what is cut off is too large in any case.
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

    /// The digits of the shortest description, at most 17 of them, and the power of ten of the last.
    private static func shortest(_ value: Double) -> (digits: UInt64, exponent: Int) {
        var (digits, exponent, isBehindPoint) = (UInt64(0), 0, false)
        var text = value.description.utf8[...]
        while let byte = text.popFirst() {
            switch byte {
            case UInt8(ascii: "."): isBehindPoint = true
            case UInt8(ascii: "e"): return (digits, exponent + (Int(Substring(text)) ?? 0))
            // The zero of `10.0` would be an 18th digit, or a 19th.
            case UInt8(ascii: "0") where isBehindPoint && text.isEmpty: break
            default:
                digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
                if isBehindPoint { exponent -= 1 }
            }
        }
        return (digits, exponent)
    }

    /// The nearest double, ties to even.
    package var doubleValue: Double {
        let magnitude = units.magnitude
        guard magnitude != 0 else { return 0 }
        // The quotient of the number with its first bit moved to the top has 68 or 69 bits; a bit that stands for all that are cut off
        // makes the one rounding to a double's 53 the right one.
        let shift = magnitude.leadingZeroBitCount
        let (quotient, remainder) = (magnitude << UInt128(shift)).quotientAndRemainder(dividingBy: Self.unitsOfOne)
        let cut = quotient & 0x3F
        let kept = UInt64(quotient >> 6) | (cut == 0 && remainder == 0 ? 0 : 1)
        let size = Double(sign: .plus, exponent: 6 - shift, significand: Double(kept))
        return units < 0 ? -size : size
    }
}

/// The decimal digits of numbers, written without a string in between.
enum DecimalDigits {
    /// Powers of ten that are exact doubles, and those that fit 64 bits.
    private static let powers: [Double] = (0..<22).reduce(into: [1]) { powers, _ in powers.append(powers.last! * 10) }
    private static let wholePowers: [UInt64] = (0..<19).reduce(into: [1]) { powers, _ in powers.append(powers.last! * 10) }

    /// Whether ``append(_:digits:to:)`` has a form for the value: from 1e-4 up to 1e15, where doubles are written without exponent.
    static func canWrite(_ value: Double) -> Bool { value >= 1e-4 && value < 1e15 }

    /// Appends a value rounded to so many significant digits, as the shortest digits that read back as the rounded value.
    ///
    /// - Parameters:
    ///   - value: one that ``canWrite(_:)`` takes.
    ///   - digits: 1 to 15: decimals of so many digits are one double each.
    static func append(_ value: Double, digits: Int, to bytes: inout [UInt8]) {
        let powers = powers
        var exponent = 0
        if value >= 1 {
            while exponent < 15, value >= powers[exponent + 1] { exponent += 1 }
        } else {
            while value * powers[-exponent] < 1 { exponent -= 1 }
        }
        var places = digits - 1 - exponent
        guard places > 0 else {
            let units = UInt64((value / powers[-places]).rounded()) * wholePowers[-places]
            return append(units, places: 0, to: &bytes)
        }
        var units = UInt64((value * powers[places]).rounded())
        while places > 0, units % 10 == 0 { (units, places) = (units / 10, places - 1) }
        append(units, places: places, to: &bytes)
    }

    /// Appends `units / 10^places`, with at least one digit on either side of the point.
    private static func append(_ units: UInt64, places: Int, to bytes: inout [UInt8]) {
        let (whole, fraction) = units.quotientAndRemainder(dividingBy: wholePowers[places])
        append(whole, width: 1, to: &bytes)
        bytes.append(UInt8(ascii: "."))
        append(fraction, width: max(1, places), to: &bytes)
    }

    /// Appends a whole number, with zeros before it where it has fewer digits than `width`.
    static func append(_ value: UInt64, width: Int, to bytes: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { buffer in
            var (start, rest) = (20, value)
            repeat {
                start -= 1
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                buffer[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
                rest = quotient
            } while rest > 0 || 20 - start < width
            bytes.append(contentsOf: buffer[start...])
        }
    }
}

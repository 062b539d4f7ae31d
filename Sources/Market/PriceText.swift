/// Formats and rounds numbers for people.
package enum PriceText {
    /// Returns the number rounded to `digits` significant digits, without a trailing `.0`.
    package static func significant(_ value: Double, digits: Int) -> String {
        let text = rounded(value, digits: digits).description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Returns the nearest double with `digits` significant decimal digits.
    package static func rounded(_ value: Double, digits: Int) -> Double {
        guard value.isFinite, value != 0 else { return value }
        var exponent = 0
        var magnitude = abs(value)
        while magnitude >= 10 { (magnitude, exponent) = (magnitude / 10, exponent + 1) }
        while magnitude < 1 { (magnitude, exponent) = (magnitude * 10, exponent - 1) }
        let places = digits - 1 - exponent
        // Powers of ten up to 10^22 are exact doubles. Beyond, one more rounding of the last bit is harmless at 8 digits.
        if places >= 0 {
            let scale = powerOfTen(places)
            return scale.isFinite ? (value * scale).rounded() / scale : value
        }
        let scale = powerOfTen(-places)
        return (value / scale).rounded() * scale
    }

    private static func powerOfTen(_ exponent: Int) -> Double {
        var power = 1.0
        for _ in 0..<exponent { power *= 10 }
        return power
    }

    /// Formats a price with four significant digits, the precision of a band's limits: `97,600`, `16.73`.
    package static func rough(_ value: Double) -> String {
        let value = rounded(value, digits: 4)
        guard value >= 1e-11, value < 1e15 else { return "\(value)" }
        var (decimals, magnitude) = (0, value)
        while magnitude < 1000, decimals < 15 { (magnitude, decimals) = (magnitude * 10, decimals + 1) }
        return fixed(value, decimals: decimals)
    }

    /// Formats a number with thousands separators and a fixed number of decimals. From 1e15 on it has all digits of the double.
    package static func fixed(_ value: Double, decimals: Int) -> String {
        guard value.magnitude < 1e15 else { return "\(value)" }
        let units = (value.magnitude * powerOfTen(decimals)).rounded()
        let sign = value < 0 && units > 0 ? "-" : ""
        guard units < 9e15 else { return sign + grouped(String(Int(value.magnitude.rounded()))) }
        let digits = String(Int(units))
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let whole = sign + grouped(String(padded.dropLast(decimals)))
        return decimals == 0 ? whole : "\(whole).\(padded.suffix(decimals))"
    }

    private static func grouped(_ digits: String) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }
}

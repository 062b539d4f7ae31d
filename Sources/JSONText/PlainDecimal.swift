/// Conversion of JSON numbers to exact decimals.
package enum PlainDecimal {
    /// The exponents that are expanded.
    private static let exponents = -40...40

    /// Returns a JSON number without its exponent, digit by digit: `1.5e-3` becomes `0.0015`. No binary number is involved.
    ///
    /// - Parameter literal: a number of JSON's grammar.
    /// - Returns: `literal` itself if it has no exponent, or one beyond ±40.
    package static func text(_ literal: String) -> String {
        let parts = literal.lowercased().split(separator: "e", maxSplits: 1)
        guard parts.count == 2, let exponent = Int(parts[1]), exponents.contains(exponent) else { return literal }
        let isNegative = parts[0].hasPrefix("-")
        let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        guard mantissa.count <= 2, let whole = mantissa.first else { return literal }
        let fraction = mantissa.count == 2 ? String(mantissa[1]) : ""
        var digits = String(whole) + fraction
        var places = fraction.count - exponent
        if places < 0 {
            digits += String(repeating: "0", count: -places)
            places = 0
        }
        digits = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        let integer = digits.dropLast(places).drop { $0 == "0" }
        // Zeros that come from the exponent alone are not decimal places of the number.
        var rest = digits.suffix(places)
        while rest.count > fraction.count || exponent < 0, rest.last == "0" { rest = rest.dropLast() }
        return (isNegative ? "-" : "") + (integer.isEmpty ? "0" : String(integer)) + (rest.isEmpty ? "" : "." + rest)
    }
}

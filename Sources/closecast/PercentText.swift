import Market

/// Fractions as percents.
enum PercentText {
    /// With two decimals and a sign: `-0.03 %`; no sign where it rounds to zero.
    static func signed(_ fraction: Double) -> String {
        let text = PriceText.fixed(abs(fraction) * 100, decimals: 2)
        let sign = text == "0.00" ? "" : fraction < 0 ? "-" : "+"
        return "\(sign)\(text) %"
    }
}

import Market

/// Fractions as percents.
enum PercentText {
    /// With two decimals and a sign: `-0.03 %`; no sign where it rounds to zero; beyond a million percent just that; `-` for NaN.
    static func signed(_ fraction: Double) -> String {
        // A small amount that grew within days has a yearly rate of two dozen digits.
        guard !fraction.isNaN else { return "-" }
        guard abs(fraction) < 1e4 else { return fraction > 0 ? "over +1,000,000 %" : "below -1,000,000 %" }
        let text = PriceText.fixed(abs(fraction) * 100, decimals: 2)
        let sign = text == "0.00" ? "" : fraction < 0 ? "-" : "+"
        return "\(sign)\(text) %"
    }
}

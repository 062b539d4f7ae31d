import Market

/// Fractions as percentages.
enum PercentText {
    /// Returns a percentage with two decimals and a sign: `-0.03 %`. A value that rounds to zero has no sign, one beyond a
    /// million percent is reported as such, and NaN is `-`.
    static func signed(_ fraction: Double) -> String {
        // A small amount that grew within days can have a yearly rate of two dozen digits.
        guard !fraction.isNaN else { return "-" }
        guard abs(fraction) < 1e4 else { return fraction > 0 ? "over +1,000,000 %" : "below -1,000,000 %" }
        let text = PriceText.fixed(abs(fraction) * 100, decimals: 2)
        let sign = text == "0.00" ? "" : fraction < 0 ? "-" : "+"
        return "\(sign)\(text) %"
    }
}

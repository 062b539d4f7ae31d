import Market

/// The levels of central bands, in percent: 80 is the band between the quantiles 0.1 and 0.9.
package enum BandLevel {
    /// No number of sample paths gives a band outside of this range; a level below 1 is nearly always a fraction by mistake.
    package static let range = 1.0...99.9998

    /// Why a level is refused, with the remedy; nil if it is accepted.
    package static func fault(_ level: Double) -> String? {
        guard !range.contains(level) else { return nil }
        guard level > 0, level < 1 else { return "levels are percentages from 1 to \(range.upperBound), such as 50, 80 or 95" }
        let shown = PriceText.significant(level, digits: 12)
        return "\(shown) is less than 1 %; levels are percentages: for \(PriceText.significant(level * 100, digits: 12)) % write "
            + PriceText.significant(level * 100, digits: 12)
    }
}

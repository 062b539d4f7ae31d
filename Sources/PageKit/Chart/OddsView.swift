import Charts
import HTMLTemplates
import Languages
import Market

/// The probabilities that a price rises or falls, and the range in which it ends, for the days that a reader chose.
package enum OddsView {
    /// - Parameters:
    ///   - days: the number of days ahead, from 1.
    ///   - unit: the currency.
    ///   - name: the ticker or id in the address of the coin's page; nil for closes that are not stored, which have no alerts.
    package static func values(
        _ outlook: CoinOutlook, days: Int, unit: String, named name: String? = nil, _ words: Words
    ) -> TemplateValue {
        let rise = outlook.rise.isEmpty ? nil : outlook.rise[days - 1]
        let band = outlook.band(80)
        return [
            "when": .text(words("odds.when", n: days, ["date": words.format.date(outlook.cutoff + days, .plain)])),
            "hasOdds": .flag(rise != nil),
            "verdict": .text(rise.map { words.verdict(RiseVerdict(rise: $0)) } ?? ""),
            "bar": .html(rise.map { OddsBar(rise: $0).svg() } ?? ""), "up": .text(rise.map(words.chance) ?? ""),
            "down": .text(rise.map { words.chance(1 - $0) } ?? ""),
            "price": .text(words.format.price(outlook.lastClose)),
            "range": .text(band.map { between($0.low[days - 1], $0.high[days - 1], words) } ?? Conventions.dash),
            "unit": .text(unit), "alert": alert(outlook, days, name, words) ?? false,
        ]
    }

    /// Offers an alert on a fall to the lower end of the range.
    private static func alert(_ outlook: CoinOutlook, _ days: Int, _ name: String?, _ words: Words) -> TemplateValue? {
        guard let name, let low = outlook.band(80)?.low[days - 1] else { return nil }
        return AlertBell.fall(of: outlook.asset, named: name, to: low, within: days, words)
    }

    private static func between(_ low: Double, _ high: Double, _ words: Words) -> String {
        words("odds.between", ["low": words.format.price(low), "high": words.format.price(high)])
    }
}

/// The highest and the lowest close of the days that a reader chose.
package enum ExtremesView {
    package static func values(_ picture: PricePicture, _ period: PastPeriod, _ words: Words) -> TemplateValue {
        let extremes = CloseExtremes(picture.closes(of: period))!
        let bar = RangeBar(low: extremes.low.value, value: extremes.last, high: extremes.high.value)
        return [
            "period": .text(words("period.\(period.rawValue)", n: picture.closes.count)), "bar": .html(bar.svg()),
            "low": .text(words.format.price(extremes.low.value)), "lowDay": .text(words.format.date(extremes.low.day)),
            "high": .text(words.format.price(extremes.high.value)), "highDay": .text(words.format.date(extremes.high.day)),
        ]
    }
}

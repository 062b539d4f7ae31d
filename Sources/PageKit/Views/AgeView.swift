import Market

/// How long ago something happened, in words.
package enum AgeView {
    /// - Parameters:
    ///   - time: in seconds since 1970-01-01 UTC; one in the future counts as now.
    ///   - now: in the same unit.
    package static func text(_ time: Int, now: Int, _ words: Words) -> String {
        let minutes = max(0, now - time) / 60
        if minutes < 1 { return words("trade.age.now") }
        if minutes < 90 { return words("trade.age.minutes", n: minutes) }
        if minutes < 48 * 60 { return words("trade.age.hours", n: minutes / 60) }
        return words("trade.age.days", n: minutes / (24 * 60))
    }

    /// Rates have no closes on weekends and holidays, and not every provider is refreshed on the same day.
    package static let mostDaysBehind = 3

    /// Returns the age of a price in days if it is so old that a reader must know it; nil for a newer one.
    static func days(of day: Day, on today: Day) -> Int? { today - day > mostDaysBehind ? today - day : nil }
}

import Foundation

/// The hours of each day in which a person is told nothing outside the app.
package struct QuietHours: Equatable, Sendable {
    /// Minutes of the day, from 0 to 1439. If `until` is not after `from`, they last over midnight.
    package let from, until: Int
    package let zone: TimeZone

    package static let minutesOfADay = 1440

    /// - Returns: nil if both ends are the same, or a minute is not one of a day.
    package init?(from: Int, until: Int, zone: TimeZone) {
        guard from != until, [from, until].allSatisfy({ (0..<Self.minutesOfADay).contains($0) }) else { return nil }
        (self.from, self.until, self.zone) = (from, until, zone)
    }

    /// Returns when the quiet hours at a time end; the time itself outside them.
    ///
    /// - Parameter time: seconds since 1970-01-01 UTC.
    package func end(at time: Int) -> Int {
        guard isQuiet(at: time) else { return time }
        let local = time + offset(at: time)
        var end = local - Self.modulo(local, 86_400) + until * 60
        if end <= local { end += 86_400 }
        // Where clocks are changed in between, the offset of now is not that of the end. A local time that the change skips has two
        // candidates; the later one is outside the quiet hours.
        let guess = end - offset(at: time)
        let corrected = end - offset(at: guess)
        return corrected > time && !isQuiet(at: corrected) ? corrected : max(guess, corrected)
    }

    func isQuiet(at time: Int) -> Bool {
        let minute = Self.modulo(time + offset(at: time), 86_400) / 60
        return from < until ? (from..<until).contains(minute) : minute >= from || minute < until
    }

    /// Seconds east of Greenwich.
    private func offset(at time: Int) -> Int { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time))) }

    private static func modulo(_ value: Int, _ divisor: Int) -> Int {
        let rest = value % divisor
        return rest < 0 ? rest + divisor : rest
    }
}

extension TimeZone {
    /// Returns the zone of an IANA name, such as `Europe/Rome`; nil for any other text.
    package static func named(_ name: String) -> TimeZone? {
        name == "UTC" || knownTimeZoneIdentifiers.contains(name) ? TimeZone(identifier: name) : nil
    }
}

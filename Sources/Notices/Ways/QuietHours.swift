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
        isOneWord(name) || isOfArea(name) ? TimeZone(identifier: name) : nil
    }

    /// Besides these, Foundation takes offsets such as `GMT+3` and abbreviations, which mean different times in different places.
    private static func isOneWord(_ name: String) -> Bool {
        knownTimeZoneIdentifiers.contains(name) || oneWordNames.contains(name)
    }

    /// The IANA names that have no area.
    private static let oneWordNames: Set<String> = [
        "CET", "CST6CDT", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "GMT", "GMT+0", "GMT-0", "GMT0",
        "Greenwich", "HST", "Hongkong", "Iceland", "Iran", "Israel", "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST",
        "MST7MDT", "NZ", "NZ-CHAT", "Navajo", "PRC", "PST8PDT", "Poland", "Portugal", "ROC", "ROK", "Singapore", "Turkey", "UCT",
        "UTC", "Universal", "W-SU", "WET", "Zulu",
    ]

    /// The first parts of the IANA names that have more than one.
    private static let areas: Set<String> = [
        "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Brazil", "Canada", "Chile", "Etc", "Europe",
        "Indian", "Mexico", "Pacific", "US",
    ]

    /// Whether a text has the form of names such as `America/Argentina/Ushuaia`, aliases among them, and names no other file.
    private static func isOfArea(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard name.utf8.count <= 64, (2...3).contains(parts.count), areas.contains(String(parts[0])) else { return false }
        return name != "Etc/Unknown" && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isOfName) }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: [UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-")].contains(byte)
        }
    }
}

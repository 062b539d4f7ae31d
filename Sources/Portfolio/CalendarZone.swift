import Foundation
import Market

/// The time zone by whose calendar the days and years of a report are counted.
package struct CalendarZone: Equatable, Sendable {
    /// Coordinated universal time, in which closes and transactions have their days.
    package static let utc = CalendarZone(name: "UTC", zone: nil)

    /// The name in the IANA time zone database, such as `Europe/Berlin`.
    package let name: String
    /// Nil for UTC.
    private let zone: TimeZone?

    private init(name: String, zone: TimeZone?) { (self.name, self.zone) = (name, zone) }

    /// The zone of a person's calendar.
    package init(_ zone: TimeZone) { self = zone == .gmt ? .utc : Self(name: zone.identifier, zone: zone) }

    /// Finds a zone by its name, `Area/City` or `UTC`. Abbreviations such as `CET` and `PST` mean different times in different places.
    ///
    /// - Throws: ``CalendarZoneError``.
    package init(named name: String) throws(CalendarZoneError) {
        guard let zone = Self(name) else {
            guard TimeZone(identifier: CalendarZoneError.example) != nil else { throw .noZones(name) }
            let known = TimeZone.knownTimeZoneIdentifiers
            let city = "/" + name.lowercased().replacing(" ", with: "_")
            throw .unknown(name, near: known.first { "/\($0.lowercased())".hasSuffix(city) })
        }
        self = zone
    }

    /// Nil if no zone has the name.
    init?(_ name: String) {
        guard name != Self.utc.name else {
            self = .utc
            return
        }
        guard name.contains("/"), let zone = TimeZone(identifier: name) else { return nil }
        self.init(name: name, zone: zone)
    }

    /// Returns the time in seconds since 1970-01-01 UTC at which the zone's clocks show a time. In the hour that they show twice, it is
    /// one of the two.
    func time(ofLocalSeconds local: Int) -> Int {
        guard let zone else { return local }
        func offset(_ time: Int) -> Int { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time))) }
        return local - offset(local - offset(local))
    }

    /// Returns the day of a time in seconds since 1970-01-01 UTC.
    ///
    /// A day that was given without a time is recorded as midnight UTC. Such a transaction keeps its day in every zone: midnight UTC is
    /// still the evening before in America.
    package func day(_ time: Int) -> Day {
        guard let zone, !Self.isWholeDay(time) else { return Day(secondsSince1970: time) }
        return Day(secondsSince1970: time + zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time))))
    }

    /// The day of a time in places whose clocks are so far from UTC that it is of another year there; nil if it is of the same year
    /// everywhere, and for a day without a time. Clocks are at most 12 hours behind UTC and 14 ahead.
    static func dayInAnotherYear(_ time: Int) -> Day? {
        guard !isWholeDay(time) else { return nil }
        let year = Day(secondsSince1970: time).civil.year
        return [-12, 14].lazy.map { Day(secondsSince1970: time + $0 * 3600) }.first { $0.civil.year != year }
    }

    /// Whether a time is midnight UTC, as that of a day without a time.
    package static func isWholeDay(_ time: Int) -> Bool { time % 86_400 == 0 }
}

/// Why a time zone cannot be used.
package enum CalendarZoneError: Error, Equatable, Sendable {
    /// No zone has the name. `near` is one whose name ends alike.
    case unknown(String, near: String?)
    /// This machine has no time zones at all.
    case noZones(String)

    static let example = "Europe/Berlin"
}

extension CalendarZoneError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknown(let name, let near?): "no time zone is named \(name); did you mean \(near)?"
        case .unknown(let name, nil):
            "no time zone is named \(name); expected a name of the IANA time zone database, such as \(Self.example), or UTC"
        case .noZones(let name):
            "the time zone \(name) cannot be read: this machine has no time zone data; install the package tzdata, or use UTC"
        }
    }
}

import Foundation
import Market
import Notices
import Testing

@Suite struct QuietHoursTests {
    private static func hours(_ from: Int, _ until: Int, _ zone: String) throws -> QuietHours {
        let zone = try #require(TimeZone.named(zone))
        return try #require(QuietHours(from: from * 60, until: until * 60, zone: zone))
    }

    /// When what is told at a time is sent, as `2026-03-28T22:30:00Z`.
    private static func end(_ hours: QuietHours, _ time: String) throws -> String {
        let date = try #require(ISO8601DateFormatter().date(from: time))
        let seconds = date.timeIntervalSince1970
        return ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: Double(hours.end(at: Int(seconds)))))
    }

    @Test func theyEndOnTheSameDayOrTheNext() throws {
        let day = try Self.hours(13, 15, "UTC")
        #expect(try Self.end(day, "2026-05-01T12:59:59Z") == "2026-05-01T12:59:59Z")
        #expect(try Self.end(day, "2026-05-01T13:00:00Z") == "2026-05-01T15:00:00Z")
        #expect(try Self.end(day, "2026-05-01T14:59:59Z") == "2026-05-01T15:00:00Z")
        #expect(try Self.end(day, "2026-05-01T15:00:00Z") == "2026-05-01T15:00:00Z")
        let night = try Self.hours(22, 7, "UTC")
        #expect(try Self.end(night, "2026-05-01T21:59:59Z") == "2026-05-01T21:59:59Z")
        #expect(try Self.end(night, "2026-05-01T22:00:00Z") == "2026-05-02T07:00:00Z")
        #expect(try Self.end(night, "2026-05-02T06:59:00Z") == "2026-05-02T07:00:00Z")
        #expect(try Self.end(night, "2026-05-02T07:00:00Z") == "2026-05-02T07:00:00Z")
    }

    /// Foundation's list of zones leaves them out.
    @Test(arguments: [("Asia/Kolkata", 19_800), ("Asia/Calcutta", 19_800), ("Etc/UTC", 0), ("Etc/GMT+5", -18_000), ("GMT", 0)])
    func aliasesAreNamesToo(name: String, seconds: Int) throws {
        #expect(try #require(TimeZone.named(name)).secondsFromGMT(for: Date(timeIntervalSince1970: 1_780_000_000)) == seconds)
    }

    @Test func theyAreThoseOfTheTimeZone() throws {
        // UTC+5 all year, UTC+5:45, and a day behind.
        #expect(try Self.end(Self.hours(22, 7, "Asia/Almaty"), "2026-05-01T17:30:00Z") == "2026-05-02T02:00:00Z")
        #expect(try Self.end(Self.hours(22, 7, "Asia/Kathmandu"), "2026-05-01T16:15:00Z") == "2026-05-02T01:15:00Z")
        #expect(try Self.end(Self.hours(22, 7, "Pacific/Honolulu"), "2026-05-01T08:00:00Z") == "2026-05-01T17:00:00Z")
    }

    @Test func theyEndAtTheLocalHourWhenClocksChange() throws {
        let night = try Self.hours(22, 7, "Europe/Rome")
        // 22:30 in winter, 07:00 in summer; and back.
        #expect(try Self.end(night, "2026-03-28T21:30:00Z") == "2026-03-29T05:00:00Z")
        #expect(try Self.end(night, "2026-10-24T20:30:00Z") == "2026-10-25T06:00:00Z")
        // 02:30 does not exist on 29 March, and exists twice on 25 October.
        let short = try #require(QuietHours(from: 22 * 60, until: 150, zone: night.zone))
        #expect(try Self.end(short, "2026-03-28T21:30:00Z") == "2026-03-29T01:30:00Z")
        #expect(try Self.end(short, "2026-10-24T20:30:00Z") == "2026-10-25T00:30:00Z")
        #expect(try Self.end(short, "2026-10-25T01:10:00Z") == "2026-10-25T01:30:00Z")
    }

    /// The end of quiet hours is outside them, at most a day and a change of clocks later, in every zone and around every change.
    @Test(arguments: ["Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Almaty"])
    func theirEndIsAlwaysOutside(zone: String) throws {
        let start = Day(year: 2026, month: 1, day: 1)!.daysSince1970 * 86_400
        for (from, until) in [(22, 7), (1, 3), (2, 3), (4, 2), (0, 23), (23, 1)] {
            let hours = try Self.hours(from, until, zone)
            for time in stride(from: start, to: start + 365 * 86_400, by: 12_600) {
                let end = hours.end(at: time)
                #expect(end >= time && end <= time + 25 * 3600 && hours.end(at: end) == end, "\(zone) \(from)-\(until) at \(time)")
            }
        }
    }

    @Test func emptyHoursAndUnknownZonesAreNone() {
        #expect(QuietHours(from: 60, until: 60, zone: TimeZone.named("UTC")!) == nil)
        #expect(QuietHours(from: 0, until: 1440, zone: TimeZone.named("UTC")!) == nil)
        let wrong = [
            "Europe/Atlantis", "", "GMT+3", "PST", "../UTC", "/Europe/Rome", "Europe/../UTC", "Europe//Rome", "Europe/",
            "europe/rome", "Etc/Unknown", "Europe/Rome\0", "Europe/R\u{F4}me",
        ]
        for name in wrong { #expect(TimeZone.named(name) == nil, "\(name)") }
    }
}

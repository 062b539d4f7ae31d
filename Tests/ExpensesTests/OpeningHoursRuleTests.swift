import Expenses
import Foundation
import Market
import Testing

@Suite struct OpeningHoursRuleTests {
    private typealias Span = OpeningHours.Span

    /// A Monday.
    private static let monday = Day(iso: "2024-07-01")!

    private func isOpen(_ hours: OpeningHours, _ weekday: Int, _ hour: Int, _ minute: Int = 0) -> Bool {
        hours.isOpen(day: Self.monday + weekday - 1, minute: hour * 60 + minute)
    }

    @Test func theClosingMinuteIsClosed() throws {
        let hours = try #require(OpeningHours([Span(weekday: 1, opens: 540, closes: 1080)]))
        #expect(!isOpen(hours, 1, 8, 59) && isOpen(hours, 1, 9) && isOpen(hours, 1, 17, 59) && !isOpen(hours, 1, 18))
        #expect((2...7).allSatisfy { !isOpen(hours, $0, 12) })
    }

    @Test func hoursOverMidnightEndOnTheNextDay() throws {
        let bar = try #require(
            OpeningHours([Span(weekday: 7, opens: 1200, closes: 120), Span(weekday: 6, opens: 1200, closes: 1440)]))
        #expect(isOpen(bar, 7, 20) && isOpen(bar, 7, 23, 59) && isOpen(bar, 8, 0) && isOpen(bar, 8, 1, 59) && !isOpen(bar, 8, 2))
        #expect(!isOpen(bar, 7, 1, 30) && isOpen(bar, 6, 23, 59) && !isOpen(bar, 7, 0))
    }

    @Test func aWholeDayHasTwoNotations() throws {
        for closes in [0, 1440] {
            let hours = try #require(OpeningHours([Span(weekday: 3, opens: 0, closes: closes)]))
            #expect((0..<1440).allSatisfy { hours.isOpen(day: Self.monday + 2, minute: $0) })
            #expect((0..<1440).allSatisfy { !hours.isOpen(day: Self.monday + 3, minute: $0) })
        }
        let around = try #require(OpeningHours([Span(weekday: 3, opens: 600, closes: 600)]))
        #expect(isOpen(around, 3, 10) && isOpen(around, 4, 9, 59) && !isOpen(around, 4, 10))
    }

    @Test func spansThatFollowEachOtherAreAccepted() throws {
        let days = (1...7).map { Span(weekday: $0, opens: 0, closes: 1440) }
        try OpeningHours(days)?.check()
        let touching = [
            Span(weekday: 1, opens: 540, closes: 720), Span(weekday: 1, opens: 720, closes: 120),
            Span(weekday: 2, opens: 120, closes: 121),
            Span(weekday: 7, opens: 1200, closes: 540),
        ]
        try OpeningHours(touching)?.check()
        let twice = Span(weekday: 7, opens: 1200, closes: 541)
        #expect(throws: ExpenseError.overlappingHours(twice, touching[0])) {
            try OpeningHours(touching.dropLast() + [twice])?.check()
        }
    }

    /// The oracle paints the minutes of a week.
    @Test(arguments: 0..<100) func randomSpansOverlapIfAMinuteIsPaintedTwice(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let spans = Set(
            (0..<1 + random.index(below: 6)).map { _ in
                Span(
                    weekday: 1 + random.index(below: 7), opens: 2 * random.index(below: 720),
                    closes: 1 + 2 * random.index(below: 720))
            })
        var week = [Int](repeating: 0, count: 7 * 1440)
        for span in spans {
            for minute in 0..<(span.closes - span.opens + 1440) % 1440 {
                week[((span.weekday - 1) * 1440 + span.opens + minute) % week.count] += 1
            }
        }
        let hours = try #require(OpeningHours(Array(spans)))
        #expect((week.max() ?? 0 > 1) == ((try? hours.check()) == nil), "seed \(seed): \(hours.spans)")
    }

    @Test func spansAreOrderedAndEachThereOnce() throws {
        let (late, early) = (Span(weekday: 1, opens: 800, closes: 900), Span(weekday: 1, opens: 500, closes: 700))
        #expect(try #require(OpeningHours([late, early, late])).spans == [early, late])
        #expect(try #require(OpeningHours([])).spans.isEmpty)
    }

    @Test(arguments: [(0, 1, 2), (8, 1, 2), (1, -1, 2), (1, 1440, 2), (1, 1, -1), (1, 1, 1441), (.min, .max, .min)])
    func otherNumbersAreRefused(weekday: Int, opens: Int, closes: Int) {
        #expect(OpeningHours([Span(weekday: weekday, opens: opens, closes: closes)]) == nil)
    }

    @Test func aWeekHasSoManySpans() {
        let span = Span(weekday: 1, opens: 1, closes: 2)
        #expect(OpeningHours(Array(repeating: span, count: 28)) != nil && OpeningHours(Array(repeating: span, count: 29)) == nil)
    }

    /// The oracle paints the minutes of a week.
    @Test(arguments: 0..<100) func randomHoursAgreeWithAPaintedWeek(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let spans = (0..<random.index(below: 6)).map { _ in
            Span(weekday: 1 + random.index(below: 7), opens: random.index(below: 1440), closes: random.index(below: 1441))
        }
        var week = [Bool](repeating: false, count: 7 * 1440)
        for span in spans {
            var minute = span.opens
            repeat {
                week[((span.weekday - 1) * 1440 + minute) % week.count] = true
                minute += 1
            } while minute % 1440 != span.closes % 1440
        }
        let hours = try #require(OpeningHours(spans))
        let first = Self.monday - 7 * random.index(below: 10_000)
        let found = week.indices.map { hours.isOpen(day: first + $0 / 1440, minute: $0 % 1440) }
        #expect(found == week, "seed \(seed): \(spans)")
    }

    // MARK: Zones

    @Test(arguments: [
        // Clocks in Berlin go forward at 01:00 UTC on 31 March 2024, and back at 01:00 UTC on 27 October. Those in
        // Almaty went back at 18:00 UTC on 29 February, for good.
        ("Europe/Berlin", "2024-03-31T00:59:59", "2024-03-31", 119), ("Europe/Berlin", "2024-03-31T01:00:00", "2024-03-31", 180),
        ("Europe/Berlin", "2024-10-27T00:30:00", "2024-10-27", 150), ("Europe/Berlin", "2024-10-27T01:30:00", "2024-10-27", 150),
        ("America/New_York", "2024-01-01T04:59:00", "2023-12-31", 1439), ("Asia/Almaty", "2024-02-29T17:59:00", "2024-02-29", 1439),
        ("Asia/Almaty", "2024-02-29T18:59:00", "2024-02-29", 1439), ("Asia/Kathmandu", "2024-05-05T00:00:00", "2024-05-05", 345),
        ("Pacific/Kiritimati", "2024-01-01T10:00:00", "2024-01-02", 0), ("UTC", "1969-12-31T23:59:59", "1969-12-31", 1439),
    ])
    func clocksShowTheTimeOfTheirZone(zone: String, utc: String, day: String, minute: Int) throws {
        let seconds = try #require(DateText.seconds(utc))
        let local = OpeningHours.local(secondsSince1970: seconds, in: try #require(TimeZone(identifier: zone)))
        #expect(local.day.description == day && local.minute == minute)
    }

    @Test(arguments: ["Europe/Berlin", "America/St_Johns", "Asia/Almaty", "Australia/Lord_Howe"])
    func randomTimesAgreeWithACalendar(zone: String) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let seconds = random.index(below: 2_000_000_000)
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute], from: Date(timeIntervalSince1970: Double(seconds)))
            let local = OpeningHours.local(secondsSince1970: seconds, in: calendar.timeZone)
            let expected = Day(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
            #expect(local.day == expected && local.minute == (parts.hour ?? 0) * 60 + (parts.minute ?? 0), "\(seconds)")
        }
    }
}

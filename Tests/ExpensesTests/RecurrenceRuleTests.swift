import Expenses
import Market
import Testing

@Suite struct RecurrenceRuleTests {
    private func recurrence(_ every: Int, _ unit: Recurrence.Unit, _ first: String, _ until: String? = nil) throws -> Recurrence {
        let (first, until) = (try day(first), try until.map(day))
        return try #require(Recurrence(every: every, unit: unit, first: first, until: until))
    }

    private func day(_ text: String) throws -> Day { try #require(Day(iso: text)) }

    private static let end = Day(iso: "9999-12-31")!

    private func days(
        _ recurrence: Recurrence, _ most: Int, after: String? = nil, through: String = "9999-12-31"
    ) throws -> [String] {
        recurrence.days(after: try after.map(day), through: try day(through), most: most).map(\.description)
    }

    @Test func theLastDaysOfMonthsComeBack() throws {
        #expect(try days(recurrence(1, .month, "2024-01-31"), 4) == ["2024-01-31", "2024-02-29", "2024-03-31", "2024-04-30"])
        #expect(try days(recurrence(1, .month, "2023-01-30"), 3) == ["2023-01-30", "2023-02-28", "2023-03-30"])
        #expect(try days(recurrence(3, .month, "2023-11-30"), 3) == ["2023-11-30", "2024-02-29", "2024-05-30"])
    }

    @Test func theLeapDayComesBack() throws {
        #expect(
            try days(recurrence(1, .year, "2096-02-29"), 9)
                == (2096...2104).map { "\($0)-02-\([2096, 2104].contains($0) ? 29 : 28)" })
    }

    @Test func daysAreAfterOneAndThroughAnother() throws {
        let rent = try recurrence(1, .month, "2024-01-31", "2024-05-30")
        #expect(try days(rent, 9, after: "2024-01-31") == ["2024-02-29", "2024-03-31", "2024-04-30"])
        #expect(try days(rent, 9, after: "2024-02-28", through: "2024-02-29") == ["2024-02-29"])
        #expect(try days(rent, 2, after: "2023-12-01") == ["2024-01-31", "2024-02-29"])
        #expect(try days(rent, 9, after: "2024-05-30").isEmpty && days(rent, 0).isEmpty)
        #expect(try days(rent, 9, through: "2024-01-30").isEmpty)
    }

    @Test(arguments: [(0, "2024-01-01", nil as String?), (100, "2024-01-01", nil), (1, "2024-01-02", "2024-01-01")])
    func otherValuesAreRefused(every: Int, first: String, until: String?) throws {
        let (first, until) = (try #require(Day(iso: first)), until.flatMap { Day(iso: $0) })
        #expect(Recurrence(every: every, unit: .week, first: first, until: until) == nil)
    }

    @Test func daysAtTheEndsOfTheCalendarDoNotTrap() throws {
        for unit in Recurrence.Unit.allCases {
            let last = try recurrence(99, unit, "9999-12-31")
            let far = [Int.min, Int.max].map(Day.init(daysSince1970:))
            #expect(last.days(after: nil, through: far[1], most: .max) == [Self.end])
            #expect(last.days(after: far[0], through: far[1], most: 2) == [Self.end])
            #expect(last.days(after: far[1], through: far[1], most: 2).isEmpty)
            #expect(last.days(after: nil, through: far[0], most: 2).isEmpty)
            #expect(last.days(after: nil, through: far[1], most: -1).isEmpty)
            #expect(far.allSatisfy { Recurrence(every: 1, unit: unit, first: $0, until: nil) == nil })
            #expect(Recurrence(every: 1, unit: unit, first: Self.end, until: far[1]) == nil)
        }
        #expect(try days(recurrence(1, .year, "0001-02-28"), 2) == ["0001-02-28", "0002-02-28"])
    }

    /// Whether a day is due, found out by walking all days from the first.
    private static func slow(_ recurrence: Recurrence, through: Day) -> [Day] {
        guard recurrence.first <= through else { return [] }
        var days: [Day] = []
        var (year, month) = (recurrence.first.civil.year, recurrence.first.civil.month)
        var untilNext = 0
        for number in 0...(through - recurrence.first) {
            let day = recurrence.first + number
            if day.civil.month != month {
                (year, month) = (day.civil.year, day.civil.month)
                untilNext += 1
            }
            let isLast = (day + 1).civil.month != month
            let isDay = day.civil.day == recurrence.first.civil.day || isLast && day.civil.day < recurrence.first.civil.day
            let isDue =
                switch recurrence.unit {
                case .day: number % recurrence.every == 0
                case .week: number % (recurrence.every * 7) == 0
                case .month: isDay && untilNext % recurrence.every == 0
                case .year:
                    isDay && month == recurrence.first.civil.month && (year - recurrence.first.civil.year) % recurrence.every == 0
                }
            if isDue, day <= recurrence.until ?? day { days.append(day) }
        }
        return days
    }

    @Test(arguments: 0..<200) func randomOnesAgreeWithTheCalendar(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let first = try #require(Day(iso: "2019-12-15")) + random.index(below: 500)
        let until = random.index(below: 2) == 0 ? nil : first + random.index(below: 2000)
        let every = 1 + random.index(below: [3, 99][random.index(below: 2)])
        let unit = Recurrence.Unit.allCases[random.index(below: 4)]
        let recurrence = try #require(Recurrence(every: every, unit: unit, first: first, until: until))
        let after = random.index(below: 3) == 0 ? nil : first - 100 + random.index(below: 1500)
        let (through, most) = (first - 50 + random.index(below: 2500), random.index(below: 60))
        let expected = Self.slow(recurrence, through: through).filter { $0 > after ?? first - 1 }.prefix(most)
        #expect(recurrence.days(after: after, through: through, most: most) == Array(expected), "seed \(seed)")
    }
}

import Banking
import Market
import Testing

@Suite struct BankCalendarTests {
    /// Easter by the definition: the Sunday after the ecclesiastical full moon, from the tables of Clavius (as in Knuth, The Art of
    /// Computer Programming, volume 1, section 1.3.2, exercise 14).
    private static func easterByTables(_ year: Int) -> Day {
        let golden = year % 19 + 1
        let century = year / 100 + 1
        let epact = ((11 * golden + 20 + (8 * century + 5) / 25 - 5 - (3 * century / 4 - 12)) % 30 + 30) % 30
        let moonAge = epact == 25 && golden > 11 || epact == 24 ? epact + 1 : epact
        var fullMoon = Day(year: year, month: 3, day: 1)! + (44 - moonAge - 1)
        if 44 - moonAge < 21 { fullMoon = fullMoon + 30 }
        var sunday = fullMoon + 1
        while (sunday.daysSince1970 + 4) % 7 != 0 { sunday = sunday + 1 }
        return sunday
    }

    /// Weekdays by counting from a known Thursday; holidays from lists of the year.
    private static let bankingDays: Set<Day> = {
        var days: Set<Day> = []
        var weekday = 3  // 1970-01-01 was a Thursday; Monday is 0
        for number in 0..<36_525 {
            if weekday < 5 { days.insert(Day(daysSince1970: number)) }
            weekday = (weekday + 1) % 7
        }
        for year in 1970...2069 {
            for (month, day) in [(1, 1), (5, 1), (12, 25), (12, 26)] { days.remove(Day(year: year, month: month, day: day)!) }
            days.remove(easterByTables(year) - 2)
            days.remove(easterByTables(year) + 1)
        }
        return days
    }()

    @Test(arguments: [
        (1818, 3, 22), (1943, 4, 25), (1954, 4, 18), (1981, 4, 19), (2000, 4, 23), (2008, 3, 23), (2011, 4, 24), (2019, 4, 21),
        (2023, 4, 9), (2024, 3, 31), (2025, 4, 20), (2026, 4, 5), (2027, 3, 28), (2028, 4, 16), (2038, 4, 25), (2049, 4, 18),
        (2076, 4, 19), (2285, 3, 22),
    ]) func knownDatesOfEaster(year: Int, month: Int, day: Int) { #expect(BankCalendar.easter(year) == (month, day)) }

    @Test func easterIsThatOfTheTables() {
        for year in 1583...4099 {
            let (_, month, day) = Self.easterByTables(year).civil
            #expect(BankCalendar.easter(year) == (month, day), "\(year)")
        }
    }

    @Test func bankingDaysAreThoseOfTheList() {
        for number in 0..<36_525 {
            let day = Day(daysSince1970: number)
            #expect(BankCalendar.isBankingDay(day) == Self.bankingDays.contains(day), "\(day)")
        }
    }

    /// The closing days that the European Central Bank published.
    @Test(arguments: [
        (2024, ["2024-01-01", "2024-03-29", "2024-04-01", "2024-05-01", "2024-12-25", "2024-12-26"]),
        (2025, ["2025-01-01", "2025-04-18", "2025-04-21", "2025-05-01", "2025-12-25", "2025-12-26"]),
        (2026, ["2026-01-01", "2026-04-03", "2026-04-06", "2026-05-01", "2026-12-25"]),
    ]) func closingDaysOnWeekdays(year: Int, closed: [String]) throws {
        let first = try #require(Day(year: year, month: 1, day: 1))
        let last = try #require(Day(year: year, month: 12, day: 31))
        let found = (0...last - first).map { first + $0 }.filter {
            (0..<5).contains(($0.daysSince1970 + 3) % 7) && !BankCalendar.isBankingDay($0)
        }
        #expect(found.map(\.description) == closed)
    }

    private func seconds(_ text: String) throws -> Int { try #require(DateText.seconds(text)) }

    @Test(arguments: [
        ("2025-02-18T09:00:00", 1, "2025-02-19T10:00:00"),  // a Tuesday
        ("2025-02-18T13:59:59", 1, "2025-02-19T10:00:00"), ("2025-02-18T14:00:00", 1, "2025-02-20T10:00:00"),
        ("2025-02-21T09:00:00", 1, "2025-02-24T10:00:00"),  // a Friday
        ("2025-02-21T15:00:00", 1, "2025-02-25T10:00:00"), ("2025-02-22T09:00:00", 1, "2025-02-25T10:00:00"),
        ("2025-04-17T15:00:00", 1, "2025-04-23T10:00:00"),  // Maundy Thursday, after the cut-off
        ("2025-04-17T13:00:00", 2, "2025-04-23T10:00:00"), ("2025-12-24T10:00:00", 2, "2025-12-30T10:00:00"),
        ("2025-02-18T09:00:00", 0, "2025-02-18T10:00:00"), ("2025-02-18T12:00:00", 0, "2025-02-18T12:00:00"),
        ("2025-02-18T15:00:00", 0, "2025-02-19T10:00:00"),
    ]) func paymentsSettle(ordered: String, days: Int, settled: String) throws {
        #expect(try BankCalendar.next(days: days, after: seconds(ordered), cutOff: 840) == seconds(settled))
    }

    @Test(arguments: 0..<300) func settlementIsThatOfTheSlowSearch(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let ordered = 86_400 * 366 + random.index(below: 86_400 * 30_000)
        let (days, cutOff) = (random.index(below: 6), random.index(below: 1441))
        // Each day in turn, with the number of days left to count on it.
        var day = ordered / 86_400
        var left = days + 1
        while true {
            let isTooLate = day == ordered / 86_400 && ordered % 86_400 >= cutOff * 60
            if Self.bankingDays.contains(Day(daysSince1970: day)), !isTooLate { left -= 1 }
            if left == 0 { break }
            day += 1
        }
        let settled = BankCalendar.next(days: days, after: ordered, cutOff: cutOff)
        #expect(settled == max(ordered, day * 86_400 + 36_000), "seed \(seed)")
        #expect(BankCalendar.next(days: days, after: ordered + 1, cutOff: cutOff) >= settled, "seed \(seed)")
        #expect(BankCalendar.next(days: days + 1, after: ordered, cutOff: cutOff) > settled, "seed \(seed)")
    }
}

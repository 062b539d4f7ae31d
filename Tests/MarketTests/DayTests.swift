import Market
import Testing

@Suite struct DayTests {
    /// Every day of the years 1 to 9999, counted one by one.
    @Test func everyDayOfTheCalendarIsThatOfACounterThatStepsADayAtATime() {
        var (year, month, day) = (1, 1, 1)
        var count = -719_162  // 0001-01-01
        while year <= 9999 {
            let made = Day(year: year, month: month, day: day)
            guard made?.daysSince1970 == count, Day(daysSince1970: count).civil == (year, month, day) else {
                Issue.record("\(year)-\(month)-\(day): \(String(describing: made?.daysSince1970)), expected \(count)")
                return
            }
            count += 1
            day += 1
            if day > daysInMonth(year, month) { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
        #expect(count == 2_932_897)
    }

    private func daysInMonth(_ year: Int, _ month: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    @Test func isoTextsReadBack() {
        for count in stride(from: -719_162, to: 2_932_897, by: 997) {
            let day = Day(daysSince1970: count)
            #expect(Day(iso: day.description) == day)
        }
        #expect(Day(daysSince1970: 0).description == "1970-01-01")
        #expect(Day(daysSince1970: -719_162).description == "0001-01-01")
    }

    @Test(arguments: [
        "2025-02-29", "1900-02-29", "2025-04-31", "2025-00-10", "2025-13-01", "2025-01-00", "2025-01-32", "0000-01-01", "2025-1-1",
        "25-01-01", "2025/01/01", "2025-01-01T00:00", " 2025-01-01", "2025-01-01 ", "20250101", "", "-025-01-01", "2025-0١-01",
    ])
    func textsThatAreNotDaysAreRefused(_ text: String) {
        #expect(Day(iso: text) == nil)
    }

    @Test func numbersThatAreNotDaysAreRefused() {
        for day in [Int.min, -1, 0, 30, 32, .max] { #expect(Day(year: 2025, month: 2, day: day) == nil) }
        for year in [Int.min, 0, 10_000, .max] { #expect(Day(year: year, month: 1, day: 1) == nil) }
        for month in [Int.min, 0, 13, .max] { #expect(Day(year: 2025, month: month, day: 1) == nil) }
    }

    @Test func aMomentFallsInTheDayThatHoldsIt() {
        #expect(Day(secondsSince1970: 0).description == "1970-01-01")
        #expect(Day(secondsSince1970: 86_399).description == "1970-01-01")
        #expect(Day(secondsSince1970: 86_400).description == "1970-01-02")
        #expect(Day(secondsSince1970: -1).description == "1969-12-31")
    }

    @Test func differencesAndSumsAgree() {
        let day = Day(iso: "2024-02-28")!
        #expect((day + 2).description == "2024-03-01")
        #expect((day + 2) - day == 2)
        #expect((day - 59).description == "2023-12-31")
        #expect(day < day + 1)
    }
}

@Suite struct TickerTests {
    @Test func lettersBecomeCapitals() {
        #expect(Ticker("btc")?.description == "BTC")
        #expect(Ticker("brk-b.2_x")?.description == "BRK-B.2_X")
        #expect(Ticker("1INCH") != nil)
        #expect(Ticker(String(repeating: "A", count: 20)) != nil)
    }

    @Test(arguments: [
        "", " ", "A B", ".BTC", "-BTC", "_", "BTC/USD", "BTC\n", "ß", "ſ", "ﬁ", "É", "比特币", "../etc", "AAAAAAAAAAAAAAAAAAAAA",
    ])
    func otherTextsAreNotTickers(_ text: String) {
        #expect(Ticker(text) == nil)
    }
}

@Suite struct DateTextTests {
    static let midnight = 1_740_009_600  // 2025-02-20

    @Test(arguments: [
        "2025-02-20", "20250220", "2025-02-20T00:00", "2025-02-20T00:00:00", "2025-02-20 00:00:00", "2025-02-20T00:00:00Z",
        "2025-02-20 00:00:00 UTC", "2025-02-20T00:00:00.000Z", "2025-02-20T00:00:00.0000000Z", "2025-02-20 00:00:00+00:00",
        "2025-02-20T02:00:00+02:00", "2025-02-20T02:30:00+0230", "2025-02-19T19:00:00-05", "1740009600", "1740009600.0",
        "1740009600000", "1740009600000000", "1740009600000000000",
    ])
    func oneMomentIsReadInEveryForm(_ text: String) {
        #expect(DateText.seconds(text) == Self.midnight)
    }

    @Test(arguments: [
        "", "20", "2025", "02/20/2025", "20.02.2025", "2025-02-30", "20250230", "2025-02-20X", "2025-02-20T", "2025-02-20T24:00",
        "2025-02-20T00:60", "2025-02-20T00", "2025-02-20T00:00:00+99:00", "2025-02-20T00:00:00 CET", "Feb 20, 2025", "-1740009600",
        "1740009600.5", "99999999999999999999", "2025-02-20T½:00",
    ])
    func otherTextsAreNotMoments(_ text: String) {
        #expect(DateText.seconds(text) == nil)
    }

    @Test func aTimeWithinTheDayIsKept() {
        #expect(DateText.seconds("2025-02-20T23:59:59.999Z") == Self.midnight + 86_399)
        #expect(DateText.seconds("1740095999999") == Self.midnight + 86_399)
    }
}

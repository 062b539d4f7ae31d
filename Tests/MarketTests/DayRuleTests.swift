import Market
import Testing

/// How times with offsets become days.
@Suite struct DayRuleTests {
    private func read(_ stamps: [String]) throws -> (days: [String], notes: [String]) {
        let lines = stamps.enumerated().map { "\($1),\($0 + 1)\n" }.joined()
        let read = try PriceFile(Array("time,close\n\(lines)".utf8), name: "f.csv").candles(endedBefore: today)
        return (read.candles.map { $0.day.description }, read.notes.map(\.description))
    }

    @Test(arguments: [
        ["2025-01-01T00:00:00+02:00", "2025-01-02T00:00:00+02:00"], ["2025-01-01 00:00:00-05:00", "2025-01-02 00:00:00-05:00"],
        ["2025-01-01T23:59:59-05:00", "2025-01-02T23:59:59-05:00"], ["2025-01-01 00:00+14:00", "2025-01-02 00:00+14:00"],
        ["2025-01-01T00:00:00+02:00", "2025-01-02T00:00:00+01:00"],
    ]) func midnightsOfAnotherZoneAreCalendarDays(stamps: [String]) throws {
        let read = try read(stamps)
        #expect(read.days == ["2025-01-01", "2025-01-02"])
        #expect(read.notes.first?.contains("so dates are used as written") == true, "\(read.notes)")
    }

    @Test(arguments: [
        // The export of a chart in another zone: midnights of UTC.
        ["2025-01-01T01:00:00+01:00", "2025-01-02T02:00:00+02:00"], ["2024-12-31T19:00:00-05:00", "2025-01-01T19:00:00-05:00"],
        // One midnight among other times decides nothing: these are candles that end on the days after.
        ["2024-12-31T03:00:00+01:00", "2025-01-02T00:00:00+01:00"],
    ]) func otherTimesAreConvertedAndSaySo(stamps: [String]) throws {
        let read = try read(stamps)
        #expect(read.days == ["2025-01-01", "2025-01-02"])
        #expect(read.notes.first?.contains("converted to UTC") == true, "\(read.notes)")
    }

    @Test(arguments: [
        ["2025-01-01T00:00:00Z", "2025-01-02T00:00:00Z"], ["2025-01-01", "2025-01-01T12:00:00+00:00"],
        ["2025-01-01 00:00:00 UTC", "2025-01-02 23:59:59.999 UTC"],
    ]) func timesInUTCAreNotConverted(stamps: [String]) throws {
        let read = try read(stamps)
        #expect(read.days == ["2025-01-01", "2025-01-02"] && !read.notes.contains { $0.contains("UTC,") }, "\(read.notes)")
    }
}

@Suite struct DatePatternTests {
    @Test(arguments: [
        ("dd/MM/yyyy", "19/02/2025"), ("d/M/yyyy", "19/2/2025"), ("MM/dd/yyyy", "02/19/2025"), ("dd.MM.yy", "19.02.25"),
        ("yyyyMMdd", "20250219"), ("MMM d, yyyy", "Feb 19, 2025"), ("d MMMM yyyy", "19 FEBRUARY 2025"), ("dd-MMM-yy", "19-feb-25"),
        ("yyyy-MM-dd'T'HH:mm:ssZ", "2025-02-19T02:30:00+01:00"), ("MM/dd/yyyy hh:mm a", "02/19/2025 12:30 PM"),
        ("yyyy/MM/dd HH:mm", "2025/02/19 23:59"), ("yyyy'T'MMdd", "2025T0219"),
    ]) func aDateIsReadByItsPattern(pattern: String, text: String) throws {
        // With the times as those of the prices, each counts for its own day.
        let form = PriceFileForm(dateFormat: try DatePattern(pattern), stamp: .close)
        let read = try PriceFile(Array("date;close\n\(text);1\n".utf8), name: "f", form: form).candles(endedBefore: today).candles
        #expect(read.map(\.day) == [Day(iso: "2025-02-19")!])
    }

    @Test(arguments: [
        ("dd/MM/yyyy", "02/19/2025"), ("dd/MM/yyyy", "19/02/25"), ("dd/MM/yyyy", "19-02-2025"),
        ("MMM d, yyyy", "Fe 19, 2025"), ("MMM d, yyyy", "Foo 19, 2025"), ("dd/MM/yyyy", "29/02/2025"),
        ("dd/MM/yyyy", "19/02/2025x"),
        ("MM/dd/yyyy hh:mm a", "02/19/2025 13:30 PM"), ("dd/MM/yyyy", ""), ("dd/MM/yyyy", "１９/02/2025"),
    ]) func anotherFormIsNotRead(pattern: String, text: String) throws {
        let form = PriceFileForm(dateFormat: try DatePattern(pattern))
        #expect(problems("date;close\n\(text);1\n", form: form).map(\.line) == [2])
    }

    @Test(arguments: [
        ("dd/MM", "needs a year"), ("%d/%m/%Y", "instead of %"), ("dd/MM/yyyy Q", "\"Q\" is not known"), ("dd/dd/yyyy", "twice"),
        ("MM/MMM/yyyy dd", "each once"), ("dd/MM/yyyy hh", "needs an a"), ("dd/MM/yyyy'", "not closed"), ("", "needs a year"),
    ]) func aPatternWithoutADayIsRefused(pattern: String, says: String) {
        let error = #expect(throws: PriceFileFormError.self) { try DatePattern(pattern) }
        #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
    }
}

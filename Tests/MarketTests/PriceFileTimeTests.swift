import Market
import Testing

/// The days that the times in a file refer to.
@Suite struct PriceFileTimeTests {
    private func read(_ text: String, name: String = "f.csv", form: PriceFileForm = .init()) throws -> (
        days: [String], notes: [String]
    ) {
        let read = try PriceFile(Array(text.utf8), name: name, form: form).candles(endedBefore: today)
        return (read.candles.map { $0.day.description }, read.notes.map(\.description))
    }

    private func lines(_ header: String, _ times: [String]) -> String {
        header + "\n" + times.enumerated().map { "\($1),\($0 + 1)\n" }.joined()
    }

    @Test(arguments: [
        // CoinGecko's API: Unix times of midnight and a bare price.
        ("timestamp,price", ["1739923200000", "1740009600000"]),
        ("time,price", ["2025-02-19T00:00:00Z", "2025-02-20T00:03:12Z"]),
    ]) func aPriceAtMidnightIsTheCloseOfTheDayBefore(header: String, times: [String]) throws {
        let found = try read(lines(header, times))
        #expect(found.days == ["2025-02-18", "2025-02-19"])
        #expect(found.notes.count == 1 && found.notes[0].contains("the close of the day before"))
        #expect(found.notes[0].hasSuffix("--stamp open"), "\(found.notes)")
        let other = try read(lines(header, times), form: PriceFileForm(stamp: .open))
        #expect(other.days == ["2025-02-19", "2025-02-20"] && other.notes.isEmpty, "the remedy that the note names")
    }

    @Test func aCandleAtMidnightIsThatOfItsDay() throws {
        let text = lines("Datetime,Close", ["2025-02-19 00:00:00", "2025-02-20 00:00:00"])
        let found = try read(text)
        #expect(found.days == ["2025-02-19", "2025-02-20"])
        #expect(found.notes.count == 1 && found.notes[0].hasSuffix("--stamp close"), "\(found.notes)")
        #expect(try read(text, form: PriceFileForm(stamp: .close)) == (["2025-02-18", "2025-02-19"], []))
    }

    /// GOOGLEFINANCE writes two minutes before midnight.
    @Test(arguments: ["23:58:00", "23:45:00", "23:59:59.999"]) func theEndOfADayIsItsClose(time: String) throws {
        #expect(try read(lines("Date,Close", ["2025-02-19 \(time)", "2025-02-20 \(time)"])) == (["2025-02-19", "2025-02-20"], []))
    }

    /// A format that was chosen for several files, some of which have ISO days.
    @Test func aFormatLeavesISODaysAsTheyAre() throws {
        let form = PriceFileForm(dateFormat: try DatePattern("dd/MM/yyyy"))
        let days = ["2025-02-19", "2025-02-20"]
        #expect(try read(lines("date,close", days), form: form).days == days)
        #expect(try read(lines("date,close", ["19/02/2025", "20/02/2025"]), form: form).days == days)
        // Here the same text would mean another day.
        let turned = PriceFileForm(dateFormat: try DatePattern("yyyy-dd-MM"))
        #expect(throws: PriceFileError.self) { try read(lines("date,close", ["2025-02-19"]), form: turned) }
    }

    @Test func theProgramsThatAreKnownNeedNoNote() throws {
        let candles = ["1739923200,1,2,1,2", "1740009600,1,2,1,2"]
        #expect(try read("time,open,high,low,close\n" + candles.joined(separator: "\n")) == (["2025-02-19", "2025-02-20"], []))
        #expect(try read(lines("snapped_at,price", ["2025-02-19 00:00:00 UTC", "2025-02-20 00:00:00 UTC"])).notes.isEmpty)
        #expect(try read(lines("date,close", ["2025-02-19", "2025-02-20"])).notes.isEmpty, "days are no times")
    }

    @Test(arguments: ["Datetime,Close", "time,price"]) func aLastRowWithinItsDayIsLeftOut(header: String) throws {
        let times = ["2025-02-18 00:00:00", "2025-02-19 00:00:00", "2025-02-20 00:00:00", "2025-02-20 14:31:00"]
        let found = try read(lines(header, times))
        #expect(found.days.count == 3 && found.days.last == (header == "time,price" ? "2025-02-19" : "2025-02-20"))
        #expect(found.notes.contains { $0.contains("f.csv:5: the price of 2025-02-20 14:31 is left out") }, "\(found.notes)")
    }

    /// Hourly rows of a candle file stay an error: they are not the candles of days.
    @Test func hourlyCandlesAreRefusedAndHourlyPricesGiveThoseOfMidnight() throws {
        let times = (0..<72).map { "\(1_739_923_200 + 3600 * $0)" }
        #expect(problems(lines("time,close", times)).map(\.kind) == [.notDaily(spacing: "less than a day (24 a day)")])
        let found = try read(lines("time,price", times))
        #expect(found.days == ["2025-02-18", "2025-02-19", "2025-02-20"])
        #expect(found.notes.contains { $0.contains("69 prices are left out") }, "\(found.notes)")
    }

    /// A candle that opens at 21:00 ends on the next day; under its own day it would look 21 hours ahead.
    @Test(arguments: [
        ("21:00:00", "2025-02-20"), ("20:00:00", "2025-02-20"), ("16:00:00", "2025-02-20"), ("00:00:00", "2025-02-19"),
    ])
    func aCandleCountsForTheDayOnWhichItEnds(time: String, day: String) throws {
        let found = try read(lines("time,close", ["2025-02-17 \(time)", "2025-02-18 \(time)", "2025-02-19 \(time)"]))
        #expect(found.days.last == day && found.days.count == 3)
        #expect(found.notes.count == 1 && found.notes[0].contains("--stamp close"), "\(found.notes)")
    }

    @Test func aDailyPriceOfAnHourCountsForItsDay() throws {
        let text = lines("time,price", ["2025-02-17 16:00", "2025-02-18 16:00", "2025-02-19 16:00"])
        let found = try read(text)
        #expect(found.days == ["2025-02-17", "2025-02-18", "2025-02-19"])
        #expect(found.notes.count == 1 && found.notes[0].contains("--stamp open"), "\(found.notes)")
        #expect(try read(text, form: PriceFileForm(stamp: .open)).days == ["2025-02-18", "2025-02-19", "2025-02-20"])
    }

    /// Summer time moves the hour of local midnights; every day still has one candle.
    @Test func localMidnightsInUnixTimeStayInOrder() throws {
        let berlin = ["2024-10-25 22:00", "2024-10-26 22:00", "2024-10-27 23:00", "2024-10-28 23:00"]
        #expect(try read(lines("time,close", berlin)).days == ["2024-10-26", "2024-10-27", "2024-10-28", "2024-10-29"])
        let london = ["2024-10-25 23:00", "2024-10-26 23:00", "2024-10-28 00:00", "2024-10-29 00:00"]
        #expect(try read(lines("time,close", london)).days == ["2024-10-26", "2024-10-27", "2024-10-28", "2024-10-29"])
    }

    @Test(arguments: [
        // Written at 14:31 of the last day: its close was not known yet.
        ("2025-02-20T14:31:00Z", ["2025-02-18", "2025-02-19"]),
        ("2025-02-21T00:00:00Z", ["2025-02-18", "2025-02-19", "2025-02-20"]),
        // A time before the last day comes from an archive or a copy, and proves nothing.
        ("1970-01-01T00:00:01Z", ["2025-02-18", "2025-02-19", "2025-02-20"]),
        ("2025-02-19T14:31:00Z", ["2025-02-18", "2025-02-19", "2025-02-20"]),
    ]) func theDayOnWhichTheFileWasWrittenIsLeftOut(writtenAt: String, days: [String]) throws {
        let form = PriceFileForm(writtenAt: DateText.seconds(writtenAt))
        let found = try read(lines("date,close", ["2025-02-18", "2025-02-19", "2025-02-20"]), form: form)
        #expect(found.days == days)
        #expect(found.notes.contains { $0.contains("before it ended in UTC") } == (days.count == 2), "\(found.notes)")
    }

    @Test(arguments: [("45707", "2025-02-19"), ("45707.0", "2025-02-19"), ("20000", "1954-10-03")])
    func excelsSerialNumbersAreDates(text: String, day: String) throws {
        let found = try read(lines("date,close", [text]))
        #expect(found.days == [day])
        #expect(found.notes.first == "f.csv: dates are read as Excel's serial numbers: \(text) is \(day)")
    }

    @Test(arguments: ["Feb 19, 2025", "19 Feb 2025", "19-Feb-2025", "February 19, 2025"]) func monthsMayBeWords(text: String) throws
    {
        #expect(try read("date,close,x\n\"\(text)\",1,2\n").days == ["2025-02-19"])
        #expect(try read("date,close,x\n\(text),1,2\n").days == ["2025-02-19"], "without quotation marks the comma splits the date")
        var form = PriceFileForm(dateFormat: try DatePattern("MMM d, yyyy"))
        form.coin = nil
        #expect(try read("date,close,x\nFeb 19, 2025,1,2\n", form: form).days == ["2025-02-19"])
    }

    @Test(arguments: [
        ("10/31/2024", ["--date-format MM/dd/yyyy"]), ("31/10/2024", ["--date-format dd/MM/yyyy"]),
        ("05/06/2024", ["--date-format dd/MM/yyyy", "--date-format MM/dd/yyyy"]), ("31.10.2024", ["--date-format dd.MM.yyyy"]),
        ("2024/10/31", ["--date-format yyyy/MM/dd"]), ("10/20/2024 23:58:00", ["--date-format \"MM/dd/yyyy HH:mm:ss\""]),
    ]) func theFormatsThatTheMessageNamesReadTheDate(text: String, formats: [String]) throws {
        let file = "date;close\n\(text);1\n"
        let message = try #require(problems(file).first?.description)
        #expect(message.hasSuffix(formats.joined(separator: " or ")), "\(message)")
        for format in formats {
            let pattern = try DatePattern(format.split(separator: " ").dropFirst().joined(separator: " ").filter { $0 != "\"" })
            #expect(try read(file, form: PriceFileForm(dateFormat: pattern)).days.count == 1)
        }
    }
}

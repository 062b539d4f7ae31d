import Market
import Testing

/// The forms of valid files that people have.
@Suite struct PriceFileFormTests {
    /// Two days, 2025-02-19 and 20, closing at 1234.5 and 1250.
    private func expectTwoDays(
        _ text: String, notes: [String] = [], form: PriceFileForm = .init(), sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let read = try history(text, form: form)
        #expect(read.history.firstDay == Day(iso: "2025-02-19"), sourceLocation: sourceLocation)
        #expect(read.history.closes == [1234.5, 1250], sourceLocation: sourceLocation)
        #expect(read.notes == notes, sourceLocation: sourceLocation)
    }

    @Test(arguments: [",", ";", "\t"], ["\n", "\r\n"])
    func separatorsAndLineEnds(separator: String, lineEnd: String) throws {
        let lines = [["Date", "Open", "Close"], ["2025-02-19", "1", "1234.5"], ["2025-02-20", "2", "1250"]]
        let text = lines.map { $0.joined(separator: separator) }.joined(separator: lineEnd)
        try expectTwoDays(text)
        try expectTwoDays(text + lineEnd)
        try expectTwoDays("\u{FEFF}" + text + lineEnd + lineEnd)
        try expectTwoDays(lineEnd + text)
    }

    @Test(arguments: ["date", "DATE", "datetime", "Time", "timestamp", "Day", "open time", "Open_Time", " date ", "\"date\""])
    func dateColumns(_ name: String) throws {
        try expectTwoDays("\(name),close\n2025-02-19,1234.5\n2025-02-20,1250\n")
    }

    @Test(arguments: ["close", "CLOSE", "Adj Close", "adj_close", "price", "PriceUSD", "close_usd", "Close USD"])
    func closeColumns(_ name: String) throws {
        try expectTwoDays("volume,\(name),date\n7,1234.5,2025-02-19\n7,1250,2025-02-20\n")
    }

    @Test func closeIsPreferredToAdjustedCloseAndPrice() throws {
        try expectTwoDays("date,price,adj close,close\n2025-02-19,1,2,1234.5\n2025-02-20,1,2,1250\n")
    }

    @Test(arguments: [
        ("1739923200", "1740009600"), ("1739923200000", "1740009600000"), ("1739923200000000", "1740009600000000"),
        ("1739923200.0", "1740009600.0"), ("2025-02-19T00:00:00Z", "2025-02-20T00:00:00Z"),
        ("2025-02-19 23:59:59.999", "2025-02-20 23:59:59.999"), ("20250219", "20250220"),
    ])
    func unixAndISOTimes(first: String, second: String) throws {
        try expectTwoDays("timestamp,close\n\(first),1234.5\n\(second),1250\n", form: PriceFileForm(stamp: .open))
    }

    @Test(arguments: [
        (",", "\"1,234.5\"", "\"1,250\""), (",", "\"1,234.50\"", "1250.00"), (",", "$1234.5", "\"$1,250\""),
        (",", "\"$ 1,234.5\"", "$1250"),
        (",", "1.2345e3", "1.25E+3"), (";", "1234,5", "1250,0"), (";", "1.234,50", "1.250,00"), (";", "1 234,5", "1 250,0"),
        (";", "1\u{A0}234,5", "1\u{202F}250,0"), (";", "1,234.5", "1,250.0"), ("\t", "1,234.5", "1,250"), (";", "$1.234,5", "1250"),
        (",", "1'234.50", "1\u{2019}250"),
        (",", "\"0,01,234.5\"", "1250"), (";", " $ 1 234,5 ", "+1.250,0"),
    ])
    func numberForms(separator: String, first: String, second: String) throws {
        try expectTwoDays("date\(separator)close\n2025-02-19\(separator)\(first)\n2025-02-20\(separator)\(second)\n")
    }

    @Test func aCommaFileWhoseEveryPriceMayHaveThousandsIsRefused() {
        #expect(
            problems("date,close\n2025-02-19,\"97,600\"\n2025-02-20,\"$101,250\"\n").map(\.kind) == [.ambiguousNumbers("97,600")])
    }

    @Test func threeDecimalsBehindAPointAreDecimalsInACommaFile() throws {
        #expect(try history("date,close\n2025-02-19,3.699\n2025-02-20,3.712\n").history.closes == [3.699, 3.712])
    }

    @Test func quotedFieldsMayHoldSeparatorsQuotesAndLineEnds() throws {
        let text = "note,date,close\n\"a, \"\"b\"\"\nc\",2025-02-19,1234.5\n\"\",2025-02-20,x\n"
        #expect(
            problems(text).map(\.description) == [
                "BTC.csv:4: \"x\" is not a price; expected a number such as 97600.06, 97,600.06 or €97600.06"
            ])
        try expectTwoDays("note,date,close\n\"a, \"\"b\"\"\nc\",2025-02-19,1234.5\n\"\",2025-02-20,1250\n")
    }

    @Test func theNewestDayMayComeFirst() throws {
        try expectTwoDays(
            "date,close\n2025-02-20,1250\n2025-02-19,1234.5\n",
            notes: ["BTC.csv: the newest day comes first, so the file is read from the end"])
    }

    @Test func aSnapshotAtMidnightIsTheCloseOfTheDayBefore() throws {
        try expectTwoDays(
            "snapped_at,price,market_cap\n2025-02-20 00:00:00 UTC,1234.5,9\n2025-02-21 00:00:00 UTC,1250,9\n"
                + "2025-02-21 13:07:02 UTC,1300,9\n",
            notes: ["BTC.csv:4: the price of 2025-02-21 13:07 is left out: it is not from the end of a day"])
    }

    @Test func manySnapshotsWithinDaysMakeOneNote() throws {
        let start = Day(iso: "2025-02-20")!.daysSince1970 * 86_400
        let lines = (0..<48).map { "\(start + 3600 * $0),\($0 < 24 ? "1234.5" : "1250")\n" }.joined()
        try expectTwoDays(
            "snapped_at,price\n" + lines,
            notes: ["BTC.csv:3: 46 prices are left out, the first of 2025-02-20 01:00: they are not from the end of a day"])
    }

    @Test func aDayThatHasNotEndedIsLeftOut() throws {
        let text = "date,close\n2025-02-19,1234.5\n2025-02-20,1250\n2025-02-21,1300\n2025-02-22,1301\n"
        let read = try history(text, today: Day(iso: "2025-02-21")!)
        #expect(read.history.closes == [1234.5, 1250])
        #expect(read.notes == ["BTC.csv: the close of 2025-02-21 is left out: that day has not ended in UTC"])
    }
}

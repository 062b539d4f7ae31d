import Market
import Testing

/// A file with a fault, with the expected error and line.
struct FaultyFile: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    var need = 1
    var asOf: String?
    var since: String?
    var form = PriceFileForm()
    let line: Int?
    var kind: PriceFileError.Kind?
    var series: CloseSeriesError.Kind?
    /// A part of the message: the problem or the remedy.
    let says: String

    var testDescription: String { name }
}

private func day(_ text: String) -> Day { Day(iso: text)! }

private func window(_ need: Int, _ goodFrom: String, _ closes: Int) -> CloseSeriesError.Window {
    .init(need: need, goodFrom: day(goodFrom), closesFromThere: closes)
}

/// Hours of two days, and weeks.
private let hourly = "timestamp,close\n" + (0..<48).map { "\(1_740_009_600 + 3600 * $0),100\n" }.joined()
private let halfDays = "timestamp,close\n" + (0..<9).map { "\(1_740_009_600 + 43_200 * $0),100\n" }.joined()
private let weekly = "date,close\n" + (0..<20).map { "\(day("2024-01-01") + 7 * $0),100\n" }.joined()

/// One row per error case; several rows if a case has variants.
private let faultyFiles: [FaultyFile] = [
    .init(name: "no bytes", text: "", line: nil, kind: .empty, says: "empty"),
    .init(name: "a byte order mark only", text: "\u{FEFF}\r\n\n", line: nil, kind: .empty, says: "empty"),
    .init(name: "a header only", text: "date,close\n", line: nil, kind: .empty, says: "one line per day"),
    .init(name: "binary", text: "date,close\0\n", line: nil, kind: .notText, says: "not text"),
    .init(
        name: "a broken zip", text: "PK\u{3}\u{4}rest", line: nil,
        kind: .badArchive("the archive is damaged or incomplete; download it again"), says: "damaged or incomplete"),
    .init(
        name: "rates of an unstated kind", text: "date,rate\n2025-02-19,500\n", line: nil,
        kind: .rateDirection(column: "rate", currency: nil),
        says: "for one dollar: --currency CODE --per USD; for one euro: --currency CODE --per EUR; if it is dollars for one unit: "
            + "--currency CODE --column close=rate"),
    .init(
        name: "a table of rates cut short", text: "Date,USD,JPY,GBP,\n2025-02-19,1.04,158,0.83,\n2025-02-18,1.04", line: 3,
        kind: .missingField(column: "JPY"), says: "ends before its column \"JPY\""),
    .init(
        name: "rates of other currencies", text: "Date,USD,SEK,\n2025-02-19,1.04,11,\n", form: .init(preferredCoin: "NOK"),
        line: nil,
        kind: .noRates(of: "NOK", found: ["EUR", "SEK"]), says: "the file has no rates of NOK; it has EUR, SEK"),
    .init(
        name: "a rate that is no number", text: "Date,USD,JPY,GBP,\n2025-02-19,1.04,x,0.83,\n", line: 2, kind: .badNumber("x"),
        says: "not a price"),
    .init(
        name: "a rate of zero", text: "Date,USD,JPY,GBP,\n2025-02-19,1.04,0,0.83,\n", line: 2, kind: .badNumber("0"),
        says: "not a price"),
    .init(name: "a workbook", text: "PK\u{3}\u{4}..[Content_Types].xml", line: nil, kind: .workbook, says: "Excel workbook; save"),
    .init(
        name: "JSON without rows", text: "{\"a\": 1}", line: nil,
        kind: .badJSON(
            "it has no list of closes, such as [[1729382400000, 63201.5], …] or [{\"date\": \"2024-10-20\", \"close\": 63201.5}, …]"
        ),
        says: "the file is JSON"),
    .init(
        name: "lows for closes",
        text: "date,high,low,close\n2025-02-16,9,8,7\n2025-02-17,9,8,7\n2025-02-18,9,8,7\n2025-02-19,9,8,8.5\n", line: nil,
        kind: .mixedColumns(lines: 3, of: 4), says: "in 3 of 4 lines the close is not between the low and the high"),
    .init(
        name: "no header", text: "2025-02-19,1,2,3\n", line: 1, kind: .noHeader(columns: 4),
        says: "put a line above that names its 4 columns, with a date and a close among them, such as date,close,column3,column4"),
    .init(
        name: "no date column", text: "when,close\n1,2\n", line: nil, kind: .noDateColumn(found: ["when", "close"]),
        says: "no date column among \"when\", \"close\"; expected a header with one of date, datetime"),
    .init(
        name: "no close column", text: "date,last\n1,2\n", line: nil, kind: .noCloseColumn(found: ["date", "last"]),
        says: "no close column among \"date\", \"last\""),
    .init(
        name: "a short line", text: "date,open,close\n2025-02-19,1,2\n2025-02-20,1\n", line: 3,
        kind: .missingField(column: "close"),
        says: "ends before its column \"close\""),
    .init(
        name: "a price with the separator in it", text: "date,close\n2025-02-19,97600\n2025-02-20,97,600.06\n", line: 3,
        kind: .extraFields(found: 3, header: 2), says: "If the comma is the decimal sign, also add --decimal comma"),
    .init(
        name: "an American date", text: "date,close\n02/19/2025,1\n", line: 2, kind: .badDate("02/19/2025"),
        says: "\"02/19/2025\" is not a date; expected 2025-02-20"),
    .init(
        name: "a date that does not exist", text: "date,close\n2025-02-28,1\n2025-02-29,1\n", line: 3, kind: .badDate("2025-02-29"),
        says: "is not a date"),
    .init(
        name: "a word as price", text: "date,close\n2025-02-19,abc\n2025-02-20,1\n", line: 2, kind: .badNumber("abc"),
        says: "is not a price"),
    .init(name: "infinity", text: "date,close\n2025-02-19,inf\n", line: 2, kind: .badNumber("inf"), says: "is not a price"),
    .init(name: "hexadecimal", text: "date,close\n2025-02-19,0x10\n", line: 2, kind: .badNumber("0x10"), says: "is not a price"),
    .init(name: "two points", text: "date,close\n2025-02-19,1.2.3\n", line: 2, kind: .badNumber("1.2.3"), says: "is not a price"),
    .init(
        name: "two decimal signs", text: "date;close\n2025-02-19;1.5\n2025-02-20;1,25\n", line: 3, kind: .mixedNumbers("1,25"),
        says: "another decimal sign"),
    .init(
        name: "another decimal sign than the option's", text: "date;close\n2025-02-19;45585,99861\n", form: .init(decimal: .point),
        line: 2, kind: .mixedNumbers("45585,99861", option: .point),
        says: "uses another decimal sign than --decimal point says; leave that out"),
    .init(
        name: "two currencies", text: "date,close\n2025-02-19,€63201.50\n2025-02-20,$62944.10\n", line: 3,
        kind: .mixedCurrencies("$62944.10", first: "€63201.50"),
        says: "\"$62944.10\" is in another currency than \"€63201.50\"; expected one currency for all prices of a coin"),
    .init(
        name: "a sign of several currencies", text: "date,close\n2025-02-19,\"¥9,500,000\"\n", line: 2,
        kind: .ambiguousCurrency("¥9,500,000", codes: ["JPY", "CNY"]),
        says: "used by several currencies; choose one: --quote JPY or --quote CNY"),
    .init(
        name: "a sign of another currency than the column's", text: "date,price_usd\n2025-02-19,63201.50 €\n",
        form: .init(columns: [.close: "price_usd"]), line: 2,
        kind: .otherCurrency("63201.50 €", codes: ["EUR"], stated: "USD"), says: "choose one: --quote EUR or --quote USD"),
    .init(
        name: "thousands or decimals", text: "date;close\n2025-02-19;1,250\n2025-02-20;1,300\n", line: 2,
        kind: .ambiguousNumbers("1,250"), says: "--decimal point or --decimal comma"),
    .init(
        name: "points for thousands or decimals", text: "date;close\n2025-02-19;97.600\n2025-02-20;98.100\n", line: 2,
        kind: .ambiguousNumbers("97.600"), says: "may mean thousands or decimals"),
    .init(
        name: "hours", text: hourly, line: nil, kind: .notDaily(spacing: "less than a day (24 a day)"), says: "export daily candles"
    ),
    .init(
        name: "half days", text: halfDays, line: nil, kind: .notDaily(spacing: "less than a day (2 a day)"), says: "one row a day"),
    .init(name: "weeks", text: weekly, line: nil, kind: .notDaily(spacing: "7 days"), says: "the rows are 7 days apart"),
    .init(
        name: "a day below a later one", text: "date,close\n2025-02-18,1\n2025-02-20,1\n2025-02-19,1\n2025-02-21,1\n", line: 4,
        kind: .unordered(day: day("2025-02-19"), before: day("2025-02-20")), says: "2025-02-19 comes after 2025-02-20; sort"),
    .init(
        name: "a day twice", text: "date,close\n2025-02-18,1\n2025-02-19,1\n2025-02-19,2\n2025-02-20,1\n", line: 4,
        kind: .duplicateDay(day: day("2025-02-19"), firstLine: 3), says: "2025-02-19 is already on line 3"),
    .init(
        name: "snapshots of a coin within days only",
        text: "snapped_at,coin,price\n2025-02-20 00:00:00 UTC,BTC,1\n2025-02-20 12:00:00 UTC,ETH,1\n", line: nil,
        kind: .noRows(reason: "at midnight UTC, when days end; export one price per day"), says: "midnight"),
    .init(
        name: "only days to come", text: "date,close\n2025-03-01,1\n2025-03-02,1\n", line: nil,
        series: .noRows(reason: "of days that have ended"), says: "no closes of days that have ended"),
    .init(
        name: "nothing since", text: daily(5), since: "2024-02-01", line: nil,
        series: .noRows(reason: "from 2024-02-01 on; the last one is from 2024-01-05"), says: "the last one is from 2024-01-05"),
    .init(
        name: "nothing between since and cutoff", text: daily(5), asOf: "2024-01-02", since: "2024-01-04", line: nil,
        series: .noRows(reason: "from 2024-01-04 on; the last one is from 2024-01-02"), says: "2024-01-02"),
    .init(
        name: "a cutoff after the end", text: daily(5), asOf: "2024-02-01", line: nil,
        series: .asOfMissing(
            asOf: day("2024-02-01"), nearest: day("2024-01-05"), first: day("2024-01-01"), last: day("2024-01-05")),
        says: "--as-of 2024-01-05"),
    .init(
        name: "a cutoff in a gap", text: daily(6, without: [3]), asOf: "2024-01-04", line: nil,
        series: .asOfMissing(
            asOf: day("2024-01-04"), nearest: day("2024-01-03"), first: day("2024-01-01"), last: day("2024-01-06")),
        says: "--as-of 2024-01-03"),
    .init(
        name: "a cutoff before the beginning", text: daily(5), need: 3, asOf: "2023-02-01", line: nil,
        series: .asOfMissing(
            asOf: day("2023-02-01"), nearest: day("2024-01-03"), first: day("2024-01-01"), last: day("2024-01-05")),
        says: "The first day that can be forecast from: --as-of 2024-01-03"),
    .init(
        name: "a cutoff before too few days", text: daily(5), need: 9, asOf: "2023-02-01", line: nil,
        series: .asOfMissing(asOf: day("2023-02-01"), nearest: nil, first: day("2024-01-01"), last: day("2024-01-05")),
        says: "too few days in a row for a forecast near that day"),
    .init(
        name: "a cutoff too near the beginning", text: daily(20), need: 9, asOf: "2024-01-04", line: nil,
        series: .tooShort(
            have: 4, need: 9, first: day("2024-01-01"), last: day("2024-01-04"), firstCutoff: day("2024-01-09")),
        says: "the model reads 9. The first day that can be forecast from: --as-of 2024-01-09"),
    .init(
        name: "a gap", text: daily(20, without: [12, 13]), need: 10, line: 14,
        series: .gap(after: day("2024-01-12"), before: day("2024-01-15"), window: window(10, "2024-01-15", 6)),
        says: "2 days are missing between 2024-01-12 and 2024-01-15, inside the last 10 days, which the model reads. "
            + "Fill with the previous close: --fill previous. Or forecast from an earlier day: --as-of 2024-01-12."),
    .init(
        name: "a close of zero", text: daily(20, closes: [12: "0"]), need: 10, line: 14,
        series: .badClose(day: day("2024-01-13"), text: "0", window: window(10, "2024-01-14", 7)),
        says: "the close of 2024-01-13 is \"0\", not a positive number"),
    .init(
        name: "a negative close", text: daily(20, closes: [12: "-5"]), need: 10, line: 14,
        series: .badClose(day: day("2024-01-13"), text: "-5", window: window(10, "2024-01-14", 7)), says: "--fill previous"),
    .init(
        name: "a missing close", text: daily(20, closes: [12: ""]), need: 10, line: 14,
        series: .badClose(day: day("2024-01-13"), text: "", window: window(10, "2024-01-14", 7)),
        says: "is missing, not a positive number"),
    .init(
        name: "NaN", text: daily(20, closes: [12: "NaN"]), need: 10, line: 14,
        series: .badClose(day: day("2024-01-13"), text: "NaN", window: window(10, "2024-01-14", 7)), says: "\"NaN\""),
    .init(
        name: "beyond doubles", text: daily(20, closes: [12: "1e999"]), need: 10, line: 14, kind: .impossibleClose("1e999"),
        says: "\"1e999\" is not a possible close; expected 1e-18 to 1e15"),
    .init(
        name: "a close beyond all prices", text: daily(20, closes: [2: "1e308"]), need: 10, line: 4,
        kind: .impossibleClose("1e308"),
        says: "\"1e308\" is not a possible close"),
    .init(
        name: "a close below the ledger's decimals", text: daily(20, closes: [2: "1e-19"]), line: 4,
        kind: .impossibleClose("1e-19"),
        says: "not a possible close"),
    .init(
        name: "a comma file with thousands or decimals", text: "date,close\n2025-02-19,\"3,699\"\n2025-02-20,\"3,712\"\n", line: 2,
        kind: .ambiguousNumbers("3,699"), says: "--decimal point or --decimal comma"),
    .init(
        name: "a named column that is not there", text: "date,last\n2025-02-19,1\n", form: .init(columns: [.close: "Final"]),
        line: nil,
        kind: .noNamedColumn(.close, name: "Final", found: ["date", "last"]), says: "no column named \"Final\" to read as close"),
    .init(
        name: "a named column of a file without a header",
        text: "1739923200000,1,1,1,1,1,1740009599999,1,1,1,1,0\n", form: .init(columns: [.close: "Last"]), line: nil,
        kind: .fixedColumn(.close, of: "a file without a header"), says: "cannot be chosen; leave out --column close="),
    .init(
        name: "a named date column of yfinance", text: "Price,Close\nTicker,BTC-USD\nDate,\n2025-02-19,1\n",
        form: .init(columns: [.date: "Day"]), line: nil,
        kind: .fixedColumn(.date, of: "a yfinance file"), says: "the date column of a yfinance file cannot be chosen"),
    .init(
        name: "a coin in a file that names none", text: "date,close\n2025-02-19,1\n", form: .init(coin: "BTC"), line: nil,
        kind: .noSuchCoin("BTC", found: []), says: "the file names no coin, so BTC cannot be found in it; leave out --coin"),
    .init(
        name: "two close columns", text: "date,close,Close\n2025-02-19,1,2\n", line: 1, kind: .repeatedColumn("close"),
        says: "more than one column \"close\"; rename the others"),
    .init(
        name: "two coins", text: "date,symbol,close\n2025-02-19,BTC,1\n2025-02-19,ETH,2\n", line: nil,
        kind: .severalCoins(["BTC", "ETH"]), says: "2 coins, \"BTC\", \"ETH\"; choose one: --coin BTC"),
    .init(
        name: "a coin that is not in the file", text: "date,ticker,close\n2025-02-19,BTC,1\n2025-02-19,ETH,2\n",
        form: .init(coin: "SOL"),
        line: nil, kind: .noSuchCoin("SOL", found: ["BTC", "ETH"]), says: "SOL is not among the coins of the file, \"BTC\", \"ETH\""
    ),
    .init(
        name: "digits behind a quotation", text: "date,close\n2025-02-19,\"3,192.67\"1\n", line: 2, kind: .strayText,
        says: "follows a closing quotation mark"),
    .init(
        name: "a carriage return in the header", text: "date,\"close\"\r2025-02-18,1\n2025-02-19,1\n", line: 1, kind: .strayText,
        says: "ambiguous"),
    .init(
        name: "a carriage return within a price", text: "date,close\n2025-02-18,6\r6.24\n", line: 2, kind: .strayText,
        says: "carriage return"),
    .init(
        name: "thousands in the wrong place", text: "date,close\n2025-02-18,\"2,84.73\"\n2025-02-19,\"2,840.73\"\n", line: 2,
        kind: .badNumber("2,84.73"), says: "is not a price"),
    .init(
        name: "a blank within a price", text: "date,close\n2025-02-18,497 .56\n", line: 2, kind: .badNumber("497 .56"),
        says: "is not a price"),
    .init(
        name: "a line without an end", text: "date,close\n2025-02-18,1\n2025-02-19," + String(repeating: "1", count: 3 << 20),
        line: 3,
        kind: .overlongLine, says: "longer than 1 MiB"),
    .init(
        name: "a quotation without an end", text: "date,close\n\"" + String(repeating: "1\n", count: 1 << 20), line: 2,
        kind: .overlongLine, says: "quotation marks"),
    .init(
        name: "a million closes", text: "timestamp,close\n" + String(repeating: "1740009600,1\n", count: 1_000_001),
        line: 1_000_002,
        kind: .tooManyRows(1_000_000), says: "more than 1000000 closes"),
    .init(
        name: "a date in another form than was named", text: "date,close\n19/02/2025,1\n2025/02/20,1\n",
        form: .init(dateFormat: try! DatePattern("dd/MM/yyyy")), line: 3,
        kind: .dateNotInFormat("2025/02/20", try! DatePattern("dd/MM/yyyy")), says: "not a date in the format dd/MM/yyyy"),
    .init(
        name: "a date and a Unix time of different days",
        text: "unix,date,close\n1739923200,2025-02-19,1\n1740009600,2025-02-19,1\n",
        line: 3, kind: .datesDisagree(date: "2025-02-19", unix: "1740009600", columns: ["date", "unix"]), says: "--column date=unix"
    ),
    .init(
        name: "offsets of different zones", text: "date,close\n2025-02-19T00:00:00-05:00,1\n2025-02-20T00:00:00+09:00,1\n", line: 3,
        kind: .mixedOffsets(["-05:00", "+09:00"]), says: "not of one time zone"),
    .init(
        name: "an offset on some lines", text: "date,close\n2025-02-19T00:00:00+01:00,1\n2025-02-20,1\n", line: 3,
        kind: .mixedOffsets(["+01:00", "none"]), says: "export them in UTC"),
    .init(
        name: "a bad last close", text: daily(20, closes: [19: "null"]), need: 10, line: 21,
        series: .badClose(day: day("2024-01-20"), text: "null", window: window(10, "2024-01-21", 0)), says: "--as-of 2024-01-19."),
    .init(
        name: "a jump down", text: daily(30, closes: Dictionary(uniqueKeysWithValues: (12..<24).map { ($0, "5000") })), need: 7,
        line: 26,
        series: .jump(day: day("2024-01-25"), from: 5000, to: 124, window: window(7, "2024-01-25", 6)),
        says: "jumps from 5000 to 124 on 2024-01-25, 40.3 times in a day: another coin under this ticker, or another unit"),
    .init(
        name: "a wrong number", text: daily(30, closes: [26: "9.7"]), need: 7, line: 28,
        series: .spike(day: day("2024-01-27"), close: 9.7, before: 125, after: 127, window: window(7, "2024-01-28", 3)),
        says:
            "the close of 2024-01-27 is 9.7, between 125 and 127: probably a wrong number, inside the last 7 days, which the model reads. "
            + "Leave the day out: --skip-day 2024-01-27. Or fill with the previous close: --fill previous. "
            + "Or forecast from an earlier day: --as-of 2024-01-26."),
    .init(
        name: "too few days", text: daily(20), need: 500, line: nil,
        series: .tooShort(have: 20, need: 500, first: day("2024-01-01"), last: day("2024-01-20")),
        says: "20 daily closes, 2024-01-01 to 2024-01-20; the model reads 500. Add 480 more days"),
    .init(
        name: "one day", text: daily(1), need: 2, line: nil,
        series: .tooShort(have: 1, need: 2, first: day("2024-01-01"), last: day("2024-01-01")), says: "1 daily close,"),
]

@Suite struct PriceFileFaultTests {
    @Test(arguments: faultyFiles)
    func aFaultIsReportedWithFileLineAndRemedy(_ file: FaultyFile) {
        let found = problems(file.text, need: file.need, asOf: file.asOf, since: file.since, form: file.form)
        #expect(found.first?.file == "BTC.csv")
        #expect(found.first?.line == file.line)
        #expect(found.first?.kind == file.kind)
        #expect(found.first?.series == file.series)
        let sentence = found.first?.description ?? ""
        #expect(sentence.hasPrefix(file.line.map { "BTC.csv:\($0): " } ?? "BTC.csv: "))
        #expect(sentence.contains(file.says), "\(sentence)")
        #expect(found.count == 1, "\(found.dropFirst().first?.description ?? "")")
    }

    @Test func everyKindOfFaultHasItsRow() {
        // A new kind does not compile here until it has a number, and fails below until it has a row.
        func number(_ kind: PriceFileError.Kind) -> Int {
            switch kind {
            case .empty: 0
            case .compressed: 1
            case .notText: 2
            case .noDateColumn: 3
            case .noCloseColumn: 4
            case .missingField: 5
            case .badDate: 6
            case .badNumber: 7
            case .mixedNumbers: 8
            case .ambiguousNumbers: 9
            case .notDaily: 10
            case .unordered: 11
            case .duplicateDay: 12
            case .noRows: 13
            case .workbook: 14
            case .badJSON: 15
            case .noHeader: 16
            case .mixedColumns: 17
            case .badArchive: 18
            case .extraFields: 19
            case .noNamedColumn: 20
            case .repeatedColumn: 21
            case .severalCoins: 22
            case .noSuchCoin: 23
            case .overlongLine: 24
            case .tooManyRows: 25
            case .dateNotInFormat: 26
            case .datesDisagree: 27
            case .mixedOffsets: 28
            case .impossibleClose: 29
            case .strayText: 30
            case .fixedColumn: 31
            case .mixedCurrencies: 32
            case .ambiguousCurrency: 33
            case .otherCurrency: 34
            case .rateDirection: 35
            case .noRates: 36
            }
        }
        func number(_ kind: CloseSeriesError.Kind) -> Int {
            switch kind {
            case .noRows: 0
            case .asOfMissing: 1
            case .gap: 2
            case .badClose: 3
            case .jump: 4
            case .tooShort: 5
            case .spike: 6
            }
        }
        // Compressed files are no text; the test below has one.
        #expect(Set(faultyFiles.compactMap { $0.kind.map { number($0) } }) == Set(0...36).subtracting([1]))
        #expect(Set(faultyFiles.compactMap { $0.series.map { number($0) } }) == Set(0...6))
    }

    @Test func gzipIsRecognizedByItsFirstBytes() {
        #expect(throws: PriceFileError.self) { try PriceFile([0x1F, 0x8B, 8, 0], name: "BTC.csv.gz") }
    }

    @Test func allFaultsAreCountedAndTheFirstEightShown() {
        let text = "date,close\n" + (0..<20).map { "2025-99-99,\($0)\n" }.joined()
        do {
            _ = try history(text)
            Issue.record("read")
        } catch {
            #expect((error as? PriceFileError)?.faults.map(\.line) == (2...21).map { $0 })
            let lines = "\(error)".split(separator: "\n")
            #expect(lines.count == 9)
            #expect(lines[8] == "… and 12 more")
        }
    }

    @Test func aDuplicateInAFileWithTheNewestFirstIsOneFault() {
        let days = ["2025-02-22", "2025-02-21", "2025-02-20", "2025-02-20", "2025-02-19", "2025-02-18"]
        let found = problems("date,close\n" + days.map { "\($0),1\n" }.joined())
        #expect(found.count == 1)
        #expect(found.first?.line == 4)
        #expect(found.first?.description.contains("2025-02-20 is already on line 5") == true)
    }

    @Test func aShuffledFileIsUnorderedNotOfAnotherSpacing() {
        var random = SeededGenerator(seed: 5)
        let lines = daily(60).split(separator: "\n").dropFirst().shuffled(using: &random)
        let found = problems("date,close\n" + lines.joined(separator: "\n"))
        #expect(found.count > 10)
        for problem in found {
            guard case .unordered = problem.kind else {
                Issue.record("\(problem)")
                return
            }
        }
    }

    @Test func anUnclosedQuoteMakesAShortMessageWithItsLine() {
        let text = "date,close\n2025-02-19,1\n\"2025-02-20,1\n" + String(repeating: "2025-02-21,1\n", count: 10_000)
        let found = problems(text)
        #expect(found.first?.line == 3)
        #expect((found.first?.description.count ?? .max) < 200)
    }

    @Test func aFileWithoutLineEndsMakesAShortMessage() {
        let text = (0..<1000).map { "2025-02-19,\($0)" }.joined(separator: "\r")
        #expect((problems(text).first?.description.count ?? .max) < 1000)
    }

    @Test func twentyThousandMutatedFilesDoNotTrap() {
        let seed: UInt64 = 11
        var random = SeededGenerator(seed: seed)
        let good = Array(
            "\u{FEFF}Date;Close;\"Note\"\r\n2024-02-28;1.234,5;\"a\"\r\n1709164800;\"1.300,0\";\r\n2024-03-01;;x\r\n".utf8)
        let alphabet = Array("\",;\t\r\n .-0:19TZ+e$".utf8)
        for _ in 0..<20_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes[place] = alphabet.randomElement(using: &random)!
                case 2: bytes.insert(alphabet.randomElement(using: &random)!, at: place)
                default: if bytes.count > 1 { bytes.remove(at: place) }
                }
            }
            for fill in [false, true] {
                do {
                    _ = try PriceFile(bytes, name: "f").history(btc, .init(need: 2, today: today, fillsWithPrevious: fill))
                } catch {
                    #expect(!"\(error)".isEmpty)
                }
            }
        }
    }
}

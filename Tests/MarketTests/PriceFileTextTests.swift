import Market
import Testing

/// Files that are not delimited text in UTF-8 with one header.
@Suite struct PriceFileTextTests {
    private func closes(_ bytes: [UInt8], form: PriceFileForm = .init()) throws -> (
        closes: [Double], days: [String], notes: [String]
    ) {
        let read = try PriceFile(bytes, name: "f.csv", form: form).candles(endedBefore: today)
        return (read.candles.map(\.close), read.candles.map { $0.day.description }, read.notes.map(\.description))
    }
    private func closes(_ text: String, form: PriceFileForm = .init()) throws -> (closes: [Double], days: [String], notes: [String])
    {
        try closes(Array(text.utf8), form: form)
    }

    @Test(arguments: [true, false]) func excelsUnicodeTextIsRead(isLittleEndian: Bool) throws {
        let units = [0xFEFF] + Array("Date\tClose\r\n2025-02-19\t63201.5\r\n2025-02-20\t☃1\r\n".utf16.dropLast(0))
        let bytes = units.flatMap { isLittleEndian ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(throws: PriceFileError(.badNumber("☃1"), file: "f.csv", line: 3)) { try closes(bytes) }
        let good = Array(bytes.prefix(2 * (units.count - 15)))
        #expect(try closes(good).closes == [63201.5])
        #expect(throws: PriceFileError(.notText, file: "f.csv")) { try closes(Array(good.dropLast())) }
        #expect(throws: PriceFileError(.notText, file: "f.csv")) { try closes([0xFF, 0xFE, 0x00, 0xD8, 0x41, 0x00]) }
    }

    @Test(arguments: [
        "{\"prices\": [[1740009600000, 1.5], [1740096000000, 2.5]], \"market_caps\": [[1740009600000, 9]]}",
        "[[1739923200000,\"1.0\",\"2\",\"1\",\"1.5\",\"10\",1740009599999,\"15\",1,\"1\",\"1\",\"0\"],[1740009600000,\"1\",\"3\",\"1\",\"2.5\",\"10\",1740095999999,\"25\",1,\"1\",\"1\",\"0\"]]",
        "{\"error\": [], \"result\": {\"XXBTZUSD\": [[1739923200, \"1\", \"2\", \"1\", \"1.5\", \"1.2\", \"10\", 7], [1740009600, \"1\", \"3\", \"1\", \"2.5\", \"1.2\", \"10\", 7]], \"last\": 1}}",
        "\u{FEFF} [[1740009600, 1, 3, 1.5, 2.5, 10], [1739923200, 1, 2, 1.2, 1.5, 10]]",
        "[{\"date\": \"2025-02-19\", \"close\": 1.5, \"extra\": {}}, {\"date\": \"2025-02-20\", \"close\": 2.5}]",
        "{\"Data\": {\"Data\": [{\"time\": 1739923200, \"close\": 1.5}, {\"time\": 1740009600, \"close\": 2.5}]}}",
        // Bitfinex and KuCoin, Gate, OKX; candles of CoinGecko, whose time is their end; JSON lines; pandas.
        "[[1739923200000,1,1.5,2,0.5,9],[1740009600000,1,2.5,3,0.5,9]]", "[[1739923200,9,1.5,2,0.5,1],[1740009600,9,2.5,3,0.5,1]]",
        "{\"data\":[[\"1740009600000\",\"1\",\"3\",\"0.5\",\"2.5\",\"9\",\"9\",\"20\",\"1\"],[\"1739923200000\",\"1\",\"2\",\"0.5\",\"1.5\",\"9\",\"9\",\"20\",\"1\"]]}",
        "[[1740009600000,1,2,0.5,1.5],[1740096000000,1,3,0.5,2.5]]",
        "{\"date\":\"2025-02-19\",\"close\":1.5}\n{\"date\":\"2025-02-20\",\"close\":2.5}\n",
        "{\"columns\":[\"Date\",\"Close\",\"Open\"],\"index\":[0,1],\"data\":[[1739923200000,1.5,9],[1740009600000,2.5,9]]}",
        "{\"market_caps\":[[1740009600000,9]],\"prices\":[[1740009600000,1.5],[1740096000000,2.5]],\"total_volumes\":[]}",
    ]) func theJSONOfPriceSitesIsRead(text: String) throws {
        let found = try closes(text)
        #expect(found.closes == [1.5, 2.5] && found.days == ["2025-02-19", "2025-02-20"])
        #expect(found.notes.first?.contains("read as JSON with") == true, "\(found.notes)")
    }

    @Test(arguments: ["[1, 2]", "[]", "{\"prices\": []}", "[[1,2,3]]", "[{}]", "{", "[[1,2]", "[[Nan,1]]", "[[[[[[[[1]]]]]]]]"])
    func otherJSONIsRefusedAsSuch(text: String) {
        #expect("\(problems(text).map(\.description))".contains("the file is JSON, and"))
    }

    @Test func severalListsAndUnknownOrdersAreRefused() {
        let two = "{\"BTC\":[{\"date\":\"2025-02-19\",\"close\":1}],\"ETH\":[{\"date\":\"2025-02-19\",\"close\":2}]}"
        #expect(problems(two).first?.description.contains("2 lists of rows, \"BTC\", \"ETH\"; keep that of one coin") == true)
        let order = problems("[[1739923200,5,1,9,2,3],[1740009600,5,1,9,2,3]]").first?.description
        #expect(order?.contains("the order of its 6 columns is not known") == true, "\(order ?? "")")
    }

    @Test func aFaultInJSONNamesTheEntry() {
        #expect(problems("[{\"date\": \"2025-02-19\", \"close\": \"x\"}]").map(\.line) == [2])
    }

    // MARK: Headers

    @Test func krakensFilesHaveNoHeader() throws {
        let found = try closes("1739923200,1,2,0.5,1.5,10.5,500\n1740009600,1,3,0.5,2.5,10.5,500\n")
        #expect(found.closes == [1.5, 2.5] && found.days == ["2025-02-19", "2025-02-20"])
        #expect(found.notes.map { $0.contains("Kraken") } == [true])
        #expect(problems("1739923200,1,2,3,1.5,10.5,500\n").map(\.kind) == [.noHeader(columns: 7)], "no candle in that order")
    }

    @Test func datesAndPricesNeedNoHeader() throws {
        #expect(try closes("2025-02-19,1.5\n2025-02-20,2.5\n").closes == [1.5, 2.5])
    }

    @Test func theHeaderThatTheMessageNamesReadsTheFile() throws {
        let text = "2025-02-19,1,2,0.5,1.5,9\n"
        let message = try #require(problems(text).first?.description)
        let header = try #require(message.split(separator: " ").last)
        #expect(try closes("\(header)\n\(text)").closes == [1.5])
    }

    /// yfinance's frame after `reset_index`.
    @Test func tickersMayFollowOnASecondLine() throws {
        let found = try closes("Date,Close,High,Volume\n,BTC-USD,BTC-USD,BTC-USD\n2025-02-19,1.5,2,100\n2025-02-20,2.5,3,100\n")
        #expect(found.closes == [1.5, 2.5] && found.notes.isEmpty)
        #expect(try PriceFile(Array("Date,Close\n,BTC-EUR\n2025-02-19,1\n".utf8), name: "f").quote?.code == "EUR")
    }

    @Test func aRepeatedHeaderIsSkippedAndNoted() throws {
        let found = try closes("Date,Close\n2025-02-19,1.5\nDate,Close\n2025-02-20,2.5\n")
        #expect(found.closes == [1.5, 2.5])
        #expect(found.notes == ["f.csv:3: 1 line repeats the header and is left out"])
    }

    @Test(arguments: ["", "Unnamed: 0"]) func theIndexOfPandasNeedsNoName(name: String) throws {
        #expect(try closes("\(name),Open,Close\n2025-02-19,1,1.5\n2025-02-20,1,2.5\n").closes == [1.5, 2.5])
    }

    @Test func columnsMayBeNamedWithCommas() throws {
        var form = PriceFileForm()
        try form.addColumns("close=('Close', 'BTC-USD'),date=Date")
        #expect(try closes("Date,\"('Close', 'BTC-USD')\"\n2025-02-19,1.5\n", form: form).closes == [1.5])
    }
}

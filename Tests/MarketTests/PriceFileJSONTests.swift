import Market
import Testing

/// JSON whose rows are not a list, and numbers that JSON does not have.
@Suite struct PriceFileJSONTests {
    private func file(_ text: String, name: String = "f.json") throws -> PriceFile { try PriceFile(Array(text.utf8), name: name) }

    private func closes(_ text: String) throws -> (closes: [Double], days: [String], notes: [String]) {
        let read = try file(text).candles(endedBefore: today)
        return (read.candles.map(\.close), read.candles.map { $0.day.description }, read.notes.map(\.description))
    }

    // MARK: NaN

    @Test func aCloseOfNaNIsMissingAsInCSV() throws {
        let found = try closes("[{\"date\": \"2025-02-18\", \"close\": 1.5}, {\"date\": \"2025-02-19\", \"close\": NaN}]")
        #expect(found.days == ["2025-02-18"])
        #expect(found.notes.contains { $0.hasPrefix("f.json:3: the close of 2025-02-19 is missing") }, "\(found.notes)")
    }

    @Test func anOpenOfNaNIsLeftOut() throws {
        #expect(
            try closes("{\"date\":\"2025-02-19\",\"open\":NaN,\"close\":1.5}\n{\"date\":\"2025-02-20\",\"open\":1,\"close\":2}")
                .closes == [1.5, 2])
    }

    @Test(arguments: ["Infinity", "-Infinity"]) func anInfiniteCloseIsRefusedWithItsRow(word: String) {
        let found = problems("[{\"date\": \"2025-02-18\", \"close\": 1.5}, {\"date\": \"2025-02-19\", \"close\": \(word)}]")
        #expect(found.map(\.line) == [3] && found[0].description.contains("is not a price"), "\(found.map(\.description))")
    }

    // MARK: Shapes

    private static let yahoo = """
        {"chart":{"result":[{"meta":{"currency":"USD","symbol":"BTC-USD"},"timestamp":[1739923200,1740009600],
        "indicators":{"quote":[{"open":[1,1.5],"close":[1.5,2.5],"high":[2,3],"low":[0.5,1],"volume":[10,null]}],
        "adjclose":[{"adjclose":[1.5,2.5]}]}}],"error":null}}
        """
    private static let alphaVantage = """
        {"Meta Data":{"1. Information":"Daily Prices","2. Digital Currency Code":"BTC","4. Market Code":"USD"},
        "Time Series (Digital Currency Daily)":{
        "2025-02-20":{"1. open":"1.5","2. high":"3","3. low":"1","4. close":"2.5","5. volume":"10.5"},
        "2025-02-19":{"1. open":"1","2. high":"2","3. low":"0.5","4. close":"1.5","5. volume":"9.5"}}}
        """

    @Test(arguments: [
        yahoo, alphaVantage, "{\"date\":[\"2025-02-19\",\"2025-02-20\"],\"close\":[1.5,2.5]}",
        // pandas: to_json, with an index of days and without; orient="index".
        "{\"Open\":{\"1739923200000\":1,\"1740009600000\":1},\"Close\":{\"1739923200000\":1.5,\"1740009600000\":2.5}}",
        "{\"Date\":{\"0\":1739923200000,\"1\":1740009600000},\"Close\":{\"0\":1.5,\"1\":2.5}}",
        "{\"1739923200000\":{\"Open\":1,\"Close\":1.5},\"1740009600000\":{\"Open\":1,\"Close\":2.5}}",
        // The older answers of Alpha Vantage have the prices in two currencies.
        alphaVantage.replacing("4. close", with: "4b. close (USD)").replacing("1. open", with: "4a. close (CNY)"),
    ]) func objectsOfDaysAndColumnsAreRead(text: String) throws {
        let found = try closes(text)
        #expect(found.closes == [1.5, 2.5] && found.days == ["2025-02-19", "2025-02-20"], "\(found)")
    }

    @Test func yahoosChartHasHighsVolumesAndASymbol() throws {
        let file = try file(Self.yahoo)
        let candles = file.candles(endedBefore: today).candles
        #expect(candles.map(\.high) == [2, 3] && candles.map(\.volume) == [10, nil])
        #expect(file.symbol == "BTC-USD" && file.quote?.code == "USD")
    }

    @Test func theMarketOfAlphaVantageIsTheCurrency() throws {
        let euros = try file(Self.alphaVantage.replacing("\"USD\"", with: "\"EUR\""))
        #expect(euros.symbol == "BTC/EUR" && euros.quote?.code == "EUR")
        // A close that names its currency is not in the market's currency.
        let dollars = Self.alphaVantage.replacing("\"USD\"", with: "\"CNY\"").replacing("4. close", with: "4b. close (USD)")
        #expect(try file(dollars).quote?.code == "USD")
    }

    @Test func listsOfDifferentLengthsAreNotColumns() {
        let text = "{\"date\":[\"2025-02-19\",\"2025-02-20\"],\"close\":[1.5]}"
        #expect(problems(text).first?.description.contains("it has no list of closes") == true)
    }

    @Test func seriesOfSeveralChartsAreRefused() {
        let chart = "{\"timestamp\":[1739923200],\"close\":[1.5]}"
        #expect(problems("{\"a\":\(chart),\"b\":\(chart)}").first?.description.contains("2 lists of rows, \"a\", \"b\"") == true)
    }
}

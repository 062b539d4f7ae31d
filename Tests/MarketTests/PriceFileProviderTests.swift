import Market
import Testing

/// Files as providers write them, down to their headers.
@Suite struct PriceFileProviderTests {
    private func read(_ text: String, today: Day = today, _ form: PriceFileForm = .init()) throws -> [(String?, [Candle], [String])]
    {
        try PriceFile.coins(Array(text.utf8), name: "f.csv", form: form).map { file in
            let (candles, notes) = file.candles(endedBefore: today)
            return (file.symbol, candles, notes.map(\.description))
        }
    }

    private static let yfinance = """
        Price,Close,High,Low,Open,Volume
        Ticker,BTC-USD,BTC-USD,BTC-USD,BTC-USD,BTC-USD
        Date,,,,,
        2024-01-01,61250.33203125,61300.4375,58100.9765625,58200.234375,18000000443
        2024-01-02,62500.96875,62900.70703125,61200.94921875,61260.140625,39000000536

        """

    @Test func yfinanceWritesThreeLinesOfHeader() throws {
        let read = try read(Self.yfinance)
        #expect(read.map(\.0) == ["BTC-USD"])
        #expect(
            read[0].1 == [
                Candle(
                    day: Day(iso: "2024-01-01")!, open: 58200.234375, high: 61300.4375, low: 58100.9765625, close: 61250.33203125,
                    volume: 18_000_000_443),
                Candle(
                    day: Day(iso: "2024-01-02")!, open: 61260.140625, high: 62900.70703125, low: 61200.94921875,
                    close: 62500.96875, volume: 39_000_000_536),
            ])
        #expect(read[0].2.isEmpty)
    }

    @Test(arguments: [
        ["Price,Close,Close,Open,Open", "Ticker,BTC-USD,ETH-USD,BTC-USD,ETH-USD", "Date,,,,"],
        ["Ticker,BTC-USD,ETH-USD,BTC-USD,ETH-USD", "Price,Close,Close,Open,Open", "Date,,,,"],
        [",Close,Close,Open,Open", ",BTC-USD,ETH-USD,BTC-USD,ETH-USD", "Date,,,,"],
    ]) func yfinanceWritesSeveralTickersSideBySide(header: [String]) throws {
        let lines = ["2024-01-01 00:00:00+00:00,61250.3,3150.3,1,2", "2024-01-02 00:00:00+00:00,62500.9,3160.8,3,4"]
        // A coin whose first day is later has empty cells.
        let text = (header + ["2023-12-31 00:00:00+00:00,61100.1,,5,"] + lines).joined(separator: "\n")
        let read = try read(text)
        #expect(read.map(\.0) == ["BTC-USD", "ETH-USD"])
        #expect(read[0].1.map(\.close) == [61100.1, 61250.3, 62500.9])
        #expect(read[1].1.map(\.close) == [3150.3, 3160.8] && read[1].1[0].day == Day(iso: "2024-01-01"))
        #expect(read.map { $0.1.last?.open } == [3, 4] && read.allSatisfy(\.2.isEmpty))
        #expect(try self.read(text, .init(coin: "ETH")).map(\.0) == ["ETH-USD"])
    }

    @Test(arguments: [
        """
        https://www.CryptoDataDownload.com
        unix,date,symbol,open,high,low,close,Volume BTC,Volume USD
        1646179200,2022-03-02 00:00:00,BTC/USD,61427.33,62400,60300,60912.38,3061.5,136000023.5
        1646092800000,2022-03-01 00:00:00,BTC/USD,60221.71,61998,59839,61427.33,3150.1,138000374.5
        """,
        """
        Timestamps are UTC timezone,https://www.CryptoDataDownload.com
        Date,Symbol,Open,High,Low,Close,Volume BTC,Volume USD
        2022-03-02,BTCUSD,61427.33,62400,60300,60912.38,3061.5,136000023.5
        2022-03-01,BTCUSD,60221.71,61998,59839,61427.33,3150.1,138000374.5
        """,
    ]) func cryptoDataDownloadWritesATitleAndTheNewestDayFirst(text: String) throws {
        let read = try read(text)
        #expect(read[0].1.map(\.close) == [61427.33, 60912.38] && read[0].1[0].day == Day(iso: "2022-03-01"))
        #expect(read[0].1[0].volume == 138_000_374.5, "in US dollars")
        #expect(read[0].2.count == 2 && read[0].2[0].contains("the header is on line 2") && read[0].2[1].contains("newest day"))
    }

    @Test(arguments: [1, 1000]) func binanceWritesCandlesWithoutAHeader(unit: Int) throws {
        let first = Day(iso: "2025-02-18")!
        let text = (0..<3).map { index in
            let open = (first + index).daysSince1970 * 86_400_000 * unit
            return
                "\(open),61500.1,63000,59300,\(61_600 + index).79,27000.29,\(open + 86_400_000 * unit - 1),2500000840.5,4031,13982.8,1335,0\n"
        }.joined()
        // The third day has not ended.
        let read = try read(text, today: first + 2)
        #expect(read[0].0 == nil && read[0].1.map(\.close) == [61_600.79, 61_601.79] && read[0].1[0].day == first)
        #expect(read[0].1[0].volume == 2_500_000_840.5, "of quote currency")
        #expect(read[0].2[0].contains("read as Binance klines") && read[0].2[1].contains("2025-02-20 is left out"))
    }

    @Test func binanceHourlyCandlesAreNotDaily() {
        let text = (0..<48).map {
            "\((1_735_689_600 + 3600 * $0) * 1000),1,1,1,1,1,\((1_735_693_199 + 3600 * $0) * 1000),1,1,1,1,0\n"
        }
        #expect(problems(text.joined()).map(\.kind) == [.notDaily(spacing: "less than a day (24 a day)")])
    }

    @Test func titlesAboveAHeaderArePassedOverWhateverSeparatesIt() throws {
        let read = try read("Bitcoin, daily\nSource: somewhere\n\ndate;close\n2025-02-19;1,5\n")
        #expect(read[0].1.map(\.close) == [1.5] && read[0].2[0].contains("header is on line 4"))
    }

    @Test func columnsAndDatesMayBeNamed() throws {
        let text = "Day of trade,Pair,Last,Date\n19/02/2025,x,1.5,1\n20/2/2025,x,2.5,2\n"
        var form = PriceFileForm(dateFormat: try DatePattern("dd/MM/yyyy"))
        try form.addColumns("close=Last,date=day of trade")
        try form.addColumns("symbol=Pair")
        let read = try read(text, form)
        #expect(read[0].1.map(\.close) == [1.5, 2.5] && read[0].1[0].day == Day(iso: "2025-02-19") && read[0].0 == "x")
    }

    @Test(arguments: [
        ("close", "names no column"), ("shut=Last", "not a kind of column"), ("close=A,close=B", "named twice"),
        ("", "names no column"),
    ]) func aColumnThatCannotBeNamedIsRefused(text: String, says: String) {
        var form = PriceFileForm()
        let error = #expect(throws: PriceFileFormError.self) { try form.addColumns(text) }
        #expect(error?.description.contains(says) == true)
    }
}

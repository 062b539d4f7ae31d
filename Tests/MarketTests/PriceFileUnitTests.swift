import Market
import Testing

/// The units of the numbers in a file: currencies, decimal signs, units of volume.
@Suite struct PriceFileUnitTests {
    private func file(_ text: String, name: String = "f.csv", form: PriceFileForm = .init()) throws -> PriceFile {
        try PriceFile(Array(text.utf8), name: name, form: form)
    }

    private func quote(_ name: String, ticker: String? = nil, header: String = "date,close") throws -> String? {
        try file("\(header)\n2025-02-19,1\n", name: name, form: PriceFileForm(preferredCoin: ticker)).quote?.code
    }

    @Test(arguments: [
        ("BTC-EUR.csv", "EUR"), ("btc-eur-max.csv", "EUR"), ("BTC-JPY.csv", "JPY"), ("BTC_KRW.csv", "KRW"), ("ETH-BTC.csv", "BTC"),
        ("/tmp/prices/BTCEUR-1d-2024-10.csv", "EUR"), ("BTCUSDT-1d-2024-10.csv", "USDT"), ("Binance_BTCEUR_d.csv", "EUR"),
        ("BITSTAMP_BTCUSD, 1D.csv", "USD"), ("XBTEUR_1440.csv", "EUR"), ("Binance_ETHBTC_d.csv", "BTC"), ("closes EUR.csv", "EUR"),
        ("btc-usd-max.csv", "USD"), ("BTC.csv", nil), ("my-btc.csv", nil), ("stdin", nil), ("USDT.csv", nil), ("EUR.csv", nil),
        ("btc_1d.csv", nil), ("euro-zone.csv", nil), ("bitcoin-2024-10.csv", nil),
    ]) func theFilesNameMayStateTheCurrency(name: String, code: String?) throws { #expect(try quote(name) == code) }

    @Test func theAssetItselfIsNoQuoteCurrency() throws {
        #expect(try quote("my-eur.csv", ticker: "EUR") == nil)
        #expect(try quote("FOOBTC.csv", ticker: "FOO") == "BTC")
    }

    @Test func anOptionTheSymbolAndTheColumnComeBeforeTheName() throws {
        #expect(
            try file("date,close\n2025-02-19,1\n", name: "BTC-EUR.csv", form: PriceFileForm(quote: "USD")).quote?.isDollar == true)
        #expect(try file("date,symbol,close\n2025-02-19,BTC/GBP,1\n", name: "BTC-EUR.csv").quote?.code == "GBP")
        var form = PriceFileForm()
        try form.addColumns("close=Close (JPY)")
        #expect(try file("date,Close (JPY)\n2025-02-19,1\n", form: form).quote?.code == "JPY")
        #expect(try file("date,close_usd\n2025-02-19,1\n", name: "BTC-EUR.csv").quote?.isDollar == true)
    }

    @Test func aForecastSaysThatItIsInTheSameCurrency() throws {
        let read = try file(daily(3), name: "BTC-EUR.csv").history(btc, .init(need: 1, today: today))
        #expect(
            read.notes.map(\.description) == ["BTC-EUR.csv: the prices are in EUR, as the file's name says, and so is the forecast"]
        )
    }

    // MARK: Decimal signs

    /// A file with commas between quoted fields comes from a program that may write thousands with points.
    @Test func quotedPricesThatMayBeThousandsAreRefusedWithBothRemedies() throws {
        let text = "\"Date\",\"Close\"\n\"2025-02-19\",\"63.202\"\n\"2025-02-20\",\"62.944\"\n"
        let message = try #require(problems(text).first?.description)
        #expect(message.hasSuffix("--decimal point or --decimal comma"), "\(message)")
        #expect(try history(text, form: PriceFileForm(decimal: .comma)).history.closes == [63_202, 62_944])
        #expect(try history(text, form: PriceFileForm(decimal: .point)).history.closes == [63.202, 62.944])
    }

    @Test func anotherColumnMayDecide() throws {
        #expect(try history("\"Date\",\"Close\",\"Open\"\n\"2025-02-19\",\"63.202\",\"1.5\"\n").history.closes == [63.202])
        #expect(try history("\"Date\",\"Close\",\"Open\"\n\"2025-02-19\",\"63.202\",\"1.234,5\"\n").history.closes == [63_202])
    }

    @Test func unquotedThreeDecimalsAreReadAndNoted() throws {
        let read = try history("date,close\n2025-02-19,3.699\n2025-02-20,3.712\n")
        #expect(read.history.closes == [3.699, 3.712])
        #expect(read.notes.count == 1 && read.notes[0].hasSuffix("--decimal comma"), "\(read.notes)")
    }

    // MARK: Volumes

    private func volume(_ text: String, form: PriceFileForm = .init()) throws -> (Double?, notes: [String]) {
        let (candles, notes) = try file(text, form: form).candles(endedBefore: today)
        return (candles[0].volume, notes.map(\.description))
    }

    @Test(arguments: [
        // TradingView and Kraken count coins; Binance has both; Yahoo, CoinMarketCap and our export count dollars.
        ("time,open,high,low,close,Volume\n1739923200,10,10,10,10,1200\n", 12_000.0),
        ("1739923200,10,10,10,10,1200,500\n", 12_000), ("1739923200,10,10,10,10,9.9,1200,500\n", 12_000),
        ("1739923200000,10,10,10,10,1200,1740009599999,12000,5,1,2,0\n", 12_000),
        ("Date,Open,High,Low,Close,Adj Close,Volume\n2025-02-19,10,10,10,10,10,12000\n", 12_000),
        ("date,open,high,low,close,volume,source,retrieved\n2025-02-19,10,10,10,10,12000,x,2025-02-20T00:00:00Z\n", 12_000),
        ("Date,Price,Vol.\n2025-02-19,10,1.2K\n", 12_000), ("Date,Price,Volume USD\n2025-02-19,10,12000\n", 12_000),
    ]) func volumesAreStoredInDollars(text: String, expected: Double) throws {
        let found = try volume(text)
        #expect(found.0 == expected)
        #expect(!found.notes.contains { $0.contains("--volume-unit") }, "\(found.notes)")
    }

    /// Yahoo's volumes are whole dollars, those of exchanges coins with a fraction.
    @Test func aPlainVolumeInWholeNumbersIsMoneyAndSaysSo() throws {
        let text = "date,close,volume\n2025-02-19,10,28949995520\n2025-02-20,10,0\n"
        let found = try volume(text)
        #expect(
            found.0 == 28_949_995_520 && found.notes.count == 1 && found.notes[0].hasSuffix("--volume-unit coins"), "\(found.notes)"
        )
        #expect(try volume(text, form: PriceFileForm(volumeUnit: .coins)) == (289_499_955_200, []))
    }

    @Test func aPlainVolumeWithAFractionIsTakenForCoinsAndSaysSo() throws {
        let text = "date,close,volume\n2025-02-19,10,1200\n2025-02-20,10,1200.5\n"
        let found = try volume(text)
        #expect(found.0 == 12_000 && found.notes.count == 1 && found.notes[0].hasSuffix("--volume-unit quote"), "\(found.notes)")
        #expect(try volume(text, form: PriceFileForm(volumeUnit: .quote)) == (1200, []))
        #expect(try history(text).notes.isEmpty, "a forecast reads no volumes")
    }

    @Test func volumesThatAreNoNumbersAreCounted() throws {
        let found = try volume("date,close,Vol.\n2025-02-18,10,many\n2025-02-19,10,12.3X\n2025-02-20,10,-\n")
        #expect(found.0 == nil)
        #expect(found.notes == ["f.csv:2: 2 volumes are not numbers and left out, the first is \"many\""])
    }
}

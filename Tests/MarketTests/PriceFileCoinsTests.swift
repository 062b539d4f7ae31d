import Market
import Testing

@Suite struct PriceFileCoinsTests {
    private func coins(_ text: String, coin: String? = nil) throws -> [PriceFile] {
        try PriceFile.coins(Array(text.utf8), name: "f.csv", form: .init(coin: coin))
    }

    private func closes(_ file: PriceFile) -> [Double] { file.candles(endedBefore: today).candles.map(\.close) }

    @Test(arguments: ["symbol", "Ticker", "ASSET", "coin"]) func aColumnOfCoinsSplitsTheFile(name: String) throws {
        // One day each by turns: as one series it would be two closes a day.
        let lines = (1...4).map { "2025-01-0\($0),BTC,\($0 * 100)\n2025-01-0\($0),ETH,\($0)\n" }.joined()
        let coins = try coins("date,\(name),close\n" + lines)
        #expect(coins.map(\.symbol) == ["BTC", "ETH"])
        #expect(coins.map(closes) == [[100, 200, 300, 400], [1, 2, 3, 4]])
        #expect(problems("date,\(name),close\n" + lines).map(\.kind) == [.severalCoins(["BTC", "ETH"])])
    }

    @Test func coinsOneAfterAnotherAreNotOneLongHistory() throws {
        // Joined, their days would ascend without a fault.
        let text = "date,symbol,close\n2025-01-01,BTC,100\n2025-01-02,BTC,101\n2025-01-03,ETH,99\n2025-01-04,ETH,98\n"
        #expect(try coins(text).map(closes) == [[100, 101], [99, 98]])
    }

    @Test(arguments: [("BTC/USD", 0), ("btc", 0), ("ETH", 1), ("ethusdt", 1), ("SOL", 2), ("BINANCE:SOLUSD", 2)])
    func aCoinIsChosenByItsSymbolOrTicker(wanted: String, index: Int) throws {
        let symbols = ["BTC/USD", "ETHUSDT", "BINANCE:SOLUSD"]
        let text = "date,symbol,close\n" + symbols.enumerated().map { "2025-01-01,\($1),\($0 + 1)\n" }.joined()
        #expect(try coins(text, coin: wanted).map(\.symbol) == [symbols[index]])
    }

    /// A preferred coin is chosen among several; a single coin is read under any name.
    @Test func aPreferredCoinChoosesAmongSeveralOnly() throws {
        func symbols(_ text: String, _ form: PriceFileForm) throws -> [String?] {
            try PriceFile.coins(Array(("date,symbol,close\n" + text).utf8), name: "f.csv", form: form).map(\.symbol)
        }
        let (one, two) = ("2025-01-01,ETH,1\n", "2025-01-01,ETH,1\n2025-01-01,BTC,2\n")
        #expect(try symbols(two, .init(preferredCoin: "BTC")) == ["BTC"])
        #expect(try symbols(one, .init(preferredCoin: "BTC")) == ["ETH"])
        #expect(try symbols(one, .init(coin: "eth", preferredCoin: "BTC")) == ["ETH"])
        let error = #expect(throws: PriceFileError.self) { try symbols(one, .init(coin: "BTC")) }
        #expect(error?.faults.map(\.kind) == [.noSuchCoin("BTC", found: ["ETH"])])
    }

    @Test func aFaultOfOneCoinHasItsLine() {
        let text = "date,symbol,close\n2025-01-01,BTC,1\n2025-01-01,ETH,1\n2025-01-02,BTC,1\n2025-01-02,ETH,1\n2025-01-02,ETH,2\n"
        let error = #expect(throws: PriceFileError.self) { try coins(text) }
        #expect(error?.faults.map(\.line) == [6])
    }

    @Test(arguments: [
        ("BTC/USD", "BTC", nil), ("BTCUSDT", "BTC", nil), ("BTC", "BTC", nil), ("Bitcoin", "BTC", nil),
        ("ETH/USD", "BTC", "reading these closes as BTC, but the file labels them ETH/USD"),
        ("ETHUSDT", "BTC", "labels them ETHUSDT"),
        ("ETH", "BTC", "labels them ETH"),
        ("BTC/EUR", "BTC", "the prices are in EUR, as its symbol BTC/EUR says, and so is the forecast"),
    ]) func aFileOfAnotherCoinOrCurrencyIsNoted(symbol: String, ticker: String, note: String?) throws {
        let read = try PriceFile(Array("date,symbol,close\n2025-01-01,\(symbol),1\n".utf8), name: "f.csv")
            .history(Ticker(ticker)!, .init(need: 1, today: today))
        #expect(read.notes.count == (note == nil ? 0 : 1))
        #expect(note.map { read.notes[0].description.contains($0) } ?? true, "\(read.notes)")
    }
}

import Market
import MarketData
import Portfolio
import PortfolioWorld
import Testing

@Suite struct CloseImportTests {
    private let world: PortfolioWorld.World
    private let portfolio: Portfolio
    private let coin = Asset(id: AssetID("solana")!, ticker: Ticker("SOL")!, name: "Solana")

    init() async throws {
        world = try PortfolioWorld.World()
        portfolio = world.portfolio("ann")
        try await world.database.save(coin)
    }

    private func candles(_ closes: [(Int, Double)]) -> [Candle] {
        closes.map { Candle(day: Day(daysSince1970: 20_000 + $0.0), close: $0.1) }
    }

    private func store(_ closes: [(Int, Double)], replaces: Bool = false) async throws -> CandleImport {
        try await portfolio.market.closeImport.store(candles(closes), of: coin, source: "file:SOL.csv", replaces: replaces)
    }

    private func stored() async throws -> [Double] {
        try await world.database.newestCandles(of: coin.id, count: 100, through: Day(daysSince1970: 30_000)).map(\.candle.close)
    }

    @Test func aCloseThatJumpsFromTheStoredOnesIsRefusedAtBothEndsAndBetween() async throws {
        #expect(try await store([(10, 172), (12, 170), (13, 172.71)]).added == 3)
        for closes in [
            [(14, 0.01)], [(9, 0.01)], [(11, 0.01)], [(14, 173), (15, 0.01)], [(20, 4000)], [(13, 172.71), (14, 0.01)],
        ] as [[(Int, Double)]] {
            await #expect(throws: CloseImportError.self, "\(closes)") { try await store(closes) }
            #expect(try await stored() == [172, 170, 172.71], "\(closes)")
        }
        #expect(try await store([(11, 40), (14, 3400)]).added == 2)
    }

    @Test func aJumpThatIsStoredAlreadyDoesNotKeepLaterClosesOut() async throws {
        #expect(try await store([(10, 1), (11, 100)]).added == 2)
        #expect(try await store([(11, 100), (12, 101)]).added == 1)
    }

    @Test func closesThatContradictAllStoredOnesAreRefusedWithoutNewDaysToo() async throws {
        let closes = (0..<9).map { ($0, 100 + Double($0 * $0)) }
        #expect(try await store(closes).added == 9)
        let other = closes.map { ($0.0, $0.1 * 1.9) }
        await #expect(throws: CloseImportError.self) { try await store(other) }
        #expect(try await stored() == closes.map(\.1))
        #expect(try await store(other, replaces: true).changes.count == 9)
    }

    @Test func aJumpIsAcceptedOnRequest() async throws {
        _ = try await store([(10, 172)])
        #expect(try await store([(11, 0.01)], replaces: true).added == 1)
    }

    @Test func usDollarsHaveNoCloses() async throws {
        let usd = try await portfolio.market.directory.asset("USD")
        await #expect(throws: CloseImportError.cash) {
            try await portfolio.market.closeImport.store(candles([(1, 1)]), of: usd, source: "file:USD.csv", replaces: false)
        }
    }

    // MARK: Rates

    private func read(_ text: String, per: String? = nil, coin: String? = nil, name: String = "rates.csv") throws -> PriceFile {
        var form = PriceFileForm(coin: coin)
        form.per = per
        return try PriceFile(Array(text.utf8), name: name, form: form)
    }

    @Test func ratesAreThoseOfCurrenciesAndNeverOfCoins() async throws {
        let rates = try read(
            "Date,USD,JPY,GBP,RON,\n2025-01-03,1.03,162,0.83,4.97,\n2025-01-02,1.0321,162,0.83,4.97,\n", coin: "RON")
        let ronin = Asset(id: AssetID("ronin")!, ticker: Ticker("RON")!, name: "Ronin")
        try await world.database.save(ronin)
        let closes = try await portfolio.market.closeImport.closes(of: rates, as: ronin.ticker, since: nil)
        await #expect(throws: CloseImportError.notCurrency(ronin.ticker)) {
            try await portfolio.market.closeImport.store(closes, of: ronin, fileName: "f", replaces: true)
        }
        let leu = try await portfolio.market.directory.asset("currency-ron")
        #expect(try await portfolio.market.closeImport.store(closes, of: leu, fileName: "f", replaces: false).added == 2)
        #expect(try await world.database.newestCandles(of: leu.id, count: 9, through: .init(daysSince1970: 30_000)).count == 2)
        #expect(try await portfolio.market.storedRanges().map(\.asset.id) == [leu.id])
        #expect(try await portfolio.market.assetsWithCloses().isEmpty)
        #expect(try await portfolio.market.directory.asset("RON") == ronin)
        await #expect(throws: AssetEntryError.currency(Ticker("GEL")!)) {
            try await portfolio.market.directory.add(AssetEntry(ticker: "GEL"))
        }
        var entry = AssetEntry(ticker: "GEL")
        entry.id = "gelato"
        let gelato = try await portfolio.market.directory.add(entry)
        #expect(gelato.isNew)
        #expect(try await portfolio.market.directory.asset("GEL") == gelato.asset)
    }

    /// Tenge for one euro go over the euro's rate of the day, or of up to five days before.
    @Test func ratesForAnotherCurrencyGoOverItsRate() async throws {
        let text = "date,rate\n2025-01-03,500\n2025-01-08,400\n2025-01-09,250\n"
        let euros = try read(text, per: "EUR", name: "KZT.csv")
        let ticker = Ticker("KZT")!
        do {
            _ = try await portfolio.market.closeImport.closes(of: euros, as: ticker, since: nil)
            Issue.record("converted without rates")
        } catch let error as QuoteConversionError {
            #expect(error.description.contains("closecast history fetch EUR"))
        }
        let euro = try await portfolio.market.directory.asset("EUR")
        _ = try await portfolio.market.closeImport.store(
            [Candle(day: Day(iso: "2025-01-03")!, close: 1.25)], of: euro, source: "f", replaces: false)
        let closes = try await portfolio.market.closeImport.closes(of: euros, as: ticker, since: nil)
        let (first, second, third): (Double, Double, Double) = (1 / 500, 1 / 400, 1 / 250)
        #expect(closes.candles.map(\.close) == [first * 1.25, second * 1.25], "the last day is six days later")
        let dollars = try await portfolio.market.closeImport.closes(of: read(text, per: "USD"), as: ticker, since: nil)
        #expect(dollars.candles.map(\.close) == [first, second, third])
    }

    @Test func pricesInACurrencyWithoutRatesAreRefusedWithACommand() async throws {
        let file = try read("date,close_kzt\n2025-01-03,50000\n")
        do {
            _ = try await portfolio.market.closeImport.closes(of: file, as: coin.ticker, since: nil)
            Issue.record("taken for dollars")
        } catch let error as QuoteConversionError {
            #expect(error.description.contains("closecast history import FILE --currency KZT --per USD"), "\(error)")
        }
        let tenge = try await portfolio.market.directory.asset("KZT")
        _ = try await portfolio.market.closeImport.store(
            [Candle(day: Day(iso: "2025-01-02")!, close: 0.002)], of: tenge, source: "f", replaces: false)
        let closes = try await portfolio.market.closeImport.closes(of: file, as: coin.ticker, since: nil)
        #expect(closes.candles.map(\.close) == [50000 * 0.002])
    }
}

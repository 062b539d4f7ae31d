import Foundation
import Market
import Testing

@Suite struct SimulatedMarketTests {
    static let lastDay = Day(iso: "2024-12-31")!

    private func histories(_ count: Int, days: Int = 1500, seed: UInt64 = 1) -> [PriceHistory] {
        let market = SimulatedMarket(days: days, seed: seed, lastDay: Self.lastDay)
        return (0..<count).map { market.history($0, ticker: SimulatedMarket.ticker($0, of: count)) }
    }

    private func returns(_ history: PriceHistory) -> [Double] {
        zip(history.closes.dropFirst(), history.closes).map { log($0 / $1) }
    }

    @Test func theSameSeedMakesTheSameMarket() {
        #expect(histories(3) == histories(3))
        #expect(histories(1) != histories(1, seed: 2))
    }

    @Test func aCoinIsTheSameHoweverManyAreMade() {
        #expect(histories(5).map(\.closes) == Array(histories(12).map(\.closes).prefix(5)))
    }

    @Test func historiesEndOnTheLastDay() {
        let history = histories(1, days: 700)[0]
        #expect(history.count == 700)
        #expect(history.lastDay == Self.lastDay)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func everyCloseIsAPriceAndNoDayMovesItMoreThanTenfold(seed: UInt64) {
        for history in histories(20, seed: seed) {
            #expect(history.closes.allSatisfy { $0 > 0 && $0.isFinite }, "seed \(seed)")
            #expect(returns(history).allSatisfy { abs($0) < log(10) }, "seed \(seed)")
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func tailsAreFatAndVolatilityClusters(seed: UInt64) {
        let coins = histories(12, days: 3000, seed: seed).map(returns)
        let tails = coins.map(kurtosis)
        let clusters = coins.map { values in
            let sizes = values.map(abs)
            return correlation(Array(zip(sizes, sizes.dropFirst())))
        }
        #expect(mean(tails) > 4, "kurtosis \(tails), seed \(seed)")
        #expect(mean(clusters) > 0.05, "autocorrelation of sizes \(clusters), seed \(seed)")
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func coinsShareShocks(seed: UInt64) {
        let coins = histories(12, seed: seed).map(returns)
        let pairs = coins.indices.flatMap { one in (0..<one).map { other in correlation(Array(zip(coins[one], coins[other]))) } }
        #expect(mean(pairs) > 0.1, "mean pairwise correlation \(mean(pairs)), seed \(seed)")
    }

    @Test func tickersSortAndAreKnownAsSimulated() {
        let tickers = [0, 8, 9, 98].map { SimulatedMarket.ticker($0, of: 99).description }
        #expect(tickers == ["SIM01", "SIM09", "SIM10", "SIM99"])
        #expect(SimulatedMarket.ticker(0, of: 100_000).description == "SIM000001")
        #expect(SimulatedMarket.isTicker(Ticker("sim07")!))
        for text in ["SIM", "SIM1", "SIMD", "SIMD01", "ASIM01", "SIM01X"] { #expect(!SimulatedMarket.isTicker(Ticker(text)!)) }
    }

    @Test func theEmbeddedSampleIsWhatTheGeneratorMakes() throws {
        let folder = packageRoot.appending(path: "data/simulated")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".csv") }.sorted()
        let made = histories(12)
        #expect(files == made.map { "\($0.ticker).csv" })
        let selection = CloseSeries.Selection(need: 1500, today: Self.lastDay + 1)
        for history in made {
            let name = "\(history.ticker).csv"
            let file = try PriceFile(Array(Data(contentsOf: folder.appending(path: name))), name: name)
            #expect(try file.history(history.ticker, selection).history == history, "\(name)")
        }
    }
}

/// The package's folder, two above this file's.
let packageRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

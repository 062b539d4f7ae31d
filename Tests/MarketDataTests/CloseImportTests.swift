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
}

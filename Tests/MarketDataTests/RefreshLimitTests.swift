import Foundation
import Market
import MarketData
import MarketFeeds
import Testing

/// The time limit for a refresh of many assets while a person waits.
@Suite(.serialized) struct RefreshLimitTests {
    /// A network that never answers, not even when the request is cancelled.
    private struct StuckTransport: HTTPTransport {
        func get(
            _ url: URL, headers: [String: String], timeoutSeconds: Double, sizeLimit: Int
        ) async throws(TransportError) -> HTTPAnswer {
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            return HTTPAnswer(status: 200)
        }
    }

    @Test(.timeLimit(.minutes(15))) func aNetworkThatNeverAnswersEndsWithTheLimit() async throws {
        let world = try World()
        let assets = try await world.store(["AAA", "BBB"], through: World.today - 5)
        let feeds = PriceFeeds(settings: FeedSettings(), clock: .system, transport: StuckTransport())
        let history = HistoryFetcher(MarketData(world.database) { world.time.now }, feeds)
        let results = await history.bringUpToDate(
            assets.map { ($0, World.today - 5) }, limitSeconds: 0.2, withQuotes: true)
        #expect(results.map(\.asset.id) == assets.map(\.id))
        #expect(results.allSatisfy { $0.isUnreachable && $0.failure != nil && $0.newest == World.today - 5 })
    }

    @Test func answersWithinTheLimitAreStored() async throws {
        let world = try World()
        let assets = try await world.store(["AAA", "BBB"], through: World.today - 5)
        world.exchange.set(.fails, of: "BBB")
        let results = await world.refresher.fetcher.bringUpToDate(
            assets.map { ($0, World.today - 5) }, limitSeconds: 60, withQuotes: false)
        #expect(results.map(\.newest) == [World.today - 1, World.today - 5])
        #expect(results.map(\.isUnreachable) == [false, false], "the exchange answered, although with an error")
        #expect(try await world.last(assets[0]) == World.today - 1)
    }

    @Test func anAbsentNetworkIsDistinguishedFromAFailingProvider() async throws {
        let world = try World()
        let asset = Asset(
            id: AssetID("kkk-coin")!, ticker: Ticker("KKK")!, name: "KKK", providerIDs: [.kraken: "KKKUSD", .coinbase: "KKK-USD"])
        try await world.database.save(asset)
        let result = await world.refresher.fetcher.bringUpToDate(
            asset, last: World.today - 5, budgetSeconds: 60, withQuotes: true)
        #expect(result.isUnreachable, "the other addresses are unused")
        #expect(result.quoteFailure == nil, "hourly prices are not requested needlessly")
    }
}

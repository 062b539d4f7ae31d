import Foundation
import LoopbackServer
import Market
import MarketFeeds
import Testing

@Suite(.serialized) struct ProviderChainTests {
    /// Answers, fails or hangs, as configured.
    private struct Stub: PriceProvider {
        let provider: Provider
        let needsKey = false
        var days: ClosedRange<Int>?
        var without: Set<Int> = []
        var factor = 1.0
        var cut = false

        func candles(
            of providerID: String, from first: Day, through last: Day, deadlineSeconds: Double, progress: (@Sendable (Int) -> Void)?
        ) async throws(FeedError) -> FeedAnswer {
            guard let days else { throw FeedError(provider, asked: providerID, .unavailable(status: 500, message: "")) }
            let candles = days.filter { !without.contains($0) }.map { number in
                let close = (100 + Double(number)) * factor
                return Candle(day: Scene.first + number, open: close, high: close + 1, low: close - 1, close: close, volume: 1)
            }
            let error = FeedError(provider, asked: providerID, .connection("cut"))
            return FeedAnswer(candles: candles, cutShortBy: cut ? error : nil, source: provider.rawValue, retrievedAt: 7)
        }
    }

    private static let clock = FakeTime(now: (Scene.first + 100).daysSince1970 * 86_400).clock()
    private static let order: [Provider] = [.binance, .kraken, .coinmetrics, .coinbase]

    private func asset(_ providers: [Provider] = order, firstTrade: Day? = nil) -> Asset {
        Asset(
            id: AssetID("coin")!, ticker: Ticker("C")!, name: "Coin",
            providerIDs: Dictionary(uniqueKeysWithValues: providers.map { ($0, "id") }), firstTrade: firstTrade)
    }

    private func fetch(_ stubs: [Stub], _ asset: Asset, quorum: Int = 1) async throws(ChainError) -> ChainAnswer {
        try await ProviderChain(stubs, clock: Self.clock).fetch(
            asset, from: Scene.first, through: Scene.first + 200, quorum: quorum)
    }

    @Test func theFirstThatHasAllDaysWins() async throws {
        let answer = try await fetch(
            [
                Stub(provider: .binance), Stub(provider: .kraken, days: 40...99), Stub(provider: .coinmetrics, days: 0...99),
                Stub(provider: .coinbase, days: 0...99),
            ], asset())
        #expect(answer.answered == [.coinmetrics] && answer.candles.count == 100)
        #expect(answer.candles.allSatisfy { $0.source == "coinmetrics" && $0.retrievedAt == 7 })
        #expect(answer.failures.map(\.provider) == [.binance])
        #expect(answer.reachesBack && answer.isCurrent && !answer.isPartial && answer.unconfirmedDays == 0)
    }

    @Test func otherwiseTheMostDaysWinAndMissingDaysAreReported() async throws {
        let answer = try await fetch(
            [
                Stub(provider: .binance, days: 50...98), Stub(provider: .kraken, days: 30...99, without: [60], cut: true),
                Stub(provider: .coinbase, days: 31...99),
            ], asset([.binance, .kraken, .coinbase]))
        #expect(answer.answered == [.kraken])
        #expect(answer.gaps == [Scene.first + 60...Scene.first + 60])
        #expect(answer.isPartial && !answer.reachesBack && answer.isCurrent)
        #expect(answer.failures.map(\.reason) == [.connection("cut")])
    }

    @Test func daysBeforeTheFirstTradeAreNotMissed() async throws {
        let stubs = [Stub(provider: .binance, days: 20...99), Stub(provider: .kraken, days: 0...99)]
        let answer = try await fetch(stubs, asset(firstTrade: Scene.first + 20))
        #expect(answer.answered == [.binance] && answer.reachesBack)
    }

    @Test func providersWithoutAnIDAreSkippedAndReported() async throws {
        let stubs = [Stub(provider: .binance, days: 0...99), Stub(provider: .kraken, days: 0...99)]
        let answer = try await fetch(stubs, asset([.kraken]))
        #expect(answer.answered == [.kraken] && answer.skipped == [.binance])
        let error = await #expect(throws: ChainError.self) { _ = try await fetch(stubs, asset([.coinbase])) }
        #expect(error?.skipped == [.binance, .kraken] && error?.failures == [])
        #expect(
            error.map { "\($0)" }
                == "No provider could be asked for coin. Not asked, since coin has no id for them: binance, kraken. Add an id to the asset."
        )
    }

    @Test func whenAllFailEachReasonIsReportedOnce() async throws {
        let error = await #expect(throws: ChainError.self) {
            _ = try await fetch([Stub(provider: .binance), Stub(provider: .kraken)], asset([.binance, .kraken]))
        }
        #expect(error?.failures.map(\.provider) == [.binance, .kraken])
        #expect(error.map { "\($0)".split(separator: "\n").count } == 3)
    }

    @Test func aQuorumOfTwoIsTheMeanAndReportsDifferences() async throws {
        let answer = try await fetch(
            [
                Stub(provider: .binance, days: 0...99), Stub(provider: .kraken),
                Stub(provider: .coinmetrics, days: 90...99, without: [95], factor: 1.03), Stub(provider: .coinbase, days: 0...99),
            ], asset(), quorum: 2)
        #expect(answer.answered == [.binance, .coinmetrics])
        #expect(answer.candles.count == 100 && answer.unconfirmedDays == 91 && answer.gaps.isEmpty)
        #expect(answer.disagreements.map(\.day) == (90...99).filter { $0 != 95 }.map { Scene.first + $0 })
        #expect(answer.disagreements[0].one == (.binance, 190) && answer.disagreements[0].other == (.coinmetrics, 190 * 1.03))
        let merged = answer.candles[90]
        #expect(merged.source == "binance+coinmetrics" && merged.candle.volume == nil)
        #expect(abs(merged.candle.close - 190 * 1.015) < 1e-9)
        #expect(merged.candle.low! < merged.candle.close && merged.candle.close < merged.candle.high!)
        #expect(answer.candles[95].source == "binance" && answer.candles[95].candle.close == 195)
    }

    @Test(arguments: [(1.0199, false), (1.0203, true)]) func twoPerCentOfTheMeanIsAgreement(factor: Double, differs: Bool)
        async throws
    {
        let answer = try await fetch(
            [Stub(provider: .binance, days: 0...9), Stub(provider: .kraken, days: 0...9, factor: factor)], asset(), quorum: 2)
        #expect(answer.disagreements.count == (differs ? 10 : 0))
    }

    @Test func aQuorumThatIsNotReachedIsUnconfirmed() async throws {
        let answer = try await fetch([Stub(provider: .binance), Stub(provider: .kraken, days: 0...99)], asset(), quorum: 2)
        #expect(answer.answered == [.kraken] && answer.unconfirmedDays == 100)
    }

    @Test func aServerThatHangsLeavesHalfOfTheTimeForTheNext() async throws {
        let server = LoopbackServer { _, _ in
            var reply = LoopbackServer.Reply()
            reply.hangs = true
            return reply
        }
        defer { server.stop() }
        let feeds: [any PriceProvider] = [
            Scene.binance.feed(Scene.settings(server.address)), Stub(provider: .kraken, days: 0...99),
        ]
        let answer = try await ProviderChain(feeds, clock: Self.clock).fetch(
            asset(), from: Scene.first, through: Scene.first + 99, deadlineSeconds: 0.4)
        #expect(answer.answered == [.kraken])
        #expect(answer.failures.map(\.reason) == [.timedOut(seconds: 0.2)])
    }

    @Test func whenAllHangTheDeadlineIsKept() async throws {
        let server = LoopbackServer { _, _ in
            var reply = LoopbackServer.Reply()
            reply.hangs = true
            return reply
        }
        defer { server.stop() }
        let chain = ProviderChain(PriceFeeds(settings: Scene.settings(server.address)))
        let start = FeedClock.system.uptime()
        let error = await #expect(throws: ChainError.self) {
            _ = try await chain.fetch(asset(), from: Scene.first, through: Scene.last, deadlineSeconds: 0.5)
        }
        #expect(error?.failures.isEmpty == false)
        // Without a deadline it would be four providers, three requests, ten seconds each: no matter how busy the machine is.
        #expect(FeedClock.system.uptime() - start < 60)
    }

    @Test func quotesComeFromTheFirstThatHasThem() async throws {
        let feeds: [any PriceProvider] = [
            Scene.coinMetrics.feed { _ in HTTPAnswer(status: 500) },
            Scene.binance.feed { _ in
                HTTPAnswer(status: 200, body: Array("[[\((Scene.now - 7200) * 1000),\"1\",\"9\",\"1\",\"5\",\"1\",0,\"1\"]]".utf8))
            },
        ]
        let chain = ProviderChain(feeds, clock: FakeTime(now: Scene.now).clock())
        let (quotes, provider) = try await chain.hourlyQuotes(asset(), since: 0)
        #expect(quotes == [Quote(time: Scene.now - 3600, price: 5)] && provider == .binance)
        let error = await #expect(throws: ChainError.self) { _ = try await chain.details(asset()) }
        #expect(error?.failures.map(\.reason) == [.unsupported, .unsupported])
    }
}

import Ledger
import Market
import MarketData
import PaperTrading
import PortfolioWorld
import Testing

@Suite struct PaperMatchTests {
    private static let start = Day(iso: "2024-01-01")!

    private func match(
        coins: [AssetID] = [bitcoin], start: Day = start, end: Day? = nil, cash: FixedDecimal = "10", fee: FixedDecimal = "0",
        strategies: [PaperTrading.Strategy] = [.hold], threshold: FixedDecimal = "0.5", seed: UInt64 = 1
    ) throws -> PaperMatch {
        try PaperMatch(
            coins: coins, start: start, end: end, cash: cash, feeRate: fee, strategies: strategies, threshold: threshold, seed: seed
        )
    }

    @Test func everyFieldIsChecked() throws {
        let many = (0..<11).map { AssetID("c\($0)")! }
        #expect(throws: PaperMatchError.coinCount(0)) { try match(coins: []) }
        #expect(throws: PaperMatchError.coinCount(11)) { try match(coins: many) }
        #expect(throws: PaperMatchError.coinTwice(bitcoin)) { try match(coins: [bitcoin, ethereum, bitcoin]) }
        #expect(throws: PaperMatchError.noCoin(.usd)) { try match(coins: [bitcoin, .usd]) }
        let early = Day(iso: "2009-01-02")!
        #expect(throws: PaperMatchError.startTooEarly(early)) { try match(start: early) }
        #expect(throws: PaperMatchError.endBeforeStart(start: Self.start, end: Self.start)) { try match(end: Self.start) }
        #expect(throws: PaperMatchError.tooLong(days: 7306)) { try match(end: Self.start + 7306) }
        for cash in ["0", "-5", "0.99", "1000000000.1"].map(decimal) as [FixedDecimal] {
            #expect(throws: PaperMatchError.cashOutOfRange(cash)) { try match(cash: cash) }
        }
        for fee in ["-0.1", "0.100000000000000001"].map(decimal) as [FixedDecimal] {
            #expect(throws: PaperMatchError.feeOutOfRange(fee)) { try match(fee: fee) }
        }
        #expect(throws: PaperMatchError.noStrategy) { try match(strategies: []) }
        for threshold in ["-0.1", "1"].map(decimal) as [FixedDecimal] {
            #expect(throws: PaperMatchError.thresholdOutOfRange(threshold)) { try match(threshold: threshold) }
        }
        #expect(throws: PaperMatchError.seedTooLarge(1 << 53)) { try match(seed: 1 << 53) }
        _ = try match(coins: Array(many.prefix(10)), end: Self.start + 7305, cash: "1000000000", fee: "0.1", threshold: "0.99")
    }

    @Test func holdAlwaysTakesPartAndComesFirst() throws {
        #expect(try match(strategies: [.followForecast]).strategies == [.hold, .followForecast])
        #expect(try match(strategies: [.followForecast, .rebalance, .rebalance]).strategies == PaperTrading.Strategy.allCases)
    }

    @Test func aMatchRunsUntilItsLastDayHasEnded() throws {
        let open = try match(), closed = try match(end: Self.start + 10)
        #expect(open.isRunning(today: Self.start + 5000) && open.lastDay(today: Self.start + 5) == Self.start + 4)
        #expect(closed.isRunning(today: Self.start + 10) && !closed.isRunning(today: Self.start + 11))
        #expect(closed.lastDay(today: Self.start + 500) == Self.start + 10)
    }
}

@Suite(.serialized) struct PaperMatchesTests {
    private static let model = String(repeating: "a", count: 64)
    private let world: World
    private let mine: PaperMatches
    private let others: PaperMatches

    init() throws {
        world = try World(today: day0 + 100)
        let market = world.portfolio().market
        mine = PaperMatches(market, owner: "me")
        others = PaperMatches(market, owner: "you")
    }

    private func match(from start: Day = day0, _ coins: [AssetID] = [ethereum, bitcoin]) throws -> PaperMatch {
        try PaperMatch(
            coins: coins, start: start, end: day0 + 400, cash: "123.45", feeRate: "0.0025", threshold: "0.55", seed: 1 << 52)
    }

    @Test func aMatchIsKeptAsItWasStarted() async throws {
        let (first, second) = (
            try await mine.start(match(), following: Self.model),
            try await mine.start(match(from: day0 + 100), following: Self.model)
        )
        #expect(RecordedPaperMatch.isWellFormed(first.id) && first.id != second.id)
        #expect(try first.match == match() && first.createdAt == moment(day0 + 100, 12) && first.modelSHA256 == Self.model)
        #expect(try await mine.all() == [second, first])
        #expect(try await mine.match(first.id) == first)
        try await mine.delete(first.id)
        #expect(try await mine.all() == [second])
        await #expect(throws: PaperMatchesError.unknown(first.id)) { try await mine.delete(first.id) }
    }

    @Test func nobodySeesAnothersMatch() async throws {
        let id = try await mine.start(match(), following: Self.model).id
        #expect(try await others.all() == [])
        await #expect(throws: PaperMatchesError.unknown(id)) { try await others.match(id) }
        await #expect(throws: PaperMatchesError.unknown(id)) { try await others.delete(id) }
        #expect(try await mine.all().map(\.id) == [id])
    }

    @Test func aHundredMatchesAreTheMost() async throws {
        for _ in 0..<PaperMatches.limit { _ = try await mine.start(match(), following: Self.model) }
        await #expect(throws: PaperMatchesError.tooMany(limit: 100)) { try await mine.start(match(), following: Self.model) }
        _ = try await others.start(match(), following: Self.model)
        #expect(try await mine.all().count == 100)
    }

    @Test func aMatchOfTheFutureIsRefused() async throws {
        await #expect(throws: PaperMatchError.startInFuture(day0 + 101, today: day0 + 100)) {
            try await mine.start(match(from: day0 + 101), following: Self.model)
        }
        #expect(try await mine.all() == [])
    }

    @Test func anUnknownCoinIsRefused() async throws {
        let nowhere = AssetID("nowhere")!
        await #expect(throws: AssetError.notStored(nowhere)) {
            try await mine.start(match(from: day0, [bitcoin, nowhere]), following: Self.model)
        }
        #expect(try await mine.all() == [])
    }

    /// Stored closes give the same result as other closes; closes that arrive later continue the match.
    @Test func aMatchIsPlayedOnStoredCloses() async throws {
        let random = try PaperWorld(seed: 4, coins: 2, days: 60, strategies: [.rebalance])
        try await store(random, before: random.today)
        world.clock.time.withLock { $0 = moment(random.today, 5) }
        let market = world.portfolio().market
        let match = try PaperMatch(coins: [bitcoin, ethereum], start: PaperWorld.start, strategies: [.rebalance])
        let outcome = try await PaperPlay().outcome(of: match, in: market) { StubForecaster() }
        guard case .result(let stored) = outcome else { throw PaperWorld.NoResult() }
        let given = try await random.result()
        #expect(stored.coins.map(\.id) == [bitcoin, ethereum])
        #expect(stored.lines.map(\.values) == given.lines.map(\.values))
        world.clock.time.withLock { $0 = moment(stored.firstDay + 10, 5) }
        guard case .result(let earlier) = try await PaperPlay().outcome(of: match, in: market, by: { StubForecaster() }) else {
            throw PaperWorld.NoResult()
        }
        #expect(earlier.lastDay == stored.firstDay + 9)
        #expect(earlier.lines[1].values == Array(stored.lines[1].values.prefix(10)))
    }

    /// Stores the closes of the two coins of a world.
    private func store(_ random: PaperWorld, before end: Day) async throws {
        for (asset, candles) in zip([bitcoin, ethereum], random.candles) {
            let closes = Dictionary(uniqueKeysWithValues: candles.map { ($0.day, $0.close) })
            let kept: [Double?] = (PaperWorld.firstDay...end - 1).days.map { closes[$0] }
            try await world.store(kept, of: asset, from: PaperWorld.firstDay)
        }
    }

    /// A match that starts today waits. Once its closes have arrived, it has the same result as without a store.
    @Test(arguments: 0..<4) func aMatchThatStartsTodayBecomesOneOfThePast(seed: UInt64) async throws {
        print("from today on: seed \(seed)")
        let random = try PaperWorld(seed: seed, coins: 2, days: 90, missing: 0.01)
        world.clock.time.withLock { $0 = moment(PaperWorld.start, 12) }
        try await store(random, before: PaperWorld.start)
        let market = world.portfolio().market
        let started = try PaperMatch(coins: [bitcoin, ethereum], start: market.today, seed: seed)
        let id = try await mine.start(started, following: Self.model).id
        let assets = try await market.store.assets(ids: [bitcoin, ethereum])
        let inOrder = [bitcoin, ethereum].compactMap { assets[$0] }
        for days in [0, 1, 20, 90] {
            let today = PaperWorld.start + days
            world.clock.time.withLock { $0 = moment(today, 5) }
            try await store(random, before: today)
            let match = try await mine.match(id).match
            let stored = try await PaperPlay().outcome(of: match, in: market) { StubForecaster() }
            let given = zip(inOrder, random.candles).map { asset, candles in PaperCloses(asset, candles.filter { $0.day < today }) }
            let stateless = try await PaperPlay().outcome(of: match, given, today: today) { StubForecaster() }
            #expect(stored == stateless, "seed \(seed), \(days) days")
            guard case .result(let result) = stored else {
                #expect(days < 20, "seed \(seed): there is no result after \(days) days")
                continue
            }
            #expect(days > 0 && result.lastDay < today, "seed \(seed)")
            if days == 90 { #expect(result.lastDay == today - 1 && result.decisions.count == 4, "seed \(seed)") }
        }
    }

    /// A result of a model other than the first one says so; if the first model is unknown, nothing can be said.
    @Test func aReplacedModelIsNamed() async throws {
        let follow = try await PaperWorld(seed: 6, coins: 2, days: 40).result()
        let rebalance = try await PaperWorld(seed: 6, coins: 2, days: 40, strategies: [.rebalance]).result()
        let now = try #require(follow.model)
        func recorded(_ model: String?) throws -> RecordedPaperMatch {
            RecordedPaperMatch(id: "pm_0123456789abcdef", match: try match(), createdAt: 1, modelSHA256: model)
        }
        for model in [nil, now.sha256] {
            #expect(try recorded(model).otherModel(in: follow) == nil)
            #expect(try recorded(model).modelSentence(follow) == nil)
        }
        let other = try recorded(Self.model)
        #expect(other.otherModel(in: follow) == now && other.otherModel(in: rebalance) == nil)
        #expect(other.modelSentence(rebalance) == nil)
        #expect(
            other.modelSentence(follow)
                == "The model was replaced after this match started: follow is computed again with daily-close-t as it is now, "
                + "so its past trades may have changed.")
    }
}

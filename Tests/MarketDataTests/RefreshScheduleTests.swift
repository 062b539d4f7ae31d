import Market
import MarketData
import Portfolio
import Synchronization
import Testing

/// Days in the life of a server, in a moment.
@Suite(.serialized) struct RefreshScheduleTests {
    private static let tickers = ["AAA", "BBB", "CCC", "DDD", "EEE", "FFF"]

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func eachAssetIsFetchedOnceADayAfterTheDayHasEnded(seed: UInt64) async throws {
        let world = try World(hour: 20, for: 3 * 86_400, seed: seed)
        let assets = try await world.store(Self.tickers, through: World.today - 1)
        await world.schedule().run()
        let settings = RefreshSettings()
        for asset in assets {
            let asked = world.exchange.asked("\(asset.ticker)")
            #expect(asked.map(\.day) == [1, 2, 3].map { World.today + $0 }, "seed \(seed)")
            let latest = settings.settleSeconds + settings.windowSeconds + settings.longestWaitSeconds
            #expect(
                asked.allSatisfy { (Int(settings.settleSeconds)...Int(latest)).contains($0.secondOfDay) }, "seed \(seed): \(asked)")
            #expect(try await world.last(asset) == World.today + 2)
            #expect(try await world.closesAreFinal(asset))
        }
        let moments = Set(assets.flatMap { world.exchange.asked("\($0.ticker)").map(\.secondOfDay) })
        #expect(moments.count > 6, "spread over the window: \(moments), seed \(seed)")
        #expect(world.time.sleeps.allSatisfy { $0 <= settings.longestWaitSeconds })
    }

    @Test func missedDaysAreFetchedAtOnce() async throws {
        let world = try World(hour: 12, for: 60)
        let assets = try await world.store(["AAA"], through: World.today - 9)
        await world.schedule().run()
        #expect(world.exchange.asked("AAA").count == 1)
        #expect(try await world.last(assets[0]) == World.today - 1)
    }

    @Test func aFavouriteWithoutClosesGetsAThousandDays() async throws {
        let world = try World(hour: 12, for: 60)
        let asset = World.asset("AAA")
        try await world.database.save(asset)
        try await world.database.save(World.asset("BBB"))
        try await world.database.addFavourites([asset.id], of: "ann")
        await world.schedule().run()
        #expect(try await world.database.coverage()[asset.id]?.count == HistoryFetcher.firstDays)
        #expect(world.exchange.asked("BBB").isEmpty, "it is not needed")
    }

    @Test func delistedAssetsAreLeftAlone() async throws {
        let world = try World(hour: 12, for: 3 * 86_400)
        var asset = try await world.store(["AAA"], through: World.today - 40)[0]
        asset.lastTrade = World.today - 40
        try await world.database.save(asset)
        await world.schedule().run()
        #expect(world.exchange.asked("AAA").isEmpty)
    }

    // MARK: Feeds that fail

    @Test(arguments: [Exchange.Mood.fails, .hangs]) func aFailingFeedIsRetriedLessAndLessOften(mood: Exchange.Mood) async throws {
        // The other asset needs its answer within this time as well, so it is not too short.
        let world = try World(hour: 12, for: 6 * 3600, timeoutSeconds: mood == .hangs ? 1 : 30)
        let assets = try await world.store(["AAA", "BBB"], through: World.today - 3)
        world.exchange.set(mood, of: "AAA")
        await world.schedule().run()
        let asked = world.exchange.asked("AAA")
        #expect((6...14).contains(asked.count), "\(asked)")
        let waits = zip(asked, asked.dropFirst()).map { $1 - $0 }
        #expect(waits.last ?? 0 > 1500 && waits.max() ?? 0 < 3600 + 600, "\(waits)")
        #expect(try await world.last(assets[0]) == World.today - 3)
        #expect(try await world.last(assets[1]) == World.today - 1, "the other one is not held up")
        let reported = world.refresher.feedState
        #expect(reported.failures == asked.count && reported.successes == 1)
        #expect(reported.lastFailure?.contains("binance") == true)
        #expect(reported.isStale(today: World.today))
    }

    @Test func aFeedThatAnswersAgainIsHeard() async throws {
        let world = try World(hour: 12, for: 6 * 3600)
        let asset = try await world.store(["AAA"], through: World.today - 3)[0]
        world.exchange.set(.fails, of: "AAA", times: 3)
        await world.schedule().run()
        #expect(world.exchange.asked("AAA").count == 4)
        #expect(try await world.last(asset) == World.today - 1)
        #expect(world.refresher.feedState.failuresInARow == 0)
        #expect(world.refresher.feedState.agesInDays(today: World.today) == [asset.id: 1])
    }

    // MARK: Clocks that jump

    @Test func aClockThatJumpsADayAheadAndIsMendedStoresNoUnfinishedDay() async throws {
        let world = try World(hour: 12, for: 86_400)
        let asset = try await world.store(["AAA"], through: World.today - 1)[0]
        world.time.jump(by: 86_400, at: 1000)
        world.time.jump(by: -86_400, at: 1700)
        await world.schedule().run()
        #expect(try await world.closesAreFinal(asset))
        #expect(try await world.last(asset) == World.today)
        #expect(world.exchange.asked("AAA").count == 1, "\(world.exchange.asked("AAA"))")
    }

    @Test func aClockThatJumpsADayBackNeitherDoublesNorStarves() async throws {
        let world = try World(hour: 12, for: 3 * 86_400)
        let asset = try await world.store(["AAA"], through: World.today - 1)[0]
        // Back an hour after the day's fetch, and right again two days later.
        world.time.jump(by: -86_400, at: 15 * 3600)
        world.time.jump(by: 86_400, at: 62 * 3600)
        await world.schedule().run()
        #expect(try await world.closesAreFinal(asset))
        #expect(try await world.last(asset) == World.today + 2)
        #expect(world.exchange.asked("AAA").count == 3, "\(world.exchange.asked("AAA"))")
    }

    @Test func aClockADayAheadFetchesNoMoreOftenThanAFailingFeed() async throws {
        let world = try World(hour: 12, for: 10 * 3600)
        try await world.store(["AAA"], through: World.today - 1)
        world.time.jump(by: 2 * 86_400, at: 1000)
        await world.schedule().run()
        #expect(world.exchange.asked("AAA").count < 20)
    }

    /// Only the provider's clock reveals that ours is wrong.
    @Test func aClockADayAheadIsReportedAndStoresNoUnfinishedDay() async throws {
        let world = try World(hour: 12, for: 2 * 86_400)
        world.exchange.tellTime()
        let asset = try await world.store(["AAA"], through: World.today - 3)[0]
        world.time.jump(by: 86_400, at: 0)
        world.time.jump(by: -86_400, at: 86_400)
        let skews = Mutex<Set<Int>>([])
        let schedule = world.schedule(log: { _ in
            skews.withLock { _ = $0.insert(world.refresher.fetcher.feeds.clockAheadSeconds) }
        })
        await schedule.run()
        #expect(try await world.closesAreFinal(asset))
        #expect(try await world.last(asset) == World.today + 1, "once the clock is right again, fetching continues")
        #expect(skews.withLock { $0.contains { abs($0 - 86_400) < 60 } && $0.contains(0) }, "\(skews.withLock { $0 })")
        #expect(world.exchange.asked("AAA").count < 60, "\(world.exchange.asked("AAA").count)")
    }

    @Test(arguments: [-900, 0, 900]) func clocksThatDifferALittleAreNothing(seconds: Int) async throws {
        let world = try World(hour: 12, for: 60)
        world.exchange.tellTime()
        let asset = try await world.store(["AAA"], through: World.today - 3)[0]
        world.time.jump(by: seconds, at: 0)
        await world.schedule().run()
        #expect(world.refresher.fetcher.feeds.clockAheadSeconds == 0)
        #expect(try await world.last(asset) == World.today - 1)
    }
}

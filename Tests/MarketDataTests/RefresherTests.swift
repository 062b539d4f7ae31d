import Market
import MarketData
import Synchronization
import Testing
import Waits

@Suite(.serialized) struct RefresherTests {
    @Test func manyWhoWantTheSameAtOnceShareOneFetch() async throws {
        let world = try World()
        let asset = try await world.store(["AAA"], through: World.today - 5)[0]
        let results = await withTaskGroup(of: RefreshResult.self) { group in
            for _ in 0..<50 { group.addTask { await world.refresher.refresh(asset, deadlineSeconds: 5) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(world.exchange.asked("AAA").count == 1)
        #expect(results.count == 50 && results.allSatisfy { $0.newest == World.today - 1 })
    }

    @Test func currentClosesAreNotFetchedAgain() async throws {
        let world = try World()
        let asset = try await world.store(["AAA"], through: World.today - 1)[0]
        let result = await world.refresher.refresh(asset, deadlineSeconds: 5)
        #expect(result.failure == nil && result.newest == World.today - 1 && result.added == 0)
        #expect(world.exchange.asked("AAA").isEmpty)
        #expect(world.refresher.feedState.successes == 1)
    }

    @Test func aFeedThatHangsEndsWithTheDeadlineAndTheStoredClosesServe() async throws {
        let world = try World(timeoutSeconds: 0.3)
        let asset = try await world.store(["AAA"], through: World.today - 5)[0]
        world.exchange.set(.hangs, of: "AAA")
        let result = await world.refresher.refresh(asset, deadlineSeconds: 5)
        #expect(result.newest == World.today - 5)
        #expect(result.failure?.contains("AAA") == true || result.failure?.contains("aaa-coin") == true, "\(result.failure ?? "")")
        #expect(try await world.last(asset) == World.today - 5)
        #expect(world.refresher.feedState.failures == 1)
    }

    @Test func onlyTheUpkeepsOwnFailuresCountInARow() async throws {
        let world = try World()
        let asset = try await world.store(["AAA"], through: World.today - 5)[0]
        world.exchange.set(.fails, of: "AAA")
        for _ in 0..<3 { _ = await world.refresher.refresh(asset, deadlineSeconds: 5) }
        #expect(world.refresher.feedState.failuresInARow == 0 && world.refresher.feedState.lastFailure == nil)
        #expect(world.refresher.feedState.failures == 3, "the metric counts all")
        _ = await world.refresher.refresh(asset, deadlineSeconds: 5, isUpkeep: true)
        #expect(world.refresher.feedState.failuresInARow == 1)
    }

    @Test func theUpkeepIsNotHeldToTheDeadlineOfACallerWhoseFetchItJoins() async throws {
        // On a busy machine, a caller's time may be over before its request is sent: then more time is tried.
        for seconds in [0.2, 1, 5, 25] {
            let world = try World()
            let asset = try await world.store(["AAA"], through: World.today - 5)[0]
            world.exchange.set(.hangs, of: "AAA", times: 1)
            let hasEnded = Atomic(false)
            async let caller = {
                _ = await world.refresher.refresh(asset, deadlineSeconds: seconds)
                hasEnded.store(true, ordering: .releasing)
            }()
            try await until("the request is sent, or the caller's time is over") {
                !world.exchange.asked("AAA").isEmpty || hasEnded.load(ordering: .acquiring)
            }
            guard !world.exchange.asked("AAA").isEmpty else {
                await caller
                continue
            }
            let upkeep = await world.refresher.refresh(asset, deadlineSeconds: 30, isUpkeep: true)
            await caller
            #expect(upkeep.newest == World.today - 1, "\(upkeep.failure ?? "")")
            #expect(world.refresher.feedState.failuresInARow == 0)
            return
        }
        Issue.record("no caller's request was sent")
    }

    @Test(arguments: [(takes: 3.0, hours: 1), (takes: 6.0, hours: 0)])
    func closesAndPricesOfHoursShareOneDeadline(takes: Double, hours: Int) async throws {
        let world = try World()
        let asset = try await world.store(["AAA"], through: World.today - 5)[0]
        world.exchange.set(.takes(takes), of: "AAA", times: 1)
        let result = await world.refresher.refresh(asset, deadlineSeconds: 5)
        #expect(result.newest == World.today - 1 && result.failure == nil, "\(result.failure ?? "")")
        #expect(world.exchange.askedForHours == hours && (result.quoteFailure == nil) == (hours == 1))
    }

    @Test func aDifferingCloseOfAProviderIsReportedAndTheStoredOneKept() async throws {
        let world = try World()
        let asset = try await world.store(["AAA"], through: World.today - 3)[0]
        let day = World.today - 3
        _ = try await world.database.store(
            [Candle(day: day, close: 50)], of: asset.id, source: "test", retrievedAt: 0, replaces: true)
        let result = await world.refresher.refresh(asset, deadlineSeconds: 5)
        #expect(result.changes.map(\.day) == [day] && result.changes.map(\.new) == [Exchange.close(day)])
        #expect(try await world.database.candles(of: asset.id, from: day, through: day).map(\.candle.close) == [50])
    }
}

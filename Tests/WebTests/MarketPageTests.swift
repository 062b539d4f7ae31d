import HTTPTestSupport
import Market
import ServerWorld
import Services
import Synchronization
import Testing

/// The table of markets, and the figures above it.
@Suite struct MarketPageTests {
    /// Three coins: BTC has no closes of the last 643 days, ETH fell and ADA rose yesterday.
    private static func run(_ body: (ServerUnderTest, PageVisitor) async throws -> Void) async throws {
        try await PageVisitor.run { server, visitor async throws in
            let yesterday = ServerUnderTest.yesterday
            try await server.store([100, 150], of: "bitcoin", through: yesterday - 643)
            try await server.store([100, 90], of: "ethereum", through: yesterday)
            try await server.store([1, 1.02], of: "cardano", through: yesterday)
            try await body(server, visitor)
        }
    }

    @Test func oldRowsAreMarkedAndLeftOutOfTheSummary() async throws {
        try await Self.run { _, visitor async throws in
            let page = try await visitor.get("/markets")
            #expect(page.text.matches(of: /<small class="old">644 days old<\/small>/).count == 1)
            #expect(page.has("1 of 3 markets has older closes: it is marked.") && page.has("1 of 2") && page.has("1 fell"))
            #expect(page.has("Older closes are left out of the summary."))
            #expect(page.has("\u{2212}10.0%") && !page.has("+50.0%"))
        }
    }

    /// The newest day is that of all coins, not of those that were found.
    @Test func anOldRowIsMarkedInSearchResults() async throws {
        try await Self.run { _, visitor async throws in
            let (old, new) = (try await visitor.get("/markets?q=bitcoin"), try await visitor.get("/markets?q=cardano"))
            #expect(old.has("644 days old") && !new.has("days old"))
            #expect(!old.has("left out of the summary"), "a search shows no summary")
        }
    }

    @Test func oldRowsAreLastWhereChangesSort() async throws {
        try await Self.run { _, visitor async throws in
            for (direction, order) in [("down", ["ADA", "ETH", "BTC"]), ("up", ["ETH", "ADA", "BTC"])] {
                let page = try await visitor.get("/markets?sort=24h&dir=\(direction)")
                #expect(page.text.matches(of: /<b>([A-Z]+)<\/b>/).map { String($0.output.1) } == order)
            }
        }
    }

    /// The time of a refresh may end before the last coin's turn. Four are fetched at once.
    @Test func aRefreshBeginsWithTheOldestCloses() async throws {
        let clock = Mutex<ServerUnderTest.TestClock?>(nil)
        let asked = Mutex(Set<String>())
        let refresh: AssetRefresh = { asset, _ in
            _ = asked.withLock { $0.insert("\(asset.id)") }
            clock.withLock { $0?.advance(by: 60) }
            return RefreshedCloses(newest: nil, added: 1, differing: 0, providers: ["kraken"], failure: nil)
        }
        try await ServerUnderTest.run(refresh: refresh, hasPages: true) { server async throws in
            clock.withLock { $0 = server.clock }
            let (new, old) = (["binancecoin", "bitcoin"], ["cardano", "dogecoin", "ethereum", "polkadot"])
            for id in new { try await server.store([100, 150], of: id, through: ServerUnderTest.yesterday) }
            for id in old { try await server.store([100, 150], of: id, through: ServerUnderTest.yesterday - 9) }
            let visitor = PageVisitor(server)
            let started = try #require(try await visitor.post("/markets/refresh", from: "/markets")["location"])
            let task = try #require(started.split(separator: "=").last)
            _ = try await visitor.get("/tasks/\(task)/events")
            let ended = try #require(try await visitor.get(started)["location"])
            #expect(try await visitor.get(ended).has("No provider answered in time."), "\(ended)")
            #expect(asked.withLock { !$0.isEmpty && $0.isSubset(of: old) })
        }
    }

    @Test func favouritesAreMarkedToo() async throws {
        try await Self.run { _, visitor async throws in
            for coin in ["bitcoin", "cardano"] { _ = try await visitor.post("/favourites", from: "/markets", ["add": coin]) }
            let page = try await visitor.get("/favourites")
            #expect(page.has("644 days old") && page.has("1 of 2 markets has older closes: it is marked."))
            #expect(!page.has("left out of the summary"), "favourites have no summary")
        }
    }

    /// The same change has the same height in every row: BTC fell by half of what ETH fell.
    @Test func smallChartsOfAPageHaveOneScale() async throws {
        try await PageVisitor.run { server, visitor async throws in
            try await server.store([110, 100], of: "bitcoin")
            try await server.store([12, 10], of: "ethereum")
            let lines = try await visitor.get("/markets").text.matches(of: /<path class="line" d="M1,([0-9.]+)L/).compactMap {
                Double($0.output.1)
            }
            #expect(lines == [11.5, 3])
        }
    }
}

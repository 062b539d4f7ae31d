import Foundation
import Market
import MarketData
import News
import Portfolio
import Storage
import Testing

/// What readers find and mark.
@Suite(.serialized) struct NewsListTests {
    private static let start = NewsWorld.start

    // MARK: Duplicates

    @Test func oneArticleOfSeveralSourcesIsOne() async throws {
        let world = try NewsWorld()
        try await world.add([
            ("A", "Bitcoin rises above its old peak today", "https://a.example/1?utm_source=x", Self.start - 600),
            // The same link, and nearly the same title.
            ("B", "Something else entirely was written here", "https://www.a.example/1/", Self.start - 500),
            ("C", "Bitcoin rises above its old peak today - C", "https://c.example/1", Self.start - 400),
            // Other numbers, another week, a short title, the same source.
            ("D", "Bitcoin rises 5 percent above its old peak today", "https://d.example/1", Self.start - 300),
            ("E", "Bitcoin rises above its old peak today", "https://e.example/1", Self.start - 4 * 86_400),
            ("A", "Bitcoin rises above its old peak today!", "https://a.example/2", Self.start - 200),
        ])
        let articles = try await world.list()
        #expect(articles.map(\.sources) == [["A"], ["D"], ["A", "B", "C"], ["E"]], "\(articles.map(\.sources))")
        // Fetched again, nothing is new.
        world.now += 900
        try await world.add([("A", "Bitcoin rises above its old peak today", "https://a.example/1?utm_source=x", Self.start - 600)])
        #expect(try await world.list().count == 4)
    }

    @Test func datesAheadAreCutAndMissingOnesAreTheTimeOfFetching() async throws {
        let world = try NewsWorld()
        try await world.add([("A", "From the future", "https://a.example/1", Self.start + 90_000)])
        #expect(try await world.list().map(\.publishedAt.seconds) == [Self.start])
    }

    // MARK: Trends

    @Test(arguments: 0..<8) func trendsAreThoseOfASlowComputation(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let world = try NewsWorld()
        var items: [(source: String, title: String, link: String, time: Int)] = []
        for number in 0..<30 {
            let link = "https://x.example/\(Int.random(in: 0..<12, using: &random))"
            let source = "S\(Int.random(in: 0..<4, using: &random))"
            guard !items.contains(where: { $0.source == source && $0.link == link }) else { continue }
            items.append((source, "T\(number)", link, Self.start - Int.random(in: 0..<60 * 3600, using: &random)))
        }
        try await world.add(items)
        var expected: [String: Double] = [:]
        for (link, same) in Dictionary(grouping: items, by: \.link) where same.count > 1 {
            let recent = same.filter { $0.time > Self.start - 48 * 3600 }
            guard recent.count > 1 else { continue }
            var score = 0.0
            for item in same { score += pow(0.5, Double(Self.start - item.time) / (6 * 3600)) }
            expected[link] = score
        }
        let trending = try await world.trending()
        let scores = trending.map { $0.trend ?? -1 }
        #expect(Set(trending.map(\.link)) == Set(expected.keys), "seed \(seed)")
        #expect(scores == scores.sorted(by: >), "seed \(seed)")
        for article in trending {
            #expect(abs((article.trend ?? -1) - (expected[article.link] ?? -2)) < 1e-9, "seed \(seed)")
        }
    }

    // MARK: Search

    @Test func wordsAreFound() async throws {
        let world = try NewsWorld()
        try await world.add([
            ("A", "Café opens for miners", "https://a.example/1", Self.start - 1),
            ("A", "Miners open a café", "https://a.example/2", Self.start - 2),
            ("A", "Биткоин растёт", "https://a.example/3", Self.start - 3),
        ])
        func found(_ text: String) async throws -> [String] { try await world.list(News.Filter(search: text)).map(\.title) }
        #expect(try await found("cafe").count == 2)
        #expect(try await found("MINERS ope").count == 2)
        #expect(try await found("биткоин") == ["Биткоин растёт"])
        #expect(try await found("\"for miners\"") == ["Café opens for miners"])
        #expect(try await found("miners zebra") == [])
    }

    @Test(arguments: [
        "\"", "\"\"\"", "*", "AND", "OR NOT", "NEAR(a b)", "title:x", "a AND", "-b", "^c", "(", ")", "{}", "a\"b",
        "'; DROP TABLE x; --", "%", "?1",
        "\u{0}", "😀", "…", "\\", "a:b:c", "+", "“", "«a", "NEAR/2", String(repeating: "a ", count: 99),
    ]) func nothingThatPeopleTypeIsAnError(text: String) async throws {
        let world = try NewsWorld()
        try await world.add([("A", "And or not near a title", "https://a.example/1", Self.start - 1)])
        _ = try await world.list(News.Filter(search: text))
    }

    @Test func filtersNarrowTheList() async throws {
        let world = try NewsWorld()
        try await world.add([
            ("A", "Bitcoin one", "https://a.example/1", Self.start),
            ("B", "Ethereum two", "https://b.example/2", Self.start - 86_400),
        ])
        #expect(try await world.list(News.Filter(asset: "btc")).map(\.title) == ["Bitcoin one"])
        #expect(try await world.list(News.Filter(source: "B")).map(\.title) == ["Ethereum two"])
        #expect(try await world.list(News.Filter(since: Day(iso: "2026-11-24"))).map(\.title) == ["Bitcoin one"])
        #expect(try await world.list(News.Filter(until: Day(iso: "2026-11-23"))).map(\.title) == ["Ethereum two"])
        await #expect(throws: AssetError.self) { try await world.list(News.Filter(asset: "NOSUCH")) }
    }

    @Test func filtersNarrowTheOtherLists() async throws {
        let world = try NewsWorld()
        try await world.add([
            ("A", "Bitcoin one", "https://x.example/1", Self.start), ("B", "Bitcoin one", "https://x.example/1", Self.start),
            ("A", "Ethereum two", "https://x.example/2", Self.start - 9), ("C", "Ethereum two", "https://x.example/2", Self.start),
            ("A", "Bitcoin alone", "https://x.example/3", Self.start - 1),
        ])
        try await world.store.addFavourites([AssetID("bitcoin")!, AssetID("ethereum")!], of: "ann")
        #expect(try await world.trending(News.Filter(asset: "BTC")).map(\.title) == ["Bitcoin one"])
        #expect(try await world.trending(News.Filter(source: "C")).map(\.title) == ["Ethereum two"])
        #expect(try await world.trending(News.Filter(search: "...")).isEmpty)
        #expect(try await world.recommended(News.Filter(asset: "ETH")).map(\.title) == ["Ethereum two"])
        #expect(try await world.recommended(News.Filter(search: "alone")).map(\.title) == ["Bitcoin alone"])
        await #expect(throws: AssetError.self) { try await world.trending(News.Filter(asset: "NOSUCH")) }
    }

    @Test func daysWithMuchNewsStandOut() async throws {
        let world = try NewsWorld()
        let bitcoin = AssetID("bitcoin")!
        func days() async throws -> [Int] {
            try await world.store.reading { try News().busyDays($0, about: bitcoin) }.map {
                Day(secondsSince1970: Self.start) - $0.day
            }
        }
        func add(_ count: Int, daysAgo: Int) async throws {
            try await world.add(
                (0..<count).map { number in
                    let name = "\(daysAgo)-\(number)"
                    return ("A", "Bitcoin \(name) \(number * 7919)", "https://a.example/\(name)", Self.start - daysAgo * 86_400)
                })
        }
        #expect(try await days() == [])
        try await add(4, daysAgo: 0)
        // Nothing to compare it with.
        #expect(try await days() == [])
        for daysAgo in 1...9 { try await add(1, daysAgo: daysAgo) }
        #expect(try await days() == [0])
        // Two are many beside one, but not news.
        try await add(1, daysAgo: 5)
        #expect(try await days() == [0])
        try await add(6, daysAgo: 7)
        #expect(try await days() == [0, 7])
    }

    // MARK: Readers

    @Test func marksAreTheReadersOwn() async throws {
        let world = try NewsWorld()
        try await world.add([
            ("A", "Bitcoin one", "https://a.example/1", Self.start), ("A", "Other", "https://a.example/2", Self.start - 1),
        ])
        let id = try #require(try await world.list().first?.id)
        let marked = try await world.store.change { change in
            _ = try News().setSaved(&change, NewsWorld.ann, News.Saving(id, saved: true))
            return try News().markRead(&change, NewsWorld.ann, News.Named(id))
        }
        #expect(marked.isRead && marked.isSaved)
        #expect(try await world.list(News.Filter(saved: true)).map(\.id) == [id])
        #expect(try await world.list(News.Filter(unread: true)).count == 1)
        #expect(try await world.list(News.Filter(saved: true), of: NewsWorld.bob) == [])
        #expect(try await world.list(News.Filter(unread: true), of: NewsWorld.bob).count == 2)
        let undone = try await world.store.change { change in
            _ = try News().markUnread(&change, NewsWorld.ann, News.Named(id))
            return try News().setSaved(&change, NewsWorld.ann, News.Saving(id, saved: false))
        }
        #expect(!undone.isRead && !undone.isSaved)
        await #expect(throws: Refusal.self) {
            try await world.store.change { try News().markRead(&$0, NewsWorld.ann, News.Named("e_0")) }
        }
    }

    @Test func articlesOnOnesCoinsAreRecommended() async throws {
        let world = try NewsWorld()
        try await world.add([
            ("A", "Bitcoin one", "https://a.example/1", Self.start), ("A", "Ethereum two", "https://a.example/2", Self.start - 1),
            ("A", "Bitcoin long ago", "https://a.example/3", Self.start - 15 * 86_400),
        ])
        #expect(try await world.recommended() == [])
        try await world.store.addFavourites([AssetID("bitcoin")!], of: "ann")
        let articles = try await world.recommended()
        #expect(articles.map(\.title) == ["Bitcoin one"] && articles[0].followed == ["bitcoin"])
        #expect(try await world.recommended(of: NewsWorld.bob) == [])
    }

    @Test func oldArticlesAreDeletedUnlessSaved() async throws {
        let world = try NewsWorld()
        try await world.add([
            ("A", "Bitcoin one", "https://a.example/1", Self.start), ("A", "Other", "https://a.example/2", Self.start),
        ])
        let id = try #require(try await world.list(News.Filter(asset: "BTC")).first?.id)
        _ = try await world.store.change { try News().setSaved(&$0, NewsWorld.ann, News.Saving(id, saved: true)) }
        world.now += 181 * 86_400
        #expect(try await News.purge(world.store) == 1)
        #expect(try await world.list().map(\.id) == [id])
        #expect(try await world.list(News.Filter(search: "other")) == [])
    }

    @Test func theSampleIsStoredOnce() async throws {
        let world = try NewsWorld()
        #expect(try await SampleNews.store(in: world.store, now: world.now) == 12)
        #expect(try await SampleNews.store(in: world.store, now: world.now) == 0)
        let articles = try await world.list()
        #expect(articles.count == 12 && articles[0].publishedAt.seconds == world.now)
        #expect(try await world.trending().count == 3)
    }
}

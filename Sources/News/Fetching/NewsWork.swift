import Digests
import Foundation
import Market
import MarketData
import MarketFeeds
import Records
import Store
import Synchronization

/// Fetches the feeds that are due and stores their articles.
///
/// A process marks a feed in a transaction before it asks for it, so that no other process asks too. A process that is killed in
/// between leaves the mark, which ends by itself.
package final class NewsWork: Sendable {
    /// The numbers since the start of the process.
    package struct Counts: Equatable, Sendable {
        package var fetched = 0
        package var failed = 0
        package var articles = 0
    }

    /// The time between two requests for a feed, unless the feed asks for more.
    package static let pauseSeconds = 900
    /// Longer than a fetch takes.
    private static let busySeconds = 120
    /// The number of requests at once.
    private static let width = 4
    /// Articles that share a transaction.
    private static let batch = 20

    private let store: Store
    private let feeds: @Sendable () throws -> [NewsFeed]
    private let fetcher: FeedFetcher
    private let now: @Sendable () -> Int
    private let report: @Sendable (_ source: String, _ reason: String) -> Void
    private let tally = Mutex(Counts())

    /// - Parameters:
    ///   - feeds: returns the operator's list; called before each round.
    ///   - report: receives the reason why a feed could not be read.
    package init(
        _ store: Store, feeds: @escaping @Sendable () throws -> [NewsFeed], transport: any HTTPTransport = CurlTransport(),
        timeoutSeconds: Double = 10, now: @escaping @Sendable () -> Int,
        report: @escaping @Sendable (_ source: String, _ reason: String) -> Void
    ) {
        (self.store, self.feeds, self.now, self.report) = (store, feeds, now, report)
        fetcher = FeedFetcher(transport: transport, now: now, timeoutSeconds: timeoutSeconds)
    }

    package var counts: Counts { tally.withLock(\.self) }

    /// The due work of one process.
    package func due(holder: String) -> DueWork {
        DueWork("news", every: 30, in: store, holder: holder) { [self] in
            let due = try await dueFeeds()
            guard !due.isEmpty else { return nil }
            return { [self] in try await fetch(due) }
        }
    }

    /// Fetches the feeds that are due.
    ///
    /// - Returns: the number of new articles.
    @discardableResult package func run() async throws -> Int { try await fetch(dueFeeds()) }

    // MARK: What is due

    /// When the first of the feeds is due, in seconds since 1970-01-01 UTC; nil if none has been fetched.
    package func firstDue() async throws -> Int? {
        let feeds = try feeds()
        return try await store.reading { reading in try feeds.compactMap { try reading.due($0.name, Self.mark($0)) }.min() }
    }

    /// The mark of an address in the store, which does not keep addresses: they may contain secrets.
    private static func mark(_ feed: NewsFeed) -> String { SHA256.hexadecimal(of: Array(feed.url.absoluteString.utf8)) }

    private func dueFeeds() async throws -> [NewsFeed] {
        let (feeds, now) = (try feeds(), now())
        return try await store.reading { reading in try feeds.filter { try reading.isDue($0.name, Self.mark($0), at: now) } }
    }

    private struct Claim: Sendable {
        let feed: NewsFeed
        let version: FeedFetcher.Version
    }

    /// Marks a feed as being fetched; nil if another process has done so.
    private func claim(_ feed: NewsFeed) async throws -> Claim? {
        let (mark, now) = (Self.mark(feed), now())
        return try await store.change { change in
            guard try change.reading.isDue(feed.name, mark, at: now) else { return nil }
            try change.run(
                """
                INSERT INTO news_sources (name, address, host, next_at) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT DO UPDATE SET address = ?2, host = ?3, next_at = ?4,
                    etag = CASE WHEN address = ?2 THEN etag END, modified = CASE WHEN address = ?2 THEN modified END
                """, feed.name, mark, feed.url.host ?? "", now + Self.busySeconds)
            let row = try change.reading.row("SELECT etag, modified FROM news_sources WHERE name = ?", [feed.name])
            return Claim(
                feed: feed,
                version: FeedFetcher.Version(
                    etag: try row?.decode(String?.self, atIndex: 0) ?? nil,
                    modified: try row?.decode(String?.self, atIndex: 1) ?? nil))
        }
    }

    // MARK: Fetching

    private typealias Outcome = (claim: Claim, result: Result<FeedFetcher.Answer, FeedFetcher.Failure>)

    private func fetch(_ due: [NewsFeed]) async throws -> Int {
        guard !due.isEmpty else { return 0 }
        let matcher = CoinMatcher(try await store.assets())
        return try await withThrowingTaskGroup(of: Outcome?.self) { group in
            var waiting = due.makeIterator()
            for _ in 0..<Self.width {
                guard let feed = waiting.next() else { break }
                group.addTask { try await self.fetch(feed) }
            }
            var count = 0
            while let outcome = try await group.next() {
                if let feed = waiting.next() { group.addTask { try await self.fetch(feed) } }
                // One after another: each looks for the same articles of the feeds before.
                if let outcome { count += try await settle(outcome, matcher) }
            }
            return count
        }
    }

    private func fetch(_ feed: NewsFeed) async throws -> Outcome? {
        guard let claim = try await claim(feed) else { return nil }
        do throws(FeedFetcher.Failure) {
            return (claim, .success(try await fetcher.fetch(feed, since: claim.version)))
        } catch {
            return (claim, .failure(error))
        }
    }

    private func settle(_ outcome: Outcome, _ matcher: CoinMatcher) async throws -> Int {
        let (name, now) = (outcome.claim.feed.name, now())
        try Task.checkCancellation()
        switch outcome.result {
        case .failure(let failure):
            tally.withLock { $0.failed += 1 }
            report(name, failure.reason)
            let next = now + max(Self.pauseSeconds, failure.retryAfterSeconds ?? 0)
            try await store.change {
                try $0.run(
                    "UPDATE news_sources SET last_error = ?, last_error_at = ?, next_at = ? WHERE name = ?",
                    FeedText.line(failure.reason, most: 300), now, next, name)
            }
            return 0
        case .success(.unchanged):
            tally.withLock { $0.fetched += 1 }
            try await succeed(name, outcome.claim.version, ttl: nil, at: now)
            return 0
        case .success(.feed(let feed, let version)):
            let count = try await Self.store(feed, of: name, in: store, matcher, at: now)
            tally.withLock { ($0.fetched, $0.articles) = ($0.fetched + 1, $0.articles + count) }
            // The version is stored last: after an interruption the feed is read again.
            try await succeed(name, version, ttl: feed.ttlSeconds, at: now)
            return count
        }
    }

    private func succeed(_ name: String, _ version: FeedFetcher.Version, ttl: Int?, at now: Int) async throws {
        try await store.change {
            try $0.run(
                """
                UPDATE news_sources SET ttl = ifnull(?1, ttl), etag = ?2, modified = ?3, last_success_at = ?4, last_error = NULL,
                    last_error_at = NULL, next_at = ?4 + max(?5, ifnull(?1, ifnull(ttl, 0))) WHERE name = ?6
                """, ttl, version.etag, version.modified, now, Self.pauseSeconds, name)
        }
    }

    /// Stores the articles of a feed that are not stored yet.
    ///
    /// - Returns: the number of new articles.
    static func store(_ feed: Feed, of source: String, in store: Store, _ matcher: CoinMatcher, at now: Int) async throws -> Int {
        let oldest = now - News.keptDays * 86_400
        let unknown = try await store.reading { try $0.unknown(feed.items, of: source) }
        var items = unknown.map { item in
            let coins = matcher.coins(title: item.title, summary: item.summary, topics: item.topics)
            return NewItem(item, of: source, coins: coins.map(\.description), fetchedAt: now)
        }.filter { $0.publishedAt >= oldest }
        guard let first = items.map(\.publishedAt).min() else { return 0 }
        var titles = try await store.reading { try $0.titles(from: first - TitleIndex.seconds, through: now) }
        for index in items.indices {
            let item = items[index]
            items[index].nearID = titles.near(item.words, publisher: item.publisher, publishedAt: item.publishedAt)
            if items[index].nearID == nil {
                titles.add(item.id, words: item.words, publisher: item.publisher, publishedAt: item.publishedAt)
            }
        }
        var count = 0
        for start in stride(from: 0, to: items.count, by: batch) {
            let part = Array(items[start..<min(start + batch, items.count)])
            count += try await store.change { change in
                var added = 0
                for item in part where try change.store(item, of: source) { added += 1 }
                return added
            }
        }
        return count
    }
}

extension Reading {
    fileprivate func due(_ name: String, _ mark: String) throws -> Int? {
        try value("SELECT next_at FROM news_sources WHERE name = ? AND address = ?", [name, mark])
    }

    /// Whether a feed is new, has another address, or its time has come. A time far ahead was stored before the clock was set back.
    fileprivate func isDue(_ name: String, _ mark: String, at now: Int) throws -> Bool {
        guard let next = try due(name, mark) else { return true }
        return next <= now || next > now + RetryAfter.longest + NewsWork.pauseSeconds
    }
}

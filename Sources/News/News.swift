import Foundation
import Market
import MarketData
import Records
import Store

/// The news: lists articles, and keeps what each reader has read and saved.
package struct News: Sendable {
    /// How long articles are kept that nobody has saved.
    package static let keptDays = 180
    /// The number of newest articles that are listed; older ones are found by their date.
    package static let shown = 500
    /// The number of trending and of recommended articles.
    package static let mostTrending = 50
    /// How far back trending and recommended articles go.
    package static let trendHours = 48
    package static let recommendedDays = 14
    /// The most articles that one reader can have saved.
    package static let mostSaved = 1000

    package init() {}

    /// Which articles are listed.
    package struct Filter: Record {
        /// A ticker or an id.
        package let asset: String?
        package let topic: String?
        /// The name of a source.
        package let source: String?
        /// Days in UTC, both included.
        package let since: Day?
        package let until: Day?
        /// Words as a person types them; see ``SearchText``.
        package let search: String?
        package let saved: Bool
        package let unread: Bool

        package init(
            asset: String? = nil, topic: String? = nil, source: String? = nil, since: Day? = nil, until: Day? = nil,
            search: String? = nil, saved: Bool = false, unread: Bool = false
        ) {
            (self.asset, self.topic, self.source, self.since) = (asset, topic, source, since)
            (self.until, self.search, self.saved, self.unread) = (until, search, saved, unread)
        }

        package init(_ field: inout Fields<Self>) throws {
            asset = try field("asset", \.asset, .text(1...64), "Only articles about this coin: a ticker or an id.")
            topic = try field("topic", \.topic, .text(1...Article.topicLength), "Only articles with this topic.")
            source = try field("source", \.source, .text(1...60), "Only articles of this source.")
            since = try field("since", \.since, .day, "The first day, in UTC.")
            until = try field("until", \.until, .day, "The last day, in UTC.")
            search = try field(
                "search", \.search, .text(1...200),
                "Only articles with all these words, or beginnings of words, in title or summary. Text in quotation marks is a phrase."
            )
            saved = try field("saved", \.saved, nil, "Only articles that the caller saved.", default: false)
            unread = try field("unread", \.unread, nil, "Only articles that the caller has not read.", default: false)
        }
    }

    /// An article that is named by its id.
    package struct Named: Record {
        package let id: String

        package init(_ id: String) { self.id = id }

        package init(_ field: inout Fields<Self>) throws { id = try field("article", \.id, .text(1...40), "The article's id.") }
    }

    /// An article that is named by its id, and whether it is saved from now on.
    package struct Saving: Record {
        package let id: String
        package let saved: Bool

        package init(_ id: String, saved: Bool) { (self.id, self.saved) = (id, saved) }

        package init(_ field: inout Fields<Self>) throws {
            id = try field("article", \.id, .text(1...40), "The article's id.")
            saved = try field("saved", \.saved, nil, "Whether to keep it on the list.", default: true)
        }
    }

    /// The number of articles of a topic.
    package struct Topic: Equatable, Record {
        package let name: String
        package let articles: Int

        init(name: String, articles: Int) { (self.name, self.articles) = (name, articles) }

        package init(_ field: inout Fields<Self>) throws {
            name = try field("name", \.name)
            articles = try field("articles", \.articles)
        }

        package static var schemaName: String? { "NewsTopic" }
    }

    // MARK: Reading

    /// The newest articles, newest first.
    ///
    /// - Throws: `AssetError` for a coin that is not stored.
    package func list(_ reading: borrowing Reading, _ caller: Caller, _ filter: Filter) throws -> [Article] {
        try ArticleQuery(reading, caller, filter)?.articles(reading, limit: Self.shown) ?? []
    }

    /// - Throws: ``NewsError/noArticle(_:)``.
    package func show(_ reading: borrowing Reading, _ caller: Caller, _ named: Named) throws -> Article {
        var query = ArticleQuery(caller.owner)
        query.require("id = %", named.id)
        guard let article = try query.articles(reading, limit: 1).first else { throw NewsError.noArticle(named.id) }
        return article
    }

    /// The articles that spread fastest now, fastest first; see ``Trend``.
    ///
    /// - Parameter now: seconds since 1970-01-01 UTC.
    /// - Throws: `AssetError` for a coin that is not stored.
    package func trending(
        _ reading: borrowing Reading, _ caller: Caller, _ filter: Filter = Filter(), at now: Int
    ) throws -> [Article] {
        guard var query = try ArticleQuery(reading, caller, filter) else { return [] }
        let times = try reading.rows(
            """
            SELECT article, min(published_at) FROM news_items WHERE article IN (
                SELECT article FROM news_items WHERE published_at > ?1 GROUP BY article HAVING count(DISTINCT publisher) > 1)
            GROUP BY article, publisher
            """, [now - Self.trendHours * 3600]
        ).map { (article: try $0.decode(Int.self, atIndex: 0), time: try $0.decode(Int.self, atIndex: 1)) }
        let scores = Dictionary(grouping: times, by: \.article).mapValues { Trend.score($0.map(\.time), at: now) }
        query.require("position IN (SELECT value FROM json_each(%))", "\(scores.keys.sorted())")
        let articles = try query.articles(reading, limit: scores.count, trends: scores)
        return Array(
            articles.sorted { ($1.trend ?? 0, $1.publishedAt) < ($0.trend ?? 0, $0.publishedAt) }.prefix(Self.mostTrending))
    }

    /// The newest articles about coins that the caller holds or has marked as favourites, newest first.
    ///
    /// - Parameter now: seconds since 1970-01-01 UTC.
    /// - Throws: `AssetError` for a coin that is not stored.
    package func recommended(
        _ reading: borrowing Reading, _ caller: Caller, _ filter: Filter = Filter(), at now: Int
    ) throws -> [Article] {
        guard var query = try ArticleQuery(reading, caller, filter) else { return [] }
        query.require("published_at >= %", now - Self.recommendedDays * 86_400)
        query.require(
            "EXISTS (SELECT 1 FROM news_coins WHERE article = news_articles.position AND asset IN \(ArticleQuery.followed))")
        return try query.articles(reading, limit: Self.mostTrending)
    }

    /// The sources, by name. Those that the operator has removed are listed while there are articles of them.
    package func sources(_ reading: borrowing Reading, _: Caller, _: Nothing) throws -> [NewsSource] {
        try reading.rows(
            """
            SELECT name, host, last_success_at, last_error, last_error_at, next_at,
                (SELECT count(DISTINCT article) FROM news_items WHERE source = name) AS articles
            FROM news_sources ORDER BY name COLLATE NOCASE, name
            """
        ).map { row in
            NewsSource(
                name: try row.decode(forColumn: "name"), host: try row.decode(forColumn: "host"),
                articles: try row.decode(forColumn: "articles"), lastSuccessAt: try row.decode(forColumn: "last_success_at"),
                lastError: try row.decode(forColumn: "last_error"), lastErrorAt: try row.decode(forColumn: "last_error_at"),
                nextAt: try row.decode(forColumn: "next_at"))
        }
    }

    /// The topics with most articles, those first.
    package func topics(_ reading: borrowing Reading, _: Caller, _: Nothing) throws -> [Topic] {
        try reading.rows(
            "SELECT min(topic), count(*) AS number FROM news_topics GROUP BY topic_key ORDER BY number DESC, topic_key LIMIT 100"
        ).map { Topic(name: try $0.decode(atIndex: 0), articles: try $0.decode(atIndex: 1)) }
    }

    // MARK: Changing

    /// Marks an article as read.
    ///
    /// - Throws: ``NewsError/noArticle(_:)``.
    package func markRead(_ change: inout Change, _ caller: Caller, _ named: Named) throws -> Article {
        try set(&change, caller, named, "read_at", change.now)
    }

    /// Marks an article as not read: the undo of ``markRead(_:_:_:)``.
    ///
    /// - Throws: ``NewsError/noArticle(_:)``.
    package func markUnread(_ change: inout Change, _ caller: Caller, _ named: Named) throws -> Article {
        try set(&change, caller, named, "read_at", nil)
    }

    /// Saves an article to be read later, or takes it off the list. An article is kept while anybody has saved it.
    ///
    /// - Throws: ``NewsError/noArticle(_:)``, ``NewsError/tooManySaved(most:)``.
    package func setSaved(_ change: inout Change, _ caller: Caller, _ saving: Saving) throws -> Article {
        let named = Named(saving.id)
        guard saving.saved else { return try set(&change, caller, named, "saved_at", nil) }
        let count: Int? = try change.reading.value(
            "SELECT count(*) FROM news_marks WHERE owner = ? AND saved_at IS NOT NULL AND article <> ?", [caller.owner, saving.id])
        guard count ?? 0 < Self.mostSaved else { throw NewsError.tooManySaved(most: Self.mostSaved) }
        return try set(&change, caller, named, "saved_at", change.now)
    }

    private func set(
        _ change: inout Change, _ caller: Caller, _ named: Named, _ column: String, _ time: Moment?
    ) throws -> Article {
        _ = try show(change.reading, caller, named)
        try change.ensureOwner(caller.owner)
        let kept = time == nil ? "?3" : "ifnull(\(column), ?3)"
        try change.run(
            "INSERT INTO news_marks (owner, article, \(column)) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET \(column) = \(kept)",
            caller.owner, named.id, time)
        return try show(change.reading, caller, named)
    }

    /// Deletes the articles that have been kept long enough and that nobody has saved.
    ///
    /// - Returns: the number of articles that were deleted.
    @discardableResult package static func purge(_ store: Store) async throws -> Int {
        try await store.change { change in
            let before = change.now.seconds - keptDays * 86_400
            let old = "published_at < ?1 AND id NOT IN (SELECT article FROM news_marks WHERE saved_at IS NOT NULL)"
            let count: Int? = try change.reading.value("SELECT count(*) FROM news_articles WHERE \(old)", [before])
            try change.run("DELETE FROM news_articles WHERE \(old)", before)
            return count ?? 0
        }
    }
}

/// How fast an article spreads: each source that has it counts half after every ``halfLifeHours`` since it published it.
///
/// `score = Σ 2^(-age / 6 h)` over the sources: three sources within the last hour score almost 3, the same three a day later 0.19.
package enum Trend {
    package static let halfLifeHours = 6.0

    /// - Parameters:
    ///   - times: when each source published it.
    ///   - now: seconds since 1970-01-01 UTC.
    package static func score(_ times: [Int], at now: Int) -> Double {
        times.reduce(0) { $0 + exp2(-Double(max(0, now - $1)) / (halfLifeHours * 3600)) }
    }
}

/// Why the news are not shown or changed.
package enum NewsError: Refusable, Equatable {
    case noArticle(String)
    case tooManySaved(most: Int)

    package var refusal: Refusal {
        switch self {
        case .noArticle(let id): Refusal("no-article", .missing, "there is no article \(id.prefix(60))")
        case .tooManySaved(let most):
            Refusal("too-many-saved-articles", .conflict, "you have saved \(most) articles, the most; remove one first")
        }
    }
}

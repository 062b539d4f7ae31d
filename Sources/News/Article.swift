import Records
import Store

/// An article of the news, as one reader sees it.
package struct Article: Equatable, Record {
    /// `e_` and 16 hexadecimal digits.
    package let id: String
    package let title: String
    /// The names of the sources that have it, in the order in which it came from them; never empty. The first one's text and link are
    /// shown.
    package let sources: [String]
    package let publishedAt: Moment
    /// An http or https address.
    package let link: String
    /// Plain text; empty if the feed has none.
    package let summary: String
    /// The categories of the feeds.
    package let topics: [String]
    /// The ids of the coins that it is about.
    package let coins: [String]
    /// Which of the coins the reader holds or has marked as favourites: why the article is recommended.
    package let followed: [String]
    /// How fast it spreads, see ``Trend``; only among trending articles.
    package let trend: Double?
    package let isRead: Bool
    /// Whether the reader saved it to read it later.
    package let isSaved: Bool

    init(
        id: String, title: String, sources: [String], publishedAt: Moment, link: String, summary: String, topics: [String],
        coins: [String], followed: [String], trend: Double?, isRead: Bool, isSaved: Bool
    ) {
        (self.id, self.title, self.sources, self.publishedAt, self.link) = (id, title, sources, publishedAt, link)
        (self.summary, self.topics, self.coins, self.followed) = (summary, topics, coins, followed)
        (self.trend, self.isRead, self.isSaved) = (trend, isRead, isSaved)
    }

    package init(_ field: inout Fields<Self>) throws {
        id = try field("id", \.id, .id("e_"))
        title = try field("title", \.title)
        sources = try field(
            "sources", \.sources, .array(String.schema, count: 1...Self.mostSources), "The first one's text and link are shown.")
        publishedAt = try field("published_at", \.publishedAt)
        link = try field("link", \.link)
        summary = try field("summary", \.summary, nil, "Plain text.")
        topics = try field("topics", \.topics, .array(String.schema, count: 0...Self.mostTopics), "The categories of the feeds.")
        coins = try field("coins", \.coins, .array(String.schema, count: 0...Self.mostCoins), "The ids of the coins it is about.")
        followed = try field(
            "followed", \.followed, .array(String.schema, count: 0...Self.mostCoins),
            "Which of the coins the caller holds or has marked as favourites.")
        trend = try field("trend", \.trend, nil, "How fast it spreads; null except among trending articles.")
        isRead = try field("read", \.isRead)
        isSaved = try field("saved", \.isSaved, nil, "Whether the caller saved it to read it later.")
    }

    package static var schemaName: String? { "Article" }

    /// The most sources, topics and coins of an article that are shown.
    package static let mostSources = 100
    package static let mostTopics = 100
    package static let mostCoins = 50
    /// The longest title, summary and topic, in Unicode scalars.
    package static let titleLength = 300
    package static let summaryLength = 2000
    package static let topicLength = 60
}

/// A source of news and its state.
package struct NewsSource: Equatable, Record {
    /// As the operator calls it.
    package let name: String
    /// The host of its feed. The rest of the address may be secret.
    package let host: String
    package let articles: Int
    /// When its feed was last fetched, or had not changed.
    package let lastSuccessAt: Moment?
    /// Why the last attempt failed; nil after a success.
    package let lastError: String?
    package let lastErrorAt: Moment?
    /// The earliest time of the next attempt.
    package let nextAt: Moment

    init(
        name: String, host: String, articles: Int, lastSuccessAt: Moment?, lastError: String?, lastErrorAt: Moment?, nextAt: Moment
    ) {
        (self.name, self.host, self.articles, self.lastSuccessAt) = (name, host, articles, lastSuccessAt)
        (self.lastError, self.lastErrorAt, self.nextAt) = (lastError, lastErrorAt, nextAt)
    }

    package init(_ field: inout Fields<Self>) throws {
        name = try field("name", \.name)
        host = try field("host", \.host)
        articles = try field("articles", \.articles)
        lastSuccessAt = try field("last_success_at", \.lastSuccessAt, nil, "When its feed was last fetched, or had not changed.")
        lastError = try field("last_error", \.lastError, nil, "Why the last attempt failed; null after a success.")
        lastErrorAt = try field("last_error_at", \.lastErrorAt)
        nextAt = try field("next_at", \.nextAt, nil, "The earliest time of the next attempt.")
    }

    package static var schemaName: String? { "NewsSource" }
}

/// What a reader has done with an article.
struct NewsMark: Equatable, StoredRecord {
    let owner: String
    let article: String
    let readAt: Moment?
    let savedAt: Moment?

    init(_ field: inout Fields<Self>) throws {
        owner = try field("owner", \.owner, inDocuments: false)
        article = try field("article", \.article, .id("e_"))
        readAt = try field("read_at", \.readAt)
        savedAt = try field("saved_at", \.savedAt)
    }

    static let table = Table<NewsMark>("news_marks")
}

import Market
import MarketData
import Records
import Store

/// A search for articles: conditions that all must hold.
struct ArticleQuery {
    /// The owner is always the first parameter.
    private var values: [any StoredValueConvertible]
    private var conditions: [String] = []

    init(_ owner: String) { values = [owner] }

    /// Nil if nothing can match the words that are searched.
    ///
    /// - Throws: `AssetError` for a coin that is not stored.
    init?(_ reading: borrowing Reading, _ caller: Caller, _ filter: News.Filter) throws {
        self.init(caller.owner)
        if let asset = filter.asset { require(coin: try reading.asset(named: asset).id) }
        if let topic = filter.topic {
            require(
                "EXISTS (SELECT 1 FROM news_topics WHERE article = news_articles.position AND topic_key = %)", topic.lowercased())
        }
        if let source = filter.source {
            require("EXISTS (SELECT 1 FROM news_items WHERE article = news_articles.position AND publisher = %)", source)
        }
        if let since = filter.since { require("published_at >= %", since.daysSince1970 * 86_400) }
        if let until = filter.until { require("published_at < %", (until.daysSince1970 + 1) * 86_400) }
        if filter.saved { require("saved_at IS NOT NULL") }
        if filter.unread { require("read_at IS NULL") }
        if let search = filter.search {
            guard let words = SearchText.query(search) else { return nil }
            require("position IN (SELECT rowid FROM news_search WHERE news_search MATCH %)", words)
        }
    }

    /// Adds a condition, in which `%` stands for the value.
    mutating func require(_ condition: String, _ value: (any StoredValueConvertible)? = nil) {
        if let value { values.append(value) }
        conditions.append(condition.replacing("%", with: "?\(values.count)"))
    }

    mutating func require(coin: AssetID) {
        require("EXISTS (SELECT 1 FROM news_coins WHERE article = news_articles.position AND asset = %)", coin.description)
    }

    /// The ids of coins that the owner holds in any wallet or has marked.
    static let followed = """
        (SELECT slug FROM assets WHERE slug NOT IN ('usd', 'eur') AND id IN (
            SELECT asset FROM favourites WHERE owner = ?1 UNION
            SELECT asset FROM accounts JOIN wallets ON wallets.id = wallet
            WHERE owner = ?1 AND role = 'holding' AND deleted_at IS NULL AND balance GLOB '*[1-9]*'))
        """

    /// Returns the articles, newest first.
    ///
    /// - Parameter trends: their scores, by their positions.
    func articles(_ reading: borrowing Reading, limit: Int, trends: [Int: Double] = [:]) throws -> [Article] {
        let condition = conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
        let followed = Set(
            try reading.rows("SELECT slug FROM \(Self.followed)", [values[0]]).map { try $0.decode(String.self, atIndex: 0) })
        return try reading.rows(
            """
            SELECT id, position, title, published_at, link, summary, read_at, saved_at,
                (SELECT group_concat(publisher, char(10)) FROM (SELECT publisher FROM news_items
                    WHERE article = news_articles.position GROUP BY publisher ORDER BY min(rowid))) AS sources,
                (SELECT group_concat(topic, char(10)) FROM (SELECT topic FROM news_topics
                    WHERE article = news_articles.position ORDER BY rowid)) AS topics,
                (SELECT group_concat(asset, char(10)) FROM (SELECT asset FROM news_coins
                    WHERE article = news_articles.position ORDER BY asset)) AS coins
            FROM news_articles LEFT JOIN news_marks ON article = news_articles.id AND owner = ?1
            WHERE \(condition) ORDER BY published_at DESC, position DESC LIMIT ?\(values.count + 1)
            """, values + [limit]
        ).map { try Article($0, followed, trends[try $0.decode(forColumn: "position")]) }
    }
}

extension Article {
    fileprivate init(_ row: StoredRow, _ followed: Set<String>, _ trend: Double?) throws {
        let coins = try Self.list(row, "coins", most: Self.mostCoins)
        self.init(
            id: try row.decode(forColumn: "id"), title: try row.decode(forColumn: "title"),
            sources: try Self.list(row, "sources", most: Self.mostSources), publishedAt: try row.decode(forColumn: "published_at"),
            link: try row.decode(forColumn: "link"), summary: try row.decode(forColumn: "summary"),
            topics: try Self.list(row, "topics", most: Self.mostTopics), coins: coins, followed: coins.filter(followed.contains),
            trend: trend, isRead: try row.decode(Moment?.self, forColumn: "read_at") != nil,
            isSaved: try row.decode(Moment?.self, forColumn: "saved_at") != nil)
    }

    /// No text in a list has a line break.
    private static func list(_ row: StoredRow, _ column: String, most: Int) throws -> [String] {
        try row.decode(String?.self, forColumn: column).map { $0.split(separator: "\n").prefix(most).map(String.init) } ?? []
    }
}

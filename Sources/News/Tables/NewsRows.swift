import Platform
import Records
import Store

/// An article of a feed that may be stored.
struct NewItem: Sendable {
    let item: FeedItem
    let publisher: String
    let publishedAt: Int
    let coins: [String]
    let linkKey: String
    let words: Set<String>
    /// The id that it gets unless it is one that is already stored.
    let id = "e_" + RandomID.hexadecimal(digits: 16)
    /// The article with nearly the same title.
    var nearID: String?

    init(_ item: FeedItem, of source: String, coins: [String], fetchedAt: Int) {
        self.item = item
        publisher = item.publisher ?? source
        // A date in the future would stay on top of the list.
        publishedAt = min(item.publishedAt ?? fetchedAt, fetchedAt)
        self.coins = coins
        linkKey = FeedLink.key(item.link)
        words = TitleIndex.words(item.title, publisher: publisher)
    }
}

extension Reading {
    /// Returns the items of a source that are not stored yet.
    func unknown(_ items: [FeedItem], of source: String) throws -> [FeedItem] {
        try items.filter { item in
            let known: Int? = try value("SELECT 1 FROM news_items WHERE source = ? AND guid = ?", [source, item.guid])
            return known == nil
        }
    }

    /// Returns the titles of the articles of some time.
    func titles(from start: Int, through end: Int) throws -> TitleIndex {
        var index = TitleIndex()
        let rows = try rows(
            """
            SELECT id, words, published_at, (SELECT publisher FROM news_items WHERE article = position ORDER BY rowid LIMIT 1)
            FROM news_articles WHERE published_at BETWEEN ? AND ?
            """, [start, end])
        for row in rows {
            let words = try row.decode(String.self, atIndex: 1).split(separator: " ").map(String.init)
            index.add(
                try row.decode(atIndex: 0), words: Set(words), publisher: try row.decode(String?.self, atIndex: 3) ?? "",
                publishedAt: try row.decode(atIndex: 2))
        }
        return index
    }
}

extension Change {
    /// Stores an item, as an article of its own or as another source of one.
    ///
    /// - Returns: whether it is a new article.
    func store(_ new: NewItem, of source: String) throws -> Bool {
        let item = new.item
        let known: Int? = try reading.value("SELECT 1 FROM news_items WHERE source = ? AND guid = ?", [source, item.guid])
        guard known == nil else { return false }
        var article: Int?
        if !new.linkKey.isEmpty {
            article = try reading.value("SELECT article FROM news_items WHERE link_key = ? ORDER BY rowid LIMIT 1", [new.linkKey])
        }
        if article == nil, let near = new.nearID { article = try position(near) }
        let isNew = article == nil
        if isNew {
            try run(
                "INSERT INTO news_articles (id, title, summary, link, published_at, words) VALUES (?, ?, ?, ?, ?, ?)", new.id,
                item.title, item.summary, item.link, new.publishedAt, new.words.sorted().joined(separator: " "))
            article = try position(new.id)
        }
        guard let article else { throw Damage(detail: "an article is not stored") }
        try run(
            "INSERT INTO news_items (source, guid, article, publisher, link_key, published_at) VALUES (?, ?, ?, ?, ?, ?)", source,
            item.guid, article, new.publisher, new.linkKey, new.publishedAt)
        for topic in item.topics {
            try run(
                "INSERT INTO news_topics (article, topic, topic_key) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", article, topic,
                topic.lowercased())
        }
        for coin in new.coins {
            // The coin may have been removed since it was found.
            try run(
                "INSERT INTO news_coins (article, asset) SELECT ?, slug FROM assets WHERE slug = ? ON CONFLICT DO NOTHING", article,
                coin)
        }
        return isNew
    }

    private func position(_ id: String) throws -> Int? {
        try reading.value("SELECT position FROM news_articles WHERE id = ?", [id])
    }
}

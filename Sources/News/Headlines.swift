import Market
import Store

extension News {
    /// The newest articles, newest first.
    ///
    /// - Parameters:
    ///   - coin: only articles about it; nil for all.
    ///   - limit: the largest number.
    package func newest(_ reading: borrowing Reading, _ caller: Caller, about coin: AssetID? = nil, limit: Int) throws -> [Article]
    {
        var query = ArticleQuery(caller.owner)
        if let coin {
            query.require(
                "EXISTS (SELECT 1 FROM news_coins WHERE article = news_articles.position AND asset = %)", coin.description)
        }
        return try query.articles(reading, limit: limit)
    }

    /// The names of those who published articles, by name. The feed of an aggregator has several.
    package func publishers(_ reading: borrowing Reading) throws -> [String] {
        try reading.rows("SELECT DISTINCT publisher FROM news_items ORDER BY publisher COLLATE NOCASE, publisher LIMIT 200")
            .map { try $0.decode(atIndex: 0) }
    }
}

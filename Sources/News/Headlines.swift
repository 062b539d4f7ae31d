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
        if let coin { query.require(coin: coin) }
        return try query.articles(reading, limit: limit)
    }

    /// The days with much news about a coin, newest first: those with at least ``leastOfBusyDay`` articles and
    /// ``busyDayRatio`` times the mean of all days since the first.
    package func busyDays(_ reading: borrowing Reading, about coin: AssetID) throws -> [BusyDay] {
        let days = try reading.rows(
            """
            SELECT published_at / 86400 AS day, count(*) FROM news_coins JOIN news_articles ON position = article
            WHERE asset = ? GROUP BY day ORDER BY day DESC
            """, [coin.description]
        ).map { BusyDay(day: Day(daysSince1970: try $0.decode(atIndex: 0)), articles: try $0.decode(atIndex: 1)) }
        guard let first = days.last?.day, let last = days.first?.day else { return [] }
        let mean = Double(days.reduce(0) { $0 + $1.articles }) / Double(last - first + 1)
        return days.filter { $0.articles >= Self.leastOfBusyDay && Double($0.articles) >= Self.busyDayRatio * mean }
    }

    /// A day with much news, in UTC.
    package struct BusyDay: Equatable, Sendable {
        package let day: Day
        package let articles: Int
    }

    private static let leastOfBusyDay = 3
    private static let busyDayRatio = 2.0

    /// The names of those who published articles, by name. The feed of an aggregator has several.
    package func publishers(_ reading: borrowing Reading) throws -> [String] {
        try reading.rows("SELECT DISTINCT publisher FROM news_items ORDER BY publisher COLLATE NOCASE, publisher LIMIT 200")
            .map { try $0.decode(atIndex: 0) }
    }
}

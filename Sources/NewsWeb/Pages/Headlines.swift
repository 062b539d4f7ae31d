import Access
import HTMLTemplates
import Languages
import Market
import MarketData
import News
import PageKit
import Store

/// A few articles on another page: the values of `headlines.mustache`, or a flag that is off if there are none.
package struct Headlines: Sendable {
    package let market: MarketData

    package init(market: MarketData) { self.market = market }

    private static let mostAtHome = 3
    private static let mostOfCoin = 5
    private static let mostDays = 5

    /// The newest articles about coins that the visitor holds or follows; if there are none, the newest of all.
    package func atHome(_ visit: Visit) async throws -> TemplateValue {
        let (caller, now) = (Caller(owner: visit.caller.owner), market.now())
        let articles = try await market.store.reading { reading in
            let followed = try News().recommended(reading, caller, at: now).prefix(Self.mostAtHome)
            return followed.isEmpty ? try News().newest(reading, caller, limit: Self.mostAtHome) : Array(followed)
        }
        return try await values(articles, NewsPages.path, visit)
    }

    /// Returns the newest articles about a coin, and the days with much news that its chart marks, newest first.
    package func about(_ coin: Asset, _ visit: Visit) async throws -> (values: TemplateValue, busyDays: [Day]) {
        let caller = Caller(owner: visit.caller.owner)
        let (articles, busyDays) = try await market.store.reading { reading in
            (
                try News().newest(reading, caller, about: coin.id, limit: Self.mostOfCoin),
                try News().busyDays(reading, about: coin.id)
            )
        }
        let days = busyDays.prefix(Self.mostDays).map { busy -> TemplateValue in
            let date = visit.words.format.date(busy.day, .short)
            return [
                "text": .text(visit.words("news.busy-day", n: busy.articles, ["day": date])),
                "href": .text(NewsFilter.href(coin: coin.id, on: busy.day)),
            ]
        }
        return (try await values(articles, NewsFilter.href(coin: coin.id), days: days, visit), busyDays.map(\.day))
    }

    private func values(_ articles: [Article], _ href: String, days: [TemplateValue] = [], _ visit: Visit) async throws
        -> TemplateValue
    {
        guard !articles.isEmpty else { return false }
        return [
            "href": .text(href), "articles": .list(try await ArticleView(of: articles, market, visit).lines),
            "days": .list(days), "hasDays": .flag(!days.isEmpty),
        ]
    }
}

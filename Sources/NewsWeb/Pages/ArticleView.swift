import HTMLTemplates
import Languages
import Market
import MarketData
import News
import PageKit

/// Articles as pages show them. Their texts come from outside: they are text in templates, never HTML.
struct ArticleView {
    private let articles: [Article]
    private let coins: [AssetID: Asset]
    private let now: Int
    private let visit: Visit

    private static let mostSources = 3

    init(of articles: [Article], _ market: MarketData, _ visit: Visit) async throws {
        (self.articles, self.visit, now) = (articles, visit, market.now())
        coins = try await market.store.assets(ids: Set(articles.flatMap(\.coins).compactMap { AssetID($0) }))
    }

    private var words: Words { visit.words }

    /// The values of `article-line.mustache`, in the order of the articles.
    var lines: [TemplateValue] { articles.map { .group(line($0)) } }

    private func line(_ article: Article) -> Values {
        let coins = article.coins.compactMap { AssetID($0).flatMap { self.coins[$0] } }
        let sources = article.sources.prefix(Self.mostSources).joined(separator: ", ")
        let others = article.sources.count - Self.mostSources
        return [
            "id": .text(article.id), "href": .text("\(NewsPages.path)/\(article.id)"), "title": .text(Self.title(article, words)),
            "sources": .text(others > 0 ? "\(sources) +\(others)" : sources),
            "age": .text(AgeView.text(article.publishedAt.seconds, now: now, words)),
            "moment": .text(AccountFrame.moment(article.publishedAt.seconds, visit)),
            "coins": .list(coins.map { ["ticker": "\($0.ticker)", "href": .text(CoinView.href($0))] }),
            "hasCoins": .flag(!coins.isEmpty), "isRead": .flag(article.isRead), "isSaved": .flag(article.isSaved),
            "score": .optional(article.trend.map { words("news.score", ["score": words.format.price($0, decimals: 1)]) }),
        ]
    }

    /// The title, in the reader's language if the article is an invented one.
    static func title(_ article: Article, _ words: Words) -> String {
        inventedName(article, words).map { words("news.sample.\($0)") } ?? article.title
    }

    private static func summary(_ article: Article, _ words: Words) -> String {
        inventedName(article, words).map { words("news.sample-text.\($0)") } ?? article.summary
    }

    /// The name by which an invented article has texts, which is the end of its link; nil for any other article.
    private static func inventedName(_ article: Article, _ words: Words) -> Substring? {
        guard SampleNews.isInvented(article), let name = article.link.split(separator: "/").last else { return nil }
        return words.has("news.sample.\(name)") ? name : nil
    }

    /// The values of `article.mustache`.
    func page(_ article: Article) -> Values {
        let source = article.sources.first ?? ""
        let own: Values = [
            "sources": .text(article.sources.joined(separator: ", ")),
            "summary": .optional(article.summary.isEmpty ? nil : Self.summary(article, words)),
            "topics": .list(article.topics.map { ["name": .text($0), "href": .text(NewsFilter.href(topic: $0))] }),
            "hasTopics": .flag(!article.topics.isEmpty),
            "link": .optional(SampleNews.isInvented(article) ? nil : Self.webAddress(article.link)),
            "isInvented": .flag(SampleNews.isInvented(article)),
            "readAt": .text(words("news.read-at", ["source": source])),
        ]
        return line(article).merging(own) { $1 }
    }

    /// Returns an address that a browser may open; nil for any other, which would be code or a file.
    private static func webAddress(_ link: String) -> String? {
        let start = link.prefix(8).lowercased()
        return start.hasPrefix("https://") || start.hasPrefix("http://") ? link : nil
    }
}

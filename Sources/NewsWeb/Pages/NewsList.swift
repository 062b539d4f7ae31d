import HTMLTemplates
import Languages
import MarketData
import News
import PageKit

/// The page that lists articles.
package struct NewsList: Sendable {
    let operations: NewsOperations
    let market: MarketData
    let coins: CoinFinder

    private static let pageSize = 30

    func page(_ visit: Visit) async throws -> Page {
        let words = visit.words
        let filter = try await NewsFilter(visit, coins)
        var errors = FormErrors()
        var articles: [Article] = []
        do {
            if !filter.isRefused { articles = try await found(filter, visit) }
        } catch {
            let fields = NewsFilter.own.flatMap { [($0, $0), ("/\($0)", $0)] }
            errors = try FormErrors(error, Dictionary(uniqueKeysWithValues: fields), words)
        }
        let sources = try await visit.perform(operations.sources)
        var values: Values = [
            "views": .list(NewsFilter.Show.allCases.map { Self.tab($0, isCurrent: $0 == filter.show, words) }),
            "show": .text(filter.show.rawValue), "lead": .optional(Self.lead(filter.show, words)),
            "isEmpty": .flag(articles.isEmpty),
            "sources": .list(sources.map { source($0, visit) }), "hasSources": .flag(!sources.isEmpty),
        ]
        let topics = try await visit.perform(operations.topics).map(\.name)
        let publishers = try await market.store.reading { try News().publishers($0) }
        values["filterFields"] = filter.values(topics, publishers, errors, words)
        values["empty"] = errors.isEmpty && articles.isEmpty ? try await empty(filter, sources, visit) : false
        values.merge(try await rows(articles, filter, visit)) { $1 }
        return Page("news", title: words("nav.news"), place: .news, values).with(errors)
    }

    private func found(_ filter: NewsFilter, _ visit: Visit) async throws -> [Article] {
        switch filter.show {
        case .trending: try await visit.perform(operations.trending, filter.input)
        case .forYou: try await visit.perform(operations.recommended, filter.input)
        case .latest, .saved: try await visit.perform(operations.list, filter.input)
        }
    }

    private static func tab(_ show: NewsFilter.Show, isCurrent: Bool, _ words: Words) -> TemplateValue {
        [
            "label": .text(words("news.show.\(show.rawValue)")), "href": .text(NewsFilter.href(show)),
            "isCurrent": .flag(isCurrent),
        ]
    }

    /// How the articles were chosen.
    private static func lead(_ show: NewsFilter.Show, _ words: Words) -> String? {
        switch show {
        case .trending:
            words(
                "news.lead.trending",
                ["half": words.format.exact("\(Trend.halfLifeHours)"), "hours": "\(News.trendHours)"])
        case .forYou: words("news.lead.for-you", n: News.recommendedDays)
        case .latest, .saved: nil
        }
    }

    // MARK: A page of articles

    private func rows(_ articles: [Article], _ filter: NewsFilter, _ visit: Visit) async throws -> Values {
        let first = visit.query("from")
        let start = articles.firstIndex { $0.id == first } ?? 0
        let end = min(start + Self.pageSize, articles.count)
        let view = try await ArticleView(of: Array(articles[start..<end]), market, visit)
        let isCut = end == articles.count && end >= News.shown
        return [
            "articles": .list(view.lines), "next": .text(filter.href(from: start == 0 ? nil : first)),
            "newestHref": .optional(start == 0 ? nil : filter.href()),
            "olderHref": .optional(end < articles.count ? filter.href(from: articles[end].id) : nil),
            "limit": .optional(isCut ? visit.words("news.limit", n: News.shown) : nil),
        ]
    }

    // MARK: Sources, and nothing found

    /// When a source was last read. Only those who can mend a failure see its reason.
    private func source(_ source: NewsSource, _ visit: Visit) -> TemplateValue {
        let age = source.lastSuccessAt.map { AgeView.text($0.seconds, now: market.now(), visit.words) }
        let reason = visit.caller.scope.allows(.admin) ? source.lastError : nil
        return [
            "name": .text(source.name), "host": .text(source.host), "isFailing": .flag(source.lastError != nil),
            "state": .text(age.map { visit.words("news.source-read", ["age": $0]) } ?? visit.words("news.source-never")),
            "reason": .optional(reason),
        ]
    }

    /// Why there is nothing, and what to do about it.
    private func empty(_ filter: NewsFilter, _ sources: [NewsSource], _ visit: Visit) async throws -> TemplateValue {
        let words = visit.words
        if filter.isActive {
            return [
                "title": .text(words("news.no-match")), "text": false, "clearHref": .text(NewsFilter.href(filter.show)),
                "isUnset": false,
            ]
        }
        let isUnset = sources.isEmpty && filter.show != .saved
        let mayAdd = visit.caller.scope.allows(.admin)
        let key = filter.show != .latest ? "news.none.\(filter.show.rawValue)" : "news.empty-feeds"
        return [
            "title": .text(words("news.empty")), "text": .optional(isUnset ? nil : words(key)), "clearHref": false,
            "isUnset": .flag(isUnset),
            "hasSample": .flag(isUnset && mayAdd ? try await SampleMarkets.areOffered(in: market) : false),
        ]
    }
}

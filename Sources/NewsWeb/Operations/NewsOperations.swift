import APIKit
import News
import Records
import Services
import Store

/// The news, over HTTP and for pages.
package struct NewsOperations: Sendable {
    package let list: TypedOperation<News.Filter, [Article]>
    package let trending: TypedOperation<News.Filter, [Article]>
    package let recommended: TypedOperation<News.Filter, [Article]>
    package let topics: TypedOperation<Nothing, [News.Topic]>
    package let sources: TypedOperation<Nothing, [NewsSource]>
    package let show: TypedOperation<News.Named, Article>
    package let markRead: TypedOperation<News.Named, Article>
    package let markUnread: TypedOperation<News.Named, Article>
    package let setSaved: TypedOperation<News.Saving, Article>

    /// - Parameter now: the clock, in seconds since 1970-01-01 UTC.
    package init(_ store: Store, now: @escaping @Sendable () -> Int) {
        let (news, path, tag) = (News(), "/v1/news", "News")
        let refusals: KeyValuePairs = [404: "There is no such coin.", 409: "Several coins have the ticker."]
        list = TypedOperation(
            .get, path, id: "listNews", tag: tag, "Articles, newest first.", need: .scope(.read),
            refusals: refusals, answer: .pages("A page of articles.", key: \.id), perform: store.work(reading: news.list))
        trending = TypedOperation(
            .get, "\(path)/trending", id: "listTrendingNews", tag: tag,
            "The articles that spread fastest over several sources now, fastest first.", need: .scope(.read),
            refusals: refusals, answer: .pages("A page of articles.", key: \.id),
            perform: store.work(reading: { try news.trending($0, $1, $2, at: now()) }))
        recommended = TypedOperation(
            .get, "\(path)/recommended", id: "listRecommendedNews", tag: tag,
            "The newest articles about coins that the caller holds or has marked as favourites.", need: .scope(.read),
            refusals: refusals, answer: .pages("A page of articles.", key: \.id),
            perform: store.work(reading: { try news.recommended($0, $1, $2, at: now()) }))
        topics = TypedOperation(
            .get, "\(path)/topics", id: "listNewsTopics", tag: tag, "The topics with most articles.", need: .scope(.read),
            answer: .pages("A page of topics.", key: \.name), perform: store.work(reading: news.topics))
        sources = TypedOperation(
            .get, "\(path)/sources", id: "listNewsSources", tag: tag, "The sources of news and their state.", need: .scope(.read),
            answer: .pages("A page of sources.", key: \.name), perform: store.work(reading: news.sources))
        show = TypedOperation(
            .get, "\(path)/{article}", id: "getArticle", tag: tag, "An article.", need: .scope(.read),
            answer: .record(200, "The article."), perform: store.work(reading: news.show))
        markRead = TypedOperation(
            .post, "\(path)/{article}/read", id: "markArticleRead", tag: tag, "Marks an article as read by the caller.",
            need: .scope(.write), answer: .record(200, "The article."), perform: store.work(changing: news.markRead))
        markUnread = TypedOperation(
            .post, "\(path)/{article}/unread", id: "markArticleUnread", tag: tag, "Marks an article as not read by the caller.",
            need: .scope(.write), answer: .record(200, "The article."), perform: store.work(changing: news.markUnread))
        setSaved = TypedOperation(
            .post, "\(path)/{article}/saved", id: "saveArticle", tag: tag,
            "Saves an article to be read later, or takes it off the caller's list.", need: .scope(.write),
            example: #"{"saved":true}"#, refusals: [409: "The caller has saved too many articles."],
            answer: .record(200, "The article."), perform: store.work(changing: news.setSaved))
    }

    package func add(to api: inout API) {
        api.add(list, trending, recommended, topics, sources, show, markRead, markUnread, setSaved)
    }
}

/// Performed by HTTP and by pages, with the same rights.
extension ServerParts {
    package var newsOperations: NewsOperations { NewsOperations(store, now: market.now) }
}

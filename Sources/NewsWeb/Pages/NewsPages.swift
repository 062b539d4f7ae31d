import APIKit
import HTMLTemplates
import HTTPEdge
import MarketData
import News
import PageKit

/// The news: lists of articles with filters, and one article.
package struct NewsPages: Sendable {
    let operations: NewsOperations
    let market: MarketData
    let list: NewsList

    static let path = Page.Place.news.path

    /// What a reader does with an article.
    private enum Mark: String { case read, unread, save, unsave }

    func add(to pages: inout PageList) {
        pages.get(Self.path, .scope(.read)) { .page(try await list.page($0)) }
        pages.get("\(Self.path)/:article", .scope(.read)) { .page(try await article($0)) }
        pages.post("\(Self.path)/:article", .scope(.write), mark)
    }

    private func article(_ visit: Visit) async throws -> Page {
        let article = try await visit.perform(operations.show, ["article": visit.path("article")])
        let view = try await ArticleView(of: [article], market, visit)
        return Page("article", title: ArticleView.title(article, visit.words), place: .news, scripts: ["news"], view.page(article))
    }

    private func mark(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let id = visit.path("article")
        guard let mark = Mark(rawValue: fields["do"]) else {
            throw Problem(
                .unprocessableContent, "bad-choice", "an article is not marked so", field: "do", value: .string(fields["do"]),
                accepted: "read, unread, save or unsave")
        }
        let marked =
            switch mark {
            case .read: try await visit.perform(operations.markRead, ["article": id])
            case .unread: try await visit.perform(operations.markUnread, ["article": id])
            case .save, .unsave:
                try await visit.perform(operations.setSaved, ["article": id, "saved": mark == .save ? "true" : "false"])
            }
        // The list stays where it was.
        return .redirect("\(LocalPath.checked(fields["next"]) ?? Self.path)#\(marked.id)")
    }
}

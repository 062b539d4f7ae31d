import Foundation

/// RSS 2.0, RSS 1.0 (its items stand beside the channel) and Atom.
enum XMLFeed {
    static func feed(_ root: MarkupElement, base: URL) throws(FeedFault) -> Feed {
        switch root.name {
        case "rss", "rdf:rdf":
            guard let channel = root.first("channel") else { throw .unknownForm }
            let items = channel.all("item") + root.all("item")
            return Feed(items: items.prefix(Feed.mostItems).compactMap { rss($0, base) }, ttlSeconds: ttl(channel))
        case "feed": return Feed(items: root.all("entry").prefix(Feed.mostItems).compactMap { atom($0, base) })
        default: throw .unknownForm
        }
    }

    /// Minutes in the feed; more than a day is a mistake.
    private static func ttl(_ channel: MarkupElement) -> Int? {
        (channel.first("ttl")?.text).flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
            .flatMap { (1...1440).contains($0) ? $0 * 60 : nil }
    }

    private static func rss(_ item: MarkupElement, _ base: URL) -> FeedItem? {
        let guid = item.first("guid")
        let isLink = guid?.attributes["isPermaLink"] != "false"
        let links = [item.first("link")?.text, isLink ? guid?.text : nil, item.first("atom:link")?.attributes["href"]]
        let link = links.compactMap(\.self).first { FeedLink.absolute($0, base: base) != nil }
        let summary = item.first("description", "content:encoded", "media:description")?.text ?? ""
        return FeedItem(
            id: guid?.text, title: FeedText.plain(html: item.first("title", "media:title")?.text ?? "", most: Article.titleLength),
            link: link, summary: FeedText.plain(html: summary, most: Article.summaryLength),
            publishedAt: (item.first("pubdate", "dc:date", "atom:published", "atom:updated")?.text).flatMap(FeedDate.seconds),
            topics: (item.all("category") + item.all("dc:subject")).map(\.text), base: base)
    }

    private static func atom(_ entry: MarkupElement, _ base: URL) -> FeedItem? {
        let links = entry.all("link")
        let link = links.first { ($0.attributes["rel"] ?? "alternate") == "alternate" } ?? links.first
        return FeedItem(
            id: entry.first("id")?.text, title: entry.first("title").map { text($0, most: Article.titleLength) } ?? "",
            link: link?.attributes["href"],
            summary: entry.first("summary", "content").map { text($0, most: Article.summaryLength) } ?? "",
            publishedAt: (entry.first("published", "updated", "issued", "modified")?.text).flatMap(FeedDate.seconds),
            topics: entry.all("category").compactMap { $0.attributes["label"] ?? $0.attributes["term"] }, base: base)
    }

    /// Atom says whether a text is plain, HTML in a text, or elements of XHTML.
    private static func text(_ element: MarkupElement, most: Int) -> String {
        let isHTML = ["html", "text/html"].contains(element.attributes["type"]?.lowercased())
        return isHTML ? FeedText.plain(html: element.text, most: most) : FeedText.line(element.text, most: most)
    }
}

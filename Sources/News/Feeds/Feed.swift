import Foundation
import JSONText

/// What a feed contains.
package struct Feed: Equatable, Sendable {
    /// The most articles that are read of a feed: the first ones.
    package static let mostItems = 500
    /// The most topics that are read of an article.
    static let mostTopics = 20

    package var items: [FeedItem]
    /// The shortest time between two requests that the feed asks for.
    package var ttlSeconds: Int?

    /// Reads a feed in any of the known forms.
    ///
    /// - Parameters:
    ///   - charset: the encoding that the HTTP header declares.
    ///   - base: the address of the feed.
    /// - Throws: ``FeedFault``.
    package init(_ bytes: [UInt8], charset: String? = nil, base: URL) throws(FeedFault) {
        let text = FeedText.decoded(bytes, declared: charset)
        let start = text.unicodeScalars.first { !$0.properties.isWhitespace }
        switch start {
        case "{", "[": self = try JSONFeeds.feed(text, base: base)
        case "<": self = try XMLFeed.feed(try MarkupTree.root(of: text), base: base)
        default: throw .unknownForm
        }
    }

    init(items: [FeedItem], ttlSeconds: Int? = nil) { (self.items, self.ttlSeconds) = (items, ttlSeconds) }
}

/// An article of a feed.
package struct FeedItem: Equatable, Sendable {
    /// The id that the feed gives it, else its link.
    package let guid: String
    package let title: String
    package let link: String
    package let summary: String
    /// Seconds since 1970-01-01 UTC; nil if there is no date that can be read.
    package let publishedAt: Int?
    package let topics: [String]
    /// The name of the publisher in a feed that collects articles of several; nil for the source's own name.
    package let publisher: String?

    /// - Parameters:
    ///   - id: the feed's own id; nil or an empty text if it has none.
    ///   - title: plain text.
    ///   - summary: plain text.
    /// - Returns: nil without title or a link to a web page.
    init?(
        id: String?, title: String, link: String?, summary: String, publishedAt: Int?, topics: [String], publisher: String? = nil,
        base: URL
    ) {
        let heading = title.isEmpty ? FeedText.line(summary, most: 100) : title
        guard !heading.isEmpty, let link = link.flatMap({ FeedLink.absolute($0, base: base) }) else { return nil }
        let named = id.map { FeedText.line($0, most: FeedLink.longest) } ?? ""
        guid = named.isEmpty ? link : named
        (self.title, self.link, self.summary, self.publishedAt) = (heading, link, summary, publishedAt)
        self.publisher = publisher.map { FeedText.plain(html: $0, most: NewsFeed.nameLength) }.flatMap { $0.isEmpty ? nil : $0 }
        var seen: Set<String> = []
        self.topics = Array(
            topics.map { FeedText.plain(html: $0, most: Article.topicLength) }
                .filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }.prefix(Feed.mostTopics))
    }
}

/// Why a feed cannot be read.
package enum FeedFault: Error, Equatable, Sendable, CustomStringConvertible {
    case unknownForm
    case documentType
    case badXML(line: Int)
    case badJSON(byte: Int)
    /// The message of the provider.
    case refused(String)

    package var description: String {
        switch self {
        case .unknownForm: "it is not RSS, Atom, a JSON Feed or news in CryptoCompare's form; is the address that of the feed?"
        case .documentType: "it has a DOCTYPE, which is refused because it can contain entities"
        case .badXML(let line): "its XML is invalid at line \(line)"
        case .badJSON(let byte): "its JSON is invalid at byte \(byte)"
        case .refused(let message): "the provider refuses: \(message)"
        }
    }
}

extension FeedItem {
    private init(_ item: FeedItem, publishedAt: Int) {
        (guid, title, link, summary) = (item.guid, item.title, item.link, item.summary)
        (self.publishedAt, topics, publisher) = (publishedAt, item.topics, item.publisher)
    }

    /// Returns the same article, published at another time.
    func published(_ time: Int) -> FeedItem { FeedItem(self, publishedAt: time) }
}

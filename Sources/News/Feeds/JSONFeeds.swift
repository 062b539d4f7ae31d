import Foundation
import JSONText

/// JSON Feed 1.0 and 1.1 (https://www.jsonfeed.org), and the news of CryptoCompare.
enum JSONFeeds {
    static func feed(_ text: String, base: URL) throws(FeedFault) -> Feed {
        let json: JSONValue
        do throws(JSONError) { json = try JSONValue(parsing: Array(text.utf8)) } catch { throw .badJSON(byte: error.offset) }
        if let items = json["items"]?.array {
            return Feed(items: items.prefix(Feed.mostItems).compactMap { item($0, base) })
        }
        if let items = json["Data"]?.array {
            // Errors come with an empty list.
            if items.isEmpty, let message = message(json) { throw .refused(message) }
            return Feed(items: items.prefix(Feed.mostItems).compactMap { cryptoCompare($0, base) })
        }
        if let message = message(json) { throw .refused(message) }
        throw .unknownForm
    }

    private static func message(_ json: JSONValue) -> String? {
        let text = json["Message"]?.string ?? json["Err"]?["message"]?.string ?? ""
        return json["Response"]?.string == "Error" || json["Err"]?["message"] != nil ? FeedText.line(text, most: 200) : nil
    }

    private static func item(_ item: JSONValue, _ base: URL) -> FeedItem? {
        let summary =
            [item["summary"], item["content_text"]].lazy.compactMap { $0?.string }.first.map {
                FeedText.line($0, most: Article.summaryLength)
            } ?? FeedText.plain(html: item["content_html"]?.string ?? "", most: Article.summaryLength)
        return FeedItem(
            id: id(item["id"]), title: FeedText.plain(html: item["title"]?.string ?? "", most: Article.titleLength),
            link: item["url"]?.string ?? item["external_url"]?.string, summary: summary,
            publishedAt: (item["date_published"] ?? item["date_modified"])?.string.flatMap(FeedDate.seconds),
            topics: (item["tags"]?.array ?? []).compactMap(\.string), base: base)
    }

    private static func id(_ value: JSONValue?) -> String? { value?.string ?? value?.integer.map { "\($0)" } }

    /// Members in capitals, as CryptoCompare answers today, or in small letters, as it did before.
    private static func cryptoCompare(_ row: JSONValue, _ base: URL) -> FeedItem? {
        func member(_ name: String) -> JSONValue? { row[name] ?? row[name.lowercased()] }
        let topics =
            member("CATEGORY_DATA")?.array.map { $0.compactMap { ($0["NAME"] ?? $0["CATEGORY"] ?? $0["name"])?.string } }
            ?? (row["categories"]?.string ?? "").split(separator: "|").map(String.init)
        let source = row["SOURCE_DATA"] ?? row["source_info"]
        return FeedItem(
            id: id(member("GUID")) ?? id(member("ID")),
            title: FeedText.plain(html: member("TITLE")?.string ?? "", most: Article.titleLength), link: member("URL")?.string,
            summary: FeedText.plain(html: member("BODY")?.string ?? "", most: Article.summaryLength),
            publishedAt: time(member("PUBLISHED_ON")), topics: topics,
            publisher: (source?["NAME"] ?? source?["name"] ?? row["source"])?.string, base: base)
    }

    private static func time(_ value: JSONValue?) -> Int? {
        (value?.integer ?? value?.string.flatMap { Int($0) }).flatMap(FeedDate.seconds(unix:))
    }
}

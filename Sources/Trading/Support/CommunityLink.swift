/// An external place where people meet.
package struct CommunityLink: Hashable, Sendable, CustomStringConvertible {
    package let name: String
    /// `https://…`
    package let address: String

    /// Parses `Forum=https://forum.example.com`; nil for other texts.
    package init?(parsing text: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        guard parts.count == 2, (1...40).contains(parts[0].count), parts[1].hasPrefix("https://"),
            parts[1].utf8.count > 8, parts[1].utf8.count <= 300,
            parts[1].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) })
        else { return nil }
        (name, address) = (parts[0], parts[1])
    }

    /// Parses several links, separated by commas; an empty text has none. Returns nil if one of them is not a link.
    static func list(parsing text: String) -> [CommunityLink]? {
        var links: [CommunityLink] = []
        for part in text.split(separator: ",") where part.contains(where: { $0 != " " }) {
            guard let link = CommunityLink(parsing: String(part)) else { return nil }
            links.append(link)
        }
        return links
    }

    package var description: String { "\(name)=\(address)" }
}

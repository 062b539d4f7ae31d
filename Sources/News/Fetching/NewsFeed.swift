import Foundation
import Platform

/// A feed that the operator has named.
package struct NewsFeed: Equatable, Sendable {
    package static let most = 100
    /// The longest name, in Unicode scalars.
    static let nameLength = 60

    package let name: String
    package let url: URL

    /// Reads a list with a feed on each line: its name and its address, as in `CoinDesk https://www.coindesk.com/arc/outboundfeeds/rss`.
    /// Empty lines and those that start with `#` are left out.
    ///
    /// - Throws: ``NewsFeedsError``.
    package static func list(_ text: String) throws(NewsFeedsError) -> [NewsFeed] {
        var feeds: [NewsFeed] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let words = line.split { $0.isWhitespace }
            guard let address = words.last, words.first?.hasPrefix("#") != true else { continue }
            let name = words.dropLast().joined(separator: " ")
            guard !name.isEmpty, FeedText.line(name, most: nameLength) == name else { throw .badName(line: index + 1) }
            guard let url = URL(string: String(address)), FeedLink.isWeb(url) else { throw .badAddress(line: index + 1) }
            guard !feeds.contains(where: { $0.name.lowercased() == name.lowercased() }) else {
                throw .repeated(name, line: index + 1)
            }
            guard feeds.count < most else { throw .tooMany(line: index + 1) }
            feeds.append(NewsFeed(name: name, url: url))
        }
        return feeds
    }

    /// Reads a file with a list. It is read again before each round, so that changes need no restart.
    ///
    /// - Throws: ``NewsFeedsError``, `FileError`.
    package static func list(file path: String) throws -> [NewsFeed] {
        try list(String(decoding: try Files.read(path), as: UTF8.self))
    }
}

/// Why a list of feeds is not accepted. Addresses may contain secrets, so they are not repeated.
package enum NewsFeedsError: Error, Equatable, Sendable, CustomStringConvertible {
    case badName(line: Int)
    case badAddress(line: Int)
    case repeated(String, line: Int)
    case tooMany(line: Int)

    package var description: String {
        switch self {
        case .badName(let line): "line \(line) of the list of feeds needs a name of at most 60 characters before the address"
        case .badAddress(let line): "line \(line) of the list of feeds does not end with an http or https address"
        case .repeated(let name, let line): "line \(line) of the list of feeds repeats the name \(name)"
        case .tooMany(let line): "line \(line) of the list of feeds: at most \(NewsFeed.most) feeds are read"
        }
    }
}

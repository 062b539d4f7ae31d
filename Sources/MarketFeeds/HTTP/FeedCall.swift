import Foundation
import JSONText
import Market

/// One request of a provider's API.
struct FeedCall: Sendable {
    /// A description of the request, for error messages.
    var asked: String
    /// The path below the provider's address, starting with a slash; its components are already encoded.
    var path = ""
    /// Names and values, not yet encoded.
    var query: [(String, String)] = []
    /// Headers. Keys belong here, never in the query.
    var headers: [String: String] = [:]
    /// A complete address, instead of path and query.
    var url: URL?
    /// Detects the provider's own way of reporting errors; nil if the answer contains data or has no special meaning.
    var fault: @Sendable (FeedReply) -> FeedError.Reason? = { _ in nil }

    static func url(_ address: URL, path: String, query: [(String, String)]) -> URL {
        let pairs = query.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
        return URL(string: address.absoluteString + path + (pairs.isEmpty ? "" : "?" + pairs))!
    }

    /// Percent-encodes everything except letters, digits, hyphens, underscores and tildes. Dots are kept unless the text has
    /// only dots.
    static func encoded(_ text: String) -> String {
        let isDots = text.allSatisfy { $0 == "." }
        return text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
                return String(UnicodeScalar(byte))
            case UInt8(ascii: ".") where !isDots: return "."
            default: return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}

import Foundation
import JSONText
import Market

/// One request of a provider's interface.
struct FeedCall: Sendable {
    /// What is asked for, in words, for error texts.
    var asked: String
    /// Below the provider's address, beginning with a slash, its parts already encoded.
    var path = ""
    /// Names and values, not yet encoded.
    var query: [(String, String)] = []
    /// Keys go here, never into the query.
    var headers: [String: String] = [:]
    /// A whole address, in place of path and query.
    var url: URL?
    /// What this provider means by an answer that is no data; nil for one that is, or that says nothing special.
    var fault: @Sendable (FeedReply) -> FeedError.Problem? = { _ in nil }

    static func url(_ address: URL, path: String, query: [(String, String)]) -> URL {
        let pairs = query.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
        return URL(string: address.absoluteString + path + (pairs.isEmpty ? "" : "?" + pairs))!
    }

    /// Percent-encoded but for letters, digits, hyphen, underscore and tilde; dots only where a letter or digit stands too.
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

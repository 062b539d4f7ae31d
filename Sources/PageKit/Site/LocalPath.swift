import HTTPTypes
import Hummingbird

/// Paths on this server, for redirects: otherwise a link with our name on it could lead people to another site.
package enum LocalPath {
    /// Returns a path with its query if it cannot lead to another site; nil for any other text.
    ///
    /// Browsers read `//host` and `/\host` as another server, and drop tabs and line breaks before parsing.
    package static func checked(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.count <= 2000, bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        guard !text.hasPrefix("//"), !text.contains("\\"), !text.contains("#") else { return nil }
        return text
    }

    /// Returns the page from which a form was sent, from the `Referer` header; nil if it is missing or of another site.
    static func origin(of request: Request) -> String? {
        guard let referer = request.headers[.referer], let scheme = referer.range(of: "://") else { return nil }
        let rest = referer[scheme.upperBound...]
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        let host = request.head.authority ?? request.headers[HTTPField.Name("Host")!]
        guard rest[..<slash] == host ?? "" else { return nil }
        return checked(String(rest[slash...]))
    }

    /// Returns a page's address with the address to go to afterwards.
    package static func page(_ path: String, next: String?) -> String {
        next.map { "\(path)?next=\(URLForm.encoded($0))" } ?? path
    }

    /// Returns an address with the key of a message that the next page shows.
    package static func done(_ path: String, _ key: String) -> String { path + (path.contains("?") ? "&" : "?") + "done=\(key)" }
}

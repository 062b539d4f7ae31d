/// The address under which people reach the server: scheme, host and port, and a path if other programs share the host. Examples:
/// `https://closecast.example.com:8443`, `https://home.example.org/closecast`.
package struct PublicURL: Equatable, Sendable, CustomStringConvertible {
    /// The address of a server without options.
    package static let local = PublicURL(origin: "http://127.0.0.1:8080", path: "")

    /// Scheme, host and port.
    package let origin: String
    /// The path without a slash at the end, such as `/closecast`; empty if the host is the server's own.
    package let path: String

    private init(origin: String, path: String) { (self.origin, self.path) = (origin, path) }

    /// The maximum length of a path in bytes.
    private static let longestPath = 200

    /// Parses a URL whose scheme and host are in lower case; returns nil for any other text.
    package init?(_ text: String) {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" }
        guard (1...253).contains(authority.utf8.count),
            authority.utf8.allSatisfy({ byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || ".-:[]".utf8.contains(byte)
            })
        else { return nil }
        guard Self.hasPort(authority) else { return nil }
        var path = rest[authority.endIndex...]
        if path.hasSuffix("/") { path.removeLast() }
        guard Self.isPath(path) else { return nil }
        self.init(origin: scheme + authority, path: String(path))
    }

    /// Whether the port, if there is one, exists. Colons in brackets belong to an address.
    private static func hasPort(_ authority: Substring) -> Bool {
        guard let colon = authority.lastIndex(of: ":"), authority[colon...].allSatisfy({ $0 != "]" }) else { return true }
        return UInt16(authority[authority.index(after: colon)...]).map { $0 > 0 } ?? false
    }

    /// Whether all names in a path consist of letters, digits and `-._~`, which need no escaping in an address, and none is a name
    /// that browsers resolve (`.`, `..`).
    private static func isPath(_ path: Substring) -> Bool {
        guard path.utf8.count <= longestPath else { return false }
        return path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().allSatisfy { name in
            !["", ".", ".."].contains(name)
                && name.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                        || "-._~".utf8.contains(byte)
                }
        }
    }

    /// Without a slash at the end.
    package var text: String { origin + path }
    package var description: String { text }

    /// Host and port.
    package var authority: String { String(origin.drop { $0 != "/" }.dropFirst(2)) }

    /// Returns a link to a page. A secret stands after the `#`, which is not sent to servers and appears in no log or Referer
    /// header.
    package func link(to page: LinkPage, _ secret: Secret?) -> String {
        text + page.rawValue + (secret.map { "#\($0.text)" } ?? "")
    }
}

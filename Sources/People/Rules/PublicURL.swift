/// Where people reach the server: scheme, host and port, such as `https://closecast.example.com:8443`.
package struct PublicURL: Equatable, Sendable, CustomStringConvertible {
    /// Where the server listens without options.
    package static let local = PublicURL(checked: "http://127.0.0.1:8080")

    /// Without a slash at the end.
    package let text: String

    private init(checked text: String) { self.text = text }

    /// Parses a URL in lower case and without a path; nil for any other text.
    package init?(_ text: String) {
        let text = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
        let authority = text.utf8.dropFirst(scheme.utf8.count)
        guard (1...253).contains(authority.count),
            authority.allSatisfy({ byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || ".-:[]".utf8.contains(byte)
            })
        else { return nil }
        self.init(checked: text)
    }

    package var description: String { text }

    /// Host and port.
    package var authority: String { String(text.drop { $0 != "/" }.dropFirst(2)) }

    /// Returns a link to a page. A secret stands after the `#`, which no server, log or Referer header sees.
    package func link(to page: LinkPage, _ secret: Secret?) -> String {
        text + page.rawValue + (secret.map { "#\($0.text)" } ?? "")
    }
}

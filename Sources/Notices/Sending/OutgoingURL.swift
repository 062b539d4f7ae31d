/// An address to which a person has notices sent: http or https, a host, a port and a path.
///
/// The text is read more strictly than libcurl reads it, so that both see the same host.
package struct OutgoingURL: Equatable, Sendable {
    package let text: String
    /// Without the brackets of an IPv6 address; in lower case.
    package let host: String
    package let port: Int
    /// With the query; at least `/`.
    let path: String

    /// The longest address in bytes.
    package static let longest = 1000

    /// - Returns: nil for other schemes, users and passwords, fragments, ports beyond 1 to 65535, and anything that is not printable
    ///   ASCII.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest, text.utf8.allSatisfy(Self.isOfURL),
            let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) })
        else { return nil }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let (host, portText) = Self.split(authority.lowercased()[...]) else { return nil }
        var port = scheme == "https://" ? 443 : 80
        if let portText {
            guard (1...5).contains(portText.utf8.count), portText.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let number = Int(portText), (1...65_535).contains(number)
            else { return nil }
            port = number
        }
        let path = String(rest[authority.endIndex...])
        (self.host, self.port) = (host, port)
        self.path = path.hasPrefix("/") ? path : "/\(path)"
        self.text = scheme + authority.lowercased() + self.path
    }

    /// No control characters, spaces, quotes, backslashes, braces, fragments or users.
    private static func isOfURL(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) && !"\"#<>@\\^`{|}".utf8.contains(byte) }

    private static func split(_ authority: Substring) -> (host: String, port: Substring?)? {
        if authority.first == "[" {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            let (host, rest) = (authority[authority.index(after: authority.startIndex)..<end], authority[end...].dropFirst())
            guard NetworkAddress(ipv6: String(host)) != nil, rest.isEmpty || rest.first == ":" else { return nil }
            return (String(host), rest.isEmpty ? nil : rest.dropFirst())
        }
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard isName(parts[0]) else { return nil }
        return (String(parts[0]), parts.count == 2 ? parts[1] : nil)
    }

    private static func isName(_ host: Substring) -> Bool {
        (1...253).contains(host.utf8.count) && !host.hasPrefix(".") && !host.contains("..")
            && host.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || "-._".utf8.contains(byte)
            }
    }

    /// Whether it is https.
    var isEncrypted: Bool { text.hasPrefix("https:") }

    /// Whether the host is a private address in any of the forms that systems accept, or a name of this machine. Other names are
    /// checked when they are connected to.
    package var isSurelyPrivate: Bool {
        let name = host.hasSuffix(".") ? host.dropLast() : host[...]
        if name == "localhost" || name.hasSuffix(".localhost") { return true }
        guard let address = NetworkAddress(ipv6: host) ?? NetworkAddress(ipv4: String(name)) else { return false }
        return !address.isPublic
    }

    /// The scheme, host and port, for logs: the path may be a secret.
    package var place: String { String(text.dropLast(path.utf8.count)) }

    /// Returns the address with a name added to its path.
    func appending(_ name: String) -> String {
        let query = path.firstIndex(of: "?").map { path[$0...] } ?? ""
        let folder = path.dropLast(query.count)
        return place + folder + (folder.hasSuffix("/") ? "" : "/") + name + query
    }
}

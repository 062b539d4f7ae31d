/// The address of a mail server: `smtps://mail.example.org:465` or `smtp://mail.example.org:587`.
package struct SMTPServer: Sendable, Hashable, CustomStringConvertible {
    /// When TLS begins. There is no way without TLS.
    package enum Security: Sendable, Hashable {
        /// With the connection: `smtps`, port 465.
        case immediate
        /// By STARTTLS, without which nothing is sent: `smtp`, port 587.
        case required
    }

    package let host: String
    package let port: Int
    package let security: Security

    /// - Returns: nil unless the text is a scheme, a host, and a port or none.
    package init?(_ text: String) {
        guard let colon = text.firstRange(of: "://") else { return nil }
        switch text[..<colon.lowerBound].lowercased() {
        case "smtps": security = .immediate
        case "smtp": security = .required
        default: return nil
        }
        var rest = text[colon.upperBound...]
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard let (host, port) = Self.split(rest) else { return nil }
        self.host = host
        self.port = port ?? (security == .immediate ? 465 : 587)
    }

    /// `mail.example.org:587`
    package var description: String { "\(host):\(port)" }

    /// - Parameter name: the name with which we introduce ourselves.
    func url(introducing name: String) -> String { "\(security == .immediate ? "smtps" : "smtp")://\(host):\(port)/\(name)" }

    private static func split(_ text: Substring) -> (host: String, port: Int?)? {
        // A colon within brackets belongs to an IPv6 address.
        let end = text.first == "[" ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":") ?? text.endIndex
        guard let end else { return nil }
        let (host, rest) = (text[..<end], text[end...])
        guard isHost(host) else { return nil }
        if rest.isEmpty { return (String(host), nil) }
        guard rest.first == ":", rest.dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = Int(rest.dropFirst()), (1...65_535).contains(port)
        else { return nil }
        return (String(host), port)
    }

    private static func isHost(_ host: Substring) -> Bool {
        if host.hasPrefix("[") {
            return host.count > 2
                && host.dropFirst().dropLast().allSatisfy { $0.isHexDigit && $0.isASCII || $0 == ":" || $0 == "." }
        }
        return (try? MailAddress("a@\(host)")) != nil
    }
}

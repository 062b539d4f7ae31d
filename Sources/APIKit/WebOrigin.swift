/// The origin of web pages: scheme, host and port. Compared without regard to case, and without the scheme's default port, which
/// browsers omit.
struct WebOrigin: Equatable, Sendable {
    let text: String

    /// - Parameter text: such as `https://closecast.example.com:8443`, or `null` for pages whose origin browsers hide.
    init(_ text: String) {
        let text = text.lowercased()
        let port = text.hasPrefix("https:") ? ":443" : ":80"
        self.text = text.hasSuffix(port) ? String(text.dropLast(port.count)) : text
    }

    /// - Parameter authority: host and port.
    init(isSecure: Bool, authority: String) { self.init("\(isSecure ? "https" : "http")://\(authority)") }

    var isSecure: Bool { text.hasPrefix("https:") }

    /// Returns whether a host, with or without a port, is a name for the local machine on every machine. Other names are not
    /// trusted: the owner of a name can point it at this machine (DNS rebinding).
    static func isLoopback(authority: String) -> Bool {
        var host = authority.lowercased()[...]
        if host.hasPrefix("[") { return host.prefix { $0 != "]" }.dropFirst() == "::1" }
        host = host.prefix { $0 != ":" }
        return host == "localhost" || (host.hasPrefix("127.") && host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E })
    }
}

import HTTPTypes
import Hummingbird
import Platform

/// Takes the client's address and scheme from `Forwarded` or `X-Forwarded-…` if the peer is a trusted proxy.
///
/// The addresses are read from the right: each trusted proxy vouches for the one before it, and the first that is not trusted is
/// the client. Entries further left may have been written by the client itself.
package struct ForwardedAddress<Context: RemoteAddressContext>: RouterMiddleware {
    private let proxies: TrustedProxies
    private let speaksTLS: Bool

    /// - Parameters:
    ///   - trusted: the addresses of proxies; empty to trust none.
    ///   - speaksTLS: whether the peer uses TLS.
    package init(trusted: [AddressRange], speaksTLS: Bool = false) {
        (proxies, self.speaksTLS) = (TrustedProxies(ranges: trusted), speaksTLS)
    }

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        var context = context
        var (address, isSecure) = (context.remoteAddress, speaksTLS)
        proxies.follow(request.headers, address: &address, isSecure: &isSecure)
        (context.remoteAddress, context.isSecure) = (address, isSecure)
        return try await next(request, context)
    }
}

/// Proxies whose headers are trusted.
struct TrustedProxies: Sendable {
    let ranges: [AddressRange]

    /// Follows the proxies' reports from the peer back to the client.
    ///
    /// - Parameters:
    ///   - address: in: the peer's; out: the client's.
    ///   - isSecure: in: whether the peer uses TLS; out: whether the client uses TLS to the first proxy.
    func follow(_ headers: HTTPFields, address: inout String, isSecure: inout Bool) {
        guard !ranges.isEmpty, let peer = IPAddress(address), isTrusted(peer) else { return }
        for hop in ForwardedHop.hops(of: headers).reversed() {
            if let secure = hop.isSecure { isSecure = secure }
            guard let text = hop.address, let parsed = IPAddress(text) else { return }
            address = text
            guard isTrusted(parsed) else { return }
        }
    }

    private func isTrusted(_ address: IPAddress) -> Bool { ranges.contains { $0.contains(address) } }
}

/// One proxy's report of the client that it served.
struct ForwardedHop: Equatable {
    /// nil if the proxy hides the address or writes something else.
    var address: String?
    var isSecure: Bool?

    /// Returns the hops in the order of the header, starting with the client.
    ///
    /// `Forwarded` (RFC 7239) is used only without `X-Forwarded-For`: a proxy that sets the older header, as most do, passes the
    /// newer one on as the client wrote it.
    static func hops(of headers: HTTPFields) -> [ForwardedHop] {
        if let forwarded = headers[.forwarded], headers[.forwardedFor] == nil { return list(forwarded, ",").map { hop(of: $0) } }
        var hops = headers[.forwardedFor].map { plainList($0).map { ForwardedHop(address: bare($0), isSecure: nil) } } ?? []
        let schemes = headers[.forwardedProto].map { plainList($0) } ?? []
        if let scheme = schemes.last {
            if hops.isEmpty { hops = [ForwardedHop()] }
            hops[hops.count - 1].isSecure = scheme.lowercased() == "https"
        }
        return hops
    }

    private static func hop(of element: Substring) -> ForwardedHop {
        list(element, ";").reduce(into: ForwardedHop()) { hop, pair in
            guard let equals = pair.firstIndex(of: "=") else { return }
            let value = unquoted(pair[pair.index(after: equals)...])
            switch pair[..<equals].lowercased() {
            case "for": hop.address = bare(value)
            case "proto": hop.isSecure = value.lowercased() == "https"
            default: break
            }
        }
    }

    private static func plainList(_ text: String) -> [Substring] { text.split(separator: ",").map { $0.trimmed } }

    /// Returns the parts of a list, split outside quotation marks and trimmed. An unclosed quotation mark is an ordinary
    /// character: a client must not be able to hide what the proxy adds.
    private static func list(_ text: some StringProtocol, _ separator: Character) -> [Substring] {
        guard text.utf8.count(where: { $0 == UInt8(ascii: "\"") }) % 2 == 0 else {
            return text.split(separator: separator).map { Substring($0).trimmed }
        }
        var isQuoted = false
        return text.split { character in
            if character == "\"" { isQuoted.toggle() }
            return character == separator && !isQuoted
        }.map { Substring($0).trimmed }
    }

    private static func unquoted(_ text: Substring) -> Substring {
        let text = text.trimmed
        return text.count >= 2 && text.first == "\"" && text.last == "\"" ? text.dropFirst().dropLast() : text
    }

    /// Returns the address without its port: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
    private static func bare(_ text: Substring) -> String {
        if text.first == "[" { return String(text.dropFirst().prefix { $0 != "]" }) }
        let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
        return String(colons == 1 ? text.prefix { $0 != ":" } : text)
    }
}

extension HTTPField.Name {
    static let forwarded = HTTPField.Name("Forwarded")!
    static let forwardedFor = HTTPField.Name("X-Forwarded-For")!
    static let forwardedProto = HTTPField.Name("X-Forwarded-Proto")!
}

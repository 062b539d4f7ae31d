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
    ///   - header: the header that they set.
    ///   - speaksTLS: whether the peer uses TLS.
    package init(trusted: [AddressRange], header: ProxyHeader = .either, speaksTLS: Bool = false) {
        (proxies, self.speaksTLS) = (TrustedProxies(ranges: trusted, header: header), speaksTLS)
    }

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        var context = context
        var (address, isSecure) = (context.remoteAddress, speaksTLS)
        // If two headers differ, neither is trusted; ``ForwardedAgreement`` refuses the request where it can be answered.
        if let hop = try? proxies.client(request.headers, of: ForwardedHop(address: address, isSecure: isSecure)) {
            (address, isSecure) = (hop.address ?? address, hop.isSecure ?? isSecure)
        }
        (context.remoteAddress, context.isSecure) = (address, isSecure)
        return try await next(request, context)
    }
}

/// Refuses requests of trusted proxies whose two headers differ: the client wrote one of them.
struct ForwardedAgreement<Context: RemoteAddressContext>: RouterMiddleware {
    let proxies: TrustedProxies

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        _ = try proxies.client(request.headers, of: ForwardedHop(address: context.remoteAddress, isSecure: context.isSecure))
        return try await next(request, context)
    }
}

/// The header in which trusted proxies report their clients.
package enum ProxyHeader: String, CaseIterable, Sendable {
    /// `Forwarded` (RFC 7239).
    case forwarded
    /// `X-Forwarded-For` and `X-Forwarded-Proto`.
    case xForwarded = "x-forwarded"
    /// Whichever arrives. A proxy that sets one of them passes the other on as the client wrote it, so both must agree.
    case either
}

/// Proxies whose headers are trusted.
struct TrustedProxies: Sendable {
    let ranges: [AddressRange]
    var header = ProxyHeader.either

    /// Follows the proxies' reports from the peer back to the client.
    ///
    /// - Parameter peer: the address that is connected to the server.
    /// - Throws: a ``Problem`` `forwarded-headers-differ` if there are two reports that differ.
    func client(_ headers: HTTPFields, of peer: ForwardedHop) throws(Problem) -> ForwardedHop {
        guard !ranges.isEmpty, let address = peer.address.flatMap({ IPAddress($0) }), isTrusted(address) else { return peer }
        let standard = header == .xForwarded ? nil : ForwardedHop.standardHops(of: headers)
        // X-Forwarded-Proto alone names no client.
        let isAlone = standard != nil && headers[.forwardedFor] == nil
        let older = header == .forwarded || isAlone ? nil : ForwardedHop.olderHops(of: headers)
        guard let hops = older ?? standard else { return peer }
        let client = client(hops, of: peer)
        guard older == nil || standard == nil || self.client(standard!, of: peer) == client else {
            throw Problem(
                .badRequest, "forwarded-headers-differ",
                "Forwarded and X-Forwarded-For or -Proto name different clients; a proxy must set one of them and remove the other, or "
                    + "start the server with --proxy-header forwarded or --proxy-header x-forwarded", field: "Forwarded")
        }
        return client
    }

    private func client(_ hops: [ForwardedHop], of peer: ForwardedHop) -> ForwardedHop {
        var client = peer
        for hop in hops.reversed() {
            if let secure = hop.isSecure { client.isSecure = secure }
            guard let text = hop.address, let parsed = IPAddress(text) else { break }
            client.address = text
            guard isTrusted(parsed) else { break }
        }
        return client
    }

    private func isTrusted(_ address: IPAddress) -> Bool { ranges.contains { $0.contains(address) } }
}

/// One proxy's report of the client that it served.
struct ForwardedHop: Equatable {
    /// nil if the proxy hides the address or writes something else.
    var address: String?
    var isSecure: Bool?

    /// Returns the hops of `Forwarded` in its order, starting with the client; nil without the header.
    static func standardHops(of headers: HTTPFields) -> [ForwardedHop]? {
        headers[.forwarded].map { list($0, ",").map { hop(of: $0) } }
    }

    /// Returns the hops of the older headers; nil without both.
    static func olderHops(of headers: HTTPFields) -> [ForwardedHop]? {
        guard headers[.forwardedFor] != nil || headers[.forwardedProto] != nil else { return nil }
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

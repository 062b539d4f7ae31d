import Access
import HTTPEdge
import HTTPTypes
import Hummingbird

/// Trusts programs on the server's own machine without credentials. Only for a server that no other machine can reach.
///
/// Web pages could send such requests too: a page of any site in a browser on this machine, or a page of another program on it,
/// which has another port. Their requests have the page's origin in Origin, a Sec-Fetch-Site other than same-origin or none, or the
/// page's host name in Host after that name was pointed here (DNS rebinding). They are refused.
struct SameMachine: Authenticator {
    func principal(of request: Request, _ context: CallContext) async throws -> Principal? {
        try Self.refuseForeignPages(request, context)
        return .local
    }

    private static func refuseForeignPages(_ request: Request, _ context: CallContext) throws(Problem) {
        let authority = request.authority
        if let authority, !isLoopback(authority.lowercased()[...]) {
            throw foreign("Host", authority, "is not this machine", accepted: "127.0.0.1, [::1] or localhost")
        }
        if let origin = request.headers[.origin] {
            let (scheme, port) = context.isSecure ? ("https", ":443") : ("http", ":80")
            let own = "\(scheme)://\(authority ?? "")"
            guard bare(origin, port) == bare(own, port) else {
                throw foreign("Origin", origin, "is not the origin of this server", accepted: own)
            }
        }
        if let site = request.headers[.secFetchSite], site != "same-origin", site != "none" {
            throw foreign("Sec-Fetch-Site", site, "is not the site of this server", accepted: "same-origin or none")
        }
    }

    /// Returns an origin in lower case, without the default port of its scheme.
    private static func bare(_ origin: String, _ port: String) -> String {
        let origin = origin.lowercased()
        return origin.hasSuffix(port) ? String(origin.dropLast(port.count)) : origin
    }

    private static func isLoopback(_ authority: Substring) -> Bool {
        var host = authority
        if host.hasPrefix("[") {
            host = host.prefix { $0 != "]" }.dropFirst()
            return host == "::1"
        }
        host = host.prefix { $0 != ":" }
        return host == "localhost" || (host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." })
    }

    private static func foreign(_ header: String, _ value: String, _ what: String, accepted: String) -> Problem {
        let value = String(value.prefix(100))
        return Problem(
            .forbidden, "foreign-origin",
            "\(header) \"\(value)\" \(what); without a token only programs on this machine are answered",
            field: header, value: .string(value), accepted: accepted)
    }
}

extension HTTPField.Name {
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
    static let host = HTTPField.Name("Host")!
}

import Access
import HTTPTypes
import Hummingbird

/// Finds out who asks.
struct Authentication: RouterMiddleware {
    typealias Context = CallContext

    /// Whether a caller without a token has no rights. Not so on the loopback address alone.
    let requiresToken: Bool
    let tokens: AccessTokens
    let time: RequestTimeLimit
    let uses: TokenUses

    func handle(_ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response) async throws
        -> Response
    {
        var context = context
        if let header = request.headers[.authorization] {
            let text = try Self.token(header)
            let token = try await time.within { try await tokens.verify(text) }
            context.caller = Caller(owner: token.owner, scope: token.scope, token: token.id)
            uses.note(token, in: tokens, context.logger)
        } else if !requiresToken {
            try Self.refuseForeignPages(request)
            context.caller = .local
        }
        return try await next(request, context)
    }

    private static func token(_ header: String) throws(Problem) -> String {
        let parts = header.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw Problem(
                .unauthorized, "malformed-authorization", "the Authorization header is not of the form: Bearer TOKEN",
                field: "Authorization", accepted: "Bearer TOKEN")
        }
        return String(parts[1])
    }

    /// Without tokens, a page of any site in the browser of whoever works on this machine could ask us. Its requests carry that
    /// site's name as Origin or, after its name was pointed here (DNS rebinding), as Host.
    private static func refuseForeignPages(_ request: Request) throws(Problem) {
        if let authority = request.head.authority, !isLoopback(authority[...]) { throw foreign("Host", authority) }
        if let origin = request.headers[.origin] {
            guard let colon = origin.firstIndex(of: ":"), origin[colon...].hasPrefix("://"),
                isLoopback(origin[colon...].dropFirst(3))
            else { throw foreign("Origin", origin) }
        }
        if let site = request.headers[.secFetchSite], site == "cross-site" { throw foreign("Sec-Fetch-Site", site) }
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

    private static func foreign(_ header: String, _ value: String) -> Problem {
        Problem(
            .forbidden, "foreign-origin",
            "\(header) \(value.prefix(100)) is not this machine; without a token only programs on it are answered", field: header,
            value: .string(String(value.prefix(100))), accepted: "127.0.0.1, [::1] or localhost")
    }
}

extension HTTPField.Name {
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
}

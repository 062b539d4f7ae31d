import Access
import HTTPEdge
import HTTPTypes
import Hummingbird
import Platform

/// Trusts programs on the server's own machine without credentials. Only for a server that no other machine can reach.
///
/// Web pages could send such requests too: a page of any site in a browser on this machine, or a page of another program on it,
/// which has another port. Their requests have the page's origin in Origin, a Sec-Fetch-Site other than same-origin or none, or the
/// page's host name in Host after that name was pointed here (DNS rebinding). They are refused.
package struct SameMachine: Authenticator {

    package init() {}

    package func principal(of request: Request, _ context: CallContext) async throws -> Principal? {
        try Self.refuseForeignPages(request.headers, context, authority: request.authority, isLink: Self.isLink(request))
        return .local
    }

    /// Refuses a request that a page of another site may have sent.
    ///
    /// - Throws: a ``Problem`` of status 403.
    package static func refuseForeignPages(
        _ headers: HTTPFields, _ context: CallContext, authority: String?, isLink: Bool = false
    ) throws(Problem) {
        if let authority, !WebOrigin.isLoopback(authority: authority) {
            throw foreign("Host", authority, "is not this machine", accepted: "127.0.0.1, [::1] or localhost")
        }
        if let origin = headers[.origin] {
            let scheme = context.isSecure ? "https" : "http"
            guard WebOrigin(origin) == WebOrigin(isSecure: context.isSecure, authority: authority ?? "") else {
                throw foreign(
                    "Origin", origin, "is not the origin of this server", accepted: "\(scheme)://\(authority ?? "")")
            }
        }
        if let site = headers[.secFetchSite], site != "same-origin", site != "none", !isLink {
            throw foreign("Sec-Fetch-Site", site, "is not the site of this server", accepted: "same-origin or none")
        }
    }

    /// Whether a person followed a link to one of our pages. The page with the link cannot read the response.
    private static func isLink(_ request: Request) -> Bool {
        request.method == .get && request.headers[.secFetchMode] == "navigate" && request.headers[.secFetchDest] == "document"
            && !ServerAPI.isForPrograms(request.uri.path)
    }

    private static func foreign(_ header: String, _ value: String, _ what: String, accepted: String) -> Problem {
        let value = value.cut(to: 100)
        return Problem(
            .forbidden, "foreign-origin",
            "\(header) \"\(value)\" \(what); without a token, only programs on this machine can use the server",
            field: header, value: .string(value), accepted: accepted)
    }
}

extension HTTPField.Name {
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
    static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode")!
    static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest")!
    static let host = HTTPField.Name("Host")!
}

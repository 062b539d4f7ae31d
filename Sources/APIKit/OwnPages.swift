import Access
import HTTPEdge
import HTTPTypes
import Hummingbird
import JSONText
import People
import Platform

/// Refuses requests that other sites' pages make a browser send with our cookies (cross-site request forgery).
package struct OwnPages: Sendable {
    private let publicOrigin: WebOrigin?
    let cryptography: any CredentialCryptography

    /// - Parameter publicURL: the address under which people reach the server; nil for the host of each request.
    package init(publicURL: PublicURL?, cryptography: any CredentialCryptography) {
        (publicOrigin, self.cryptography) = (publicURL.map { WebOrigin($0.origin) }, cryptography)
    }

    /// Checks that a request comes from one of our pages: by `Sec-Fetch-Site`, which pages cannot set, and by `Origin`.
    ///
    /// - Throws: a ``Problem`` of status 403.
    package func check(_ headers: HTTPFields, _ context: CallContext, authority: String?) throws(Problem) {
        let site = headers[.secFetchSite]
        if let site, site != "same-origin" {
            throw Self.foreign("Sec-Fetch-Site", site, accepted: "same-origin")
        }
        let own = publicOrigin ?? WebOrigin(isSecure: context.isSecure, authority: authority ?? "")
        guard let origin = headers[.origin] else {
            guard site == nil else { return }
            throw Self.foreign("Origin", "", accepted: own.text)
        }
        guard WebOrigin(origin) == own else { throw Self.foreign("Origin", origin, accepted: own.text) }
    }

    /// Checks a request that needs no credential, such as sign-up and sign-in: if a browser sends it, it must come from one of our
    /// pages. Browsers send at least `Origin` with every method except GET; programs send neither header.
    package func checkIfOfBrowser(_ headers: HTTPFields, _ context: CallContext, authority: String?) throws(Problem) {
        guard headers.contains(.origin) || headers.contains(.secFetchSite) else { return }
        try check(headers, context, authority: authority)
    }

    /// Checks a request that changes something under a session's cookie: it must come from one of our pages, and have the form
    /// token of the session.
    func check(_ headers: HTTPFields, _ context: CallContext, authority: String?, _ standing: SessionStanding) throws(Problem) {
        try check(headers, context, authority: authority)
        guard let token = headers[.csrfToken], cryptography.isFormToken(token, of: standing.sessionHash) else {
            throw Problem(
                .forbidden, "csrf", "the form token is missing or from another session; GET /v1/sessions/current returns it",
                field: "X-CSRF-Token")
        }
    }

    private static func foreign(_ header: String, _ value: String, accepted: String) -> Problem {
        let value = value.cut(to: 100)
        return Problem(
            .forbidden, "foreign-origin", "\(header) \"\(value)\" does not belong to a page of this server", field: header,
            value: .string(value), accepted: accepted)
    }
}

extension HTTPField.Name {
    static let csrfToken = HTTPField.Name("X-CSRF-Token")!
    package static let clearSiteData = HTTPField.Name("Clear-Site-Data")!
}

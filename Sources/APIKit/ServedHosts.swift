import HTTPEdge
import HTTPTypes
import Hummingbird
import People
import Platform

/// Refuses requests to hosts other than ours with 421. Otherwise an attacker who points their own host name at the server would be
/// its origin in the eyes of browsers (DNS rebinding).
package struct ServedHosts: RouterMiddleware {
    package typealias Context = CallContext

    /// The address under which people reach the server; nil if only this machine does.
    private let publicURL: PublicURL?
    private let own: WebOrigin?

    package init(publicURL: PublicURL?) { (self.publicURL, own) = (publicURL, publicURL.map { WebOrigin($0.origin) }) }

    package func handle(_ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response)
        async throws
        -> Response
    {
        let isProbe = Self.isProbe(request.uri.path) && (request.method == .get || request.method == .head)
        if !isProbe { try check(request.authority ?? "", context) }
        return try await next(request, context)
    }

    private func check(_ authority: String, _ context: CallContext) throws(Problem) {
        guard let publicURL, let own else {
            guard WebOrigin.isLoopback(authority: authority) else {
                throw Self.misdirected(authority, accepted: "127.0.0.1, [::1] or localhost")
            }
            return
        }
        if WebOrigin(isSecure: own.isSecure, authority: authority) == own { return }
        // Programs on the server's own machine need not use the public address.
        if WebOrigin.isLoopback(authority: authority), IPAddress(context.remoteAddress)?.isLoopback == true { return }
        throw Self.misdirected(authority, accepted: publicURL.authority)
    }

    /// Returns whether a path is read by load balancers and monitors, which know the server's address but not its name.
    static func isProbe(_ path: String) -> Bool { path == "/metrics" || path.hasPrefix("/v2/health/") }

    private static func misdirected(_ authority: String, accepted: String) -> Problem {
        let authority = authority.cut(to: 100)
        return Problem(
            .misdirectedRequest, "misdirected", "\"\(authority)\" is not the host of this server; use \(accepted)", field: "Host",
            value: .string(authority), accepted: accepted)
    }
}

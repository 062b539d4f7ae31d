import Access
import HTTPEdge
import Hummingbird

/// Identifies the caller of a request by the first kind of credential that it has.
///
/// A request without credentials continues without a principal; routes that require one refuse it.
package struct Authentication: RouterMiddleware {
    package typealias Context = CallContext

    /// The authenticators in the order in which they are tried.
    package let authenticators: [any Authenticator]

    package init(authenticators: [any Authenticator]) { self.authenticators = authenticators }

    package func handle(_ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response)
        async throws
        -> Response
    {
        var context = context
        for authenticator in authenticators {
            guard let principal = try await authenticator.principal(of: request, context) else { continue }
            context.caller = principal
            break
        }
        return try await next(request, context)
    }
}

/// One kind of credential: reads it from a request and verifies it. A session cookie would be another kind.
package protocol Authenticator: Sendable {
    /// - Returns: nil if the request has no credential of this kind.
    /// - Throws: an error if it has one that is invalid.
    func principal(of request: Request, _ context: CallContext) async throws -> Principal?
}

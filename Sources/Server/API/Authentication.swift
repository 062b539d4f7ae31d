import Access
import HTTPEdge
import Hummingbird

/// Finds out who makes a request, by the first kind of credential that it carries.
///
/// A request without credentials goes on without a principal: routes that need one refuse it.
struct Authentication: RouterMiddleware {
    typealias Context = CallContext

    /// In the order in which they are asked.
    let authenticators: [any Authenticator]

    func handle(_ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response) async throws
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

/// One kind of credential: reads it from a request and checks it. A session cookie would be another one.
protocol Authenticator: Sendable {
    /// - Returns: nil if the request has no credential of this kind.
    /// - Throws: where it has one that is not accepted.
    func principal(of request: Request, _ context: CallContext) async throws -> Principal?
}

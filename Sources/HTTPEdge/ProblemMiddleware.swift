import HTTPTypes
import Hummingbird
import Logging

/// Turns every error that is thrown behind it into problem details, and logs the server's own faults.
package struct ProblemMiddleware<Context: RequestIDContext>: RouterMiddleware {
    private let describe: @Sendable (any Error, Request) -> Problem

    /// - Parameter describe: what a client may know of an error.
    package init(_ describe: @escaping @Sendable (any Error, Request) -> Problem) { self.describe = describe }

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        do {
            return try await next(request, context)
        } catch {
            let problem = describe(error, request)
            // The metrics count failures of upstream servers (502) and overload (503).
            if problem.status.code >= 500, problem.status != .badGateway, problem.status != .serviceUnavailable {
                context.logger.error("request failed", metadata: ["error": "\(error)", "request_id": "\(context.requestID)"])
            }
            return problem.response(requestID: context.requestID)
        }
    }
}

import HTTPTypes
import Hummingbird
import Logging

/// Turns every error thrown behind it into problem details, and logs internal errors.
package struct ProblemMiddleware<Context: RequestIDContext & NotedContext>: RouterMiddleware {
    private let describe: @Sendable (any Error, Request) -> Problem

    /// - Parameter describe: returns what a client may learn about an error.
    package init(_ describe: @escaping @Sendable (any Error, Request) -> Problem) { self.describe = describe }

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws
        -> Response
    {
        do {
            return try await next(request, context)
        } catch {
            let problem = describe(error, request)
            context.notes.problem = problem.code
            // The metrics count failures of upstream servers (502) and overload (503).
            if problem.status.code >= 500, problem.status != .badGateway, problem.status != .serviceUnavailable {
                context.logger.error("request failed", metadata: ["error": "\(error)", "request_id": "\(context.requestID)"])
            }
            return problem.response(requestID: context.requestID)
        }
    }
}

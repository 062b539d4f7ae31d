import HTTPTypes
import Hummingbird
import Logging

/// Turns whatever is thrown behind it into problem details, and logs what is a fault of ours.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = CallContext

    func handle(_ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response) async throws
        -> Response
    {
        do {
            return try await next(request, context)
        } catch {
            var problem = Problem(error)
            // Of others that did not answer (502) and of times of too much work (503) the metrics tell.
            if problem.status.code >= 500, problem.status != .badGateway, problem.status != .serviceUnavailable {
                context.logger.error("request failed", metadata: ["error": "\(error)", "request_id": "\(context.requestID)"])
            }
            if OpenInferenceErrors.concern(request.uri.path) { problem.extra.append(OpenInferenceErrors.member(of: problem)) }
            return problem.reply(requestID: context.requestID).response
        }
    }
}

import HTTPTypes
import Hummingbird
import Inference
import JSONText

extension TensorRefusal: ProblemConvertible {
    package var problem: Problem {
        Problem(.badRequest, code, description, field: field, value: value.map(JSONValue.string), accepted: accepted)
    }
}

/// Adds to the problems under `/v2` the member `error` that the protocol's clients show.
struct OpenInferenceErrors: RouterMiddleware {
    typealias Context = CallContext

    func handle(_ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response) async throws
        -> Response
    {
        guard request.uri.path == "/v2" || request.uri.path.hasPrefix("/v2/") else { return try await next(request, context) }
        do {
            return try await next(request, context)
        } catch {
            var problem = Problem(error)
            // A fault of ours goes on as it is, to be logged.
            guard problem.status != .internalServerError else { throw error }
            problem.extra.append(JSONValue.Member(key: "error", value: .string(problem.detail)))
            throw problem
        }
    }
}

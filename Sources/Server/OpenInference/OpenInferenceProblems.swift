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

    static func covers(_ path: String) -> Bool { path == "/v2" || path.hasPrefix("/v2/") }

    func handle(_ request: Request, context: CallContext, next: (Request, CallContext) async throws -> Response) async throws
        -> Response
    {
        guard Self.covers(request.uri.path) else { return try await next(request, context) }
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

import HTTPEdge
import HTTPTypes
import Hummingbird
import JSONText

/// An error that defines how it is reported to HTTP clients.
package protocol ProblemConvertible: Error {
    var problem: Problem { get }
}

extension Problem {
    /// Returns the problem for an error of a request, in the form of the request's protocol.
    @Sendable package static func of(_ error: any Error, _ request: Request) -> Problem {
        var problem = Problem(error)
        if OpenInferenceErrors.concern(request.uri.path) { problem.extra.append(OpenInferenceErrors.member(of: problem)) }
        return problem
    }

    /// Returns the problem for any error. An error without a mapping is an internal one; its text is only logged.
    package init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let error as any ProblemConvertible: self = error.problem
        case let error as JSONError:
            self = Problem(.badRequest, "malformed-json", "the body is not valid JSON: \(error)", field: "body")
        case let error as any HTTPResponseError: self = Problem(status: error.status)
        case is CancellationError: self = Problem(.serviceUnavailable, "stopped", "the request was cancelled", retryAfterSeconds: 1)
        default:
            self = Problem(.internalServerError, "internal-error", "the server failed; its log has the reason under the request id")
        }
    }

    private init(status: HTTPResponse.Status) {
        switch status {
        case .notFound: self = .notFound("there is nothing at this path; /openapi.json lists the operations of this server")
        case .contentTooLarge: self = Problem(status, "body-too-large", "the body is too large")
        default: self = Problem(status, "refused", status.reasonPhrase)
        }
    }
}

import HTTPEdge
import Pictures

extension PictureError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .notAPicture: Problem(.unprocessableContent, "not-a-picture", "\(self)", field: "body")
        case .tooLarge(_, let maximum):
            Problem(.contentTooLarge, "body-too-large", "\(self)", field: "body", accepted: "at most \(maximum) bytes")
        case .tooManyPixels: Problem(.unprocessableContent, "too-many-pixels", "\(self)", field: "body")
        case .busy: Problem(.serviceUnavailable, "busy", "\(self)", retryAfterSeconds: 5)
        case .timedOut: Problem(.unprocessableContent, "picture-too-slow", "\(self)", field: "body")
        case .notStarted, .failed:
            Problem(.internalServerError, "internal-error", "the server failed; its log has the reason under the request id")
        }
    }
}

import Access
import HTTPEdge
import JSONText

extension AccessError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .badIdempotencyKey(let key):
            .invalid("Idempotency-Key", value: .string(key), accepted: "1 to 255 visible ASCII characters")
        case .malformedToken, .unknownToken, .revoked, .expired: unauthorized
        case .insufficientScope: Problem(.forbidden, code, clientDescription, field: "Authorization")
        case .noSuchToken: Problem(.notFound, code, clientDescription)
        default: Problem(.badRequest, code, clientDescription)
        }
    }

    private var unauthorized: Problem {
        var problem = Problem(.unauthorized, code, clientDescription, field: "Authorization")
        problem.headers[.wwwAuthenticate] = "Bearer realm=\"closecast\", error=\"invalid_token\""
        return problem
    }
}

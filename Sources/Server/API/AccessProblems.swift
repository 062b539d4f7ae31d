import Access
import HTTPEdge
import JSONText

extension AccessError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .badIdempotencyKey(let key):
            .invalid("Idempotency-Key", value: .string(key), accepted: "1 to 255 visible ASCII characters")
        case .malformedToken, .unknownToken, .revoked, .expired: unauthorized
        case .scopeTooSmall: Problem(.forbidden, code, toldToClient, field: "Authorization")
        case .noSuchToken: Problem(.notFound, code, toldToClient)
        default: Problem(.badRequest, code, toldToClient)
        }
    }

    private var unauthorized: Problem {
        var problem = Problem(.unauthorized, code, toldToClient, field: "Authorization")
        problem.headers[.wwwAuthenticate] = "Bearer realm=\"closecast\", error=\"invalid_token\""
        return problem
    }
}

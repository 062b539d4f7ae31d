import APIKit
import HTTPEdge
import HTTPTypes
import Identity
import JSONText

extension VerificationError: ProblemConvertible {
    package var problem: Problem {
        var problem = Problem(status, code, description, field: field, retryAfterSeconds: retryAfterSeconds)
        if case .wrongCode(let left) = self { problem.extra = [.init(key: "left", value: .number(Double(left)))] }
        return problem
    }

    private var status: HTTPResponse.Status {
        switch self {
        case .noDocument, .documentDeleted, .nobodyVerified: .notFound
        case .ownVerification: .forbidden
        case .tooManyCodes: .tooManyRequests
        case .notSent: .serviceUnavailable
        case .notNeeded, .noCode, .phoneFirst, .alreadyAccepted, .waiting, .tooManyDocuments, .noDocuments, .sideMissing,
            .notPending:
            .conflict
        case .badPhone, .wrongCode, .sideNotNeeded, .badReason: .unprocessableContent
        }
    }

    private var field: String? {
        switch self {
        case .badPhone: "/phone"
        case .noCode, .wrongCode: "/code"
        case .sideNotNeeded: "side"
        case .badReason: "/reason"
        default: nil
        }
    }

    private var retryAfterSeconds: Int? {
        switch self {
        case .tooManyCodes(let seconds): seconds
        case .notSent: 60
        default: nil
        }
    }
}

import APIKit
import HTTPEdge
import HTTPTypes
import Trading

extension ReferralError: ProblemConvertible {
    package var problem: Problem { Problem(status, code, description, field: field) }

    private var status: HTTPResponse.Status {
        switch self {
        case .codeUsed, .codeTooLate: .conflict
        case .unknownCode, .ownCode: .unprocessableContent
        }
    }

    private var field: String? {
        switch self {
        case .unknownCode, .ownCode: "/code"
        case .codeUsed, .codeTooLate: nil
        }
    }
}

import HTTPEdge
import HTTPTypes
import JSONText
import Platform

extension QuotaExceeded: ProblemConvertible {
    /// 413, as for a body that is too large: the rest of the quota is the limit for this caller's body.
    package var problem: Problem {
        var problem = Problem(.contentTooLarge, "quota-exceeded", description, accepted: "at most \(max(limit - used, 0)) more")
        problem.extra = [
            .init(key: "quota", value: .string(kind.rawValue)), .init(key: "used", value: .string("\(used)")),
            .init(key: "limit", value: .string("\(limit)")),
        ]
        return problem
    }
}

import HTTPEdge
import Inference
import JSONText

extension TensorRefusal: ProblemConvertible {
    package var problem: Problem {
        Problem(.badRequest, code, description, field: field, value: value.map(JSONValue.string), accepted: accepted)
    }
}

/// What the problems under `/v2` have beside their other members: `error`, which the protocol's clients show.
enum OpenInferenceErrors {
    static func concern(_ path: String) -> Bool { path == "/v2" || path.hasPrefix("/v2/") }

    static func member(of problem: Problem) -> JSONValue.Member { JSONValue.Member(key: "error", value: .string(problem.detail)) }
}

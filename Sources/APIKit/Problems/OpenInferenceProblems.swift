import HTTPEdge
import Inference
import JSONText

extension TensorRefusal: ProblemConvertible {
    package var problem: Problem {
        Problem(.badRequest, code, description, field: field, value: value.map(JSONValue.string), accepted: accepted)
    }
}

/// The additional member `error` of problems under `/v2`, which the protocol's clients show.
enum OpenInferenceErrors {
    static func concern(_ path: String) -> Bool { path == "/v2" || path.hasPrefix("/v2/") }

    static func member(of problem: Problem) -> JSONValue.Member { JSONValue.Member(key: "error", value: .string(problem.detail)) }
}

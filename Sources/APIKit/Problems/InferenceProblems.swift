import Forecasting
import HTTPEdge
import HTTPTypes
import Inference
import JSONText

extension CatalogueError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .unknownModel(let name, let known):
            Problem(
                .notFound, code, description, field: "model", value: .string(name), accepted: known.joined(separator: ", "))
        case .unknownVersion(_, let version, let known):
            Problem(
                .notFound, code, description, field: "version", value: .string(version), accepted: known.joined(separator: ", "))
        case .unavailable: Problem(.serviceUnavailable, code, description, field: "model", retryAfterSeconds: 5)
        case .noDefault(let known):
            Problem(.badRequest, code, description, field: "model", accepted: known.joined(separator: ", "))
        }
    }
}

extension InferenceError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .queueFull(let seconds): Problem(.serviceUnavailable, code, description, retryAfterSeconds: seconds)
        case .stopped, .cancelled, .deadlinePassed: Problem(.serviceUnavailable, code, description, retryAfterSeconds: 1)
        case .tooMuchWork(let multiplications, let limit):
            Problem(
                .unprocessableContent, code, description, value: .number(multiplications),
                accepted: "at most \(limit) multiplications with a weight")
        case .tooManySeries(let count, let limit):
            Problem(.unprocessableContent, code, description, value: .number(Double(count)), accepted: "at most \(limit) series")
        case .pathsOutOfRange(let paths, let limit):
            Problem(
                .unprocessableContent, code, description, field: "paths", value: .number(Double(paths)), accepted: "1 to \(limit)")
        case .hasNoNetwork: Problem(.notFound, code, description, field: "model")
        case .readsNoPrices: Problem(.unprocessableContent, code, description, field: "model")
        case .hasNoWindow:
            Problem(.unprocessableContent, code, description, field: "decode", accepted: DecodeMode.recursive.rawValue)
        case .forecast, .badShape, .wrongInputs, .network: Problem(.badRequest, code, description)
        }
    }
}

import APIKit
import HTTPEdge
import JSONText
import PaperTrading

extension PaperMatchError: ProblemConvertible {
    package var problem: Problem {
        Problem(.unprocessableContent, "bad-paper-match", description, field: "/\(field.rawValue)")
    }
}

extension PaperMatchesError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .tooMany(let limit):
            Problem(.conflict, "too-many-paper-matches", description, accepted: "at most \(limit)")
        case .unknown(let id): Problem(.notFound, "no-such-paper-match", description, field: "match", value: .string(id))
        }
    }
}

extension PaperTradingError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .noBands(let model):
            Problem(.unprocessableContent, "not-for-this-model", description, field: "model", value: .string(model))
        case .tooLarge(let ticker, _):
            Problem(.unprocessableContent, "unusable-closes", description, field: "coins", value: .string(ticker.description))
        }
    }
}

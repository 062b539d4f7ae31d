import Forecasting
import Forecasts
import HTTPEdge
import Inference
import JSONText
import Market
import Text

/// Problems of forecasts from closes.
package enum ForecastProblem {
    static func of(_ error: InferenceError) -> Problem {
        switch error {
        case .forecast(.horizonOutOfRange(let days, let horizon)):
            Problem(
                .unprocessableContent, error.code, error.description, field: "days", value: .number(Double(days)),
                accepted: "1 to \(horizon)")
        case .forecast(.historyTooShort(_, let have, let need)):
            Problem(
                .unprocessableContent, error.code,
                "the request has \(have.counted("close")) and the model reads \(need); send \(need - have) more",
                field: "/closes", value: .number(Double(have)), accepted: "at least \(need) closes")
        case .forecast: Problem(.unprocessableContent, error.code, error.description)
        default: error.problem
        }
    }

    /// Runs `body` and converts its errors to the problems of the routes that forecast closes.
    package static func mapping<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as InferenceError {
            throw of(error)
        } catch let error as ForecastError {
            throw of(.forecast(error))
        } catch AssetForecastError.noCloses(let asset) {
            throw noCloses(of: asset)
        } catch AssetForecastError.unusableCloses(let asset, let error) {
            throw unusable(asset, error)
        }
    }

    package static func noCloses(of asset: Asset) -> Problem {
        Problem(
            .unprocessableContent, "no-closes",
            "no closes of \(asset.id) are stored; have them fetched (POST /v1/assets/\(asset.id)/refresh) or send a file of them "
                + "(PUT /v1/assets/\(asset.id)/history)", field: "asset", value: .string(asset.id.description))
    }

    /// Returns the problem for stored closes with an error among those that the model reads.
    static func unusable(_ asset: Asset, _ error: CloseSeriesError) -> Problem {
        Problem(
            .unprocessableContent, "unusable-closes",
            "the stored closes of \(asset.id) cannot be forecast from: \(error.problem.detail)\(error.queryWords). "
                + "GET /v1/assets/\(asset.id)/history/check lists all faults; send better closes, or have them fetched",
            field: "asset", value: .string(asset.id.description))
    }
}

extension PriceFileError: ProblemConvertible {
    /// The first errors in one sentence.
    package var problem: Problem {
        Problem(
            .unprocessableContent, "bad-price-file",
            FaultList.sentence(faults) { $0.isCompressed ? $0.kind.message(.query) : $0.description(.query) }, field: "body")
    }
}

extension CloseSeriesError: ProblemConvertible {
    /// The first errors in one sentence, without the command line's remedies.
    package var problem: Problem {
        Problem(.unprocessableContent, "bad-price-file", FaultList.sentence(faults) { Self.words($0.kind) }, field: "body")
    }

    /// The query parameters that help, as the end of a sentence: `; with skip_day=2025-01-12 they can`. Each was tried.
    var queryWords: String {
        let queries = remedies.compactMap(\.query)
        return queries.isEmpty ? "" : "; with \(queries.joined(separator: " or ")) they can"
    }

    private static func words(_ kind: Kind) -> String {
        switch kind {
        case .asOfMissing(let asOf, _, let first, let last): "no close on \(asOf); there are closes from \(first) to \(last)"
        case .gap(let after, let before, _): "no closes between \(after) and \(before)"
        case .badClose(let day, let text, _): "the close of \(day) is \(text.isEmpty ? "missing" : text)"
        case .jump(let day, let from, let to, _): "the close jumps from \(from) to \(to) on \(day)"
        case .spike(let day, let close, let before, let after, _):
            "the close of \(day) is \(close), between \(before) and \(after)"
        case .tooShort(let have, let need, let first, let last, let firstCutoff):
            "\(have.counted("close")) from \(first) to \(last); the model reads \(need)"
                + (firstCutoff.map { "; the first day that can be forecast from is \($0)" } ?? "")
        case .noRows(let reason): "no closes \(reason)"
        }
    }
}

/// Many errors in one sentence.
private enum FaultList {
    static func sentence<Fault>(_ faults: [Fault], _ words: (Fault) -> String) -> String {
        let shown = faults.prefix(8)
        let more = faults.count > shown.count ? "; and \(faults.count - shown.count) more" : ""
        return shown.map(words).joined(separator: "; ") + more
    }
}

extension ForecastRequestError: ProblemConvertible {
    package var problem: Problem {
        let field = field.rawValue
        return switch self {
        case .daysOutOfRange(let days, let horizon, _):
            ForecastProblem.of(.forecast(.horizonOutOfRange(days: days, horizon: horizon)))
        case .totalNeedsBands(let model):
            Problem(.unprocessableContent, "not-for-this-model", description, field: field, value: .string(model))
        case .tooManyPaths(let coins, let days, let paths, let limit):
            Problem(
                .unprocessableContent, "too-much-work", description, field: field, value: .number(Double(paths)),
                accepted: "1 to \(limit / (coins * days))")
        default: Problem(.unprocessableContent, "not-for-this-model", description, field: field)
        }
    }
}

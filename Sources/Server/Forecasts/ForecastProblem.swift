import Documents
import Forecasting
import Inference
import JSONText
import Market

/// What a client is told where a forecast cannot be made.
enum ForecastProblem {
    static func of(_ error: InferenceError) -> Problem {
        switch error {
        case .forecast(.horizonOutOfRange(let days, let horizon)):
            Problem(
                .unprocessableContent, error.code, error.description, field: "days", value: .number(Double(days)),
                accepted: "1 to \(horizon)")
        case .forecast(.historyTooShort(_, let have, let need)):
            Problem(
                .unprocessableContent, error.code, "there are \(have) closes and the model reads \(need); send \(need - have) more",
                field: "/closes", value: .number(Double(have)), accepted: "at least \(need) closes")
        case .forecast: Problem(.unprocessableContent, error.code, error.description)
        default: error.problem
        }
    }

    static func telling<Value>(_ body: () throws(CatalogueError) -> Value) throws(Problem) -> Value {
        do { return try body() } catch { throw error.problem }
    }

    static func telling<Value>(_ body: () throws(InferenceError) -> Value) throws(Problem) -> Value {
        do { return try body() } catch { throw of(error) }
    }

    static func noCloses(of asset: Asset) -> Problem {
        Problem(
            .unprocessableContent, "no-closes",
            "no closes of \(asset.id) are stored; have them fetched (POST /v1/assets/\(asset.id)/refresh) or send a file of them "
                + "(PUT /v1/assets/\(asset.id)/history)", field: "asset", value: .string(asset.id.description))
    }

    /// Stored closes with a fault among those that the model reads.
    static func unusable(_ asset: Asset, _ error: PriceFileError) -> Problem {
        Problem(
            .unprocessableContent, "unusable-closes",
            "the stored closes of \(asset.id) cannot be forecast from: \(error.problem.detail). "
                + "GET /v1/assets/\(asset.id)/history/check tells all faults; send better closes, or have them fetched",
            field: "asset", value: .string(asset.id.description))
    }
}

extension PriceFileError: ProblemConvertible {
    /// The first faults in one sentence. The remedies of the command line are none here.
    package var problem: ProblemDetails {
        let faults = problems.prefix(8).map { Self.words($0.kind) ?? Self.asParameters($0.description) }
        let more = problems.count > faults.count ? "; and \(problems.count - faults.count) more" : ""
        return ProblemDetails(.unprocessableContent, "bad-price-file", faults.joined(separator: "; ") + more, field: "body")
    }

    /// The options of the command line that are parameters of the import.
    private static func asParameters(_ sentence: String) -> String {
        let names = [
            ("which --date-format names", "which date_format names"), ("with --coin", "with coin="), ("--column ", "column="),
            ("--date-format ", "date_format="), ("--coin ", "coin="),
        ]
        return names.reduce(sentence) { $0.replacing($1.0, with: $1.1) }
    }

    private static func words(_ kind: Kind) -> String? {
        switch kind {
        case .compressed: "the file is compressed; send it unpacked, or by gzip with the header Content-Encoding: gzip"
        case .asOfMissing(let asOf, _, let first, let last): "no close on \(asOf); there are closes from \(first) to \(last)"
        case .gap(let after, let before, _): "no closes between \(after) and \(before)"
        case .badClose(let day, let text, _): "the close of \(day) is \(text.isEmpty ? "missing" : text)"
        case .jump(let day, let from, let to, _): "the close jumps from \(from) to \(to) on \(day)"
        case .tooShort(let have, let need, let first, let last, let firstCutoff):
            "there are \(have) closes, \(first) to \(last), and the model reads \(need)"
                + (firstCutoff.map { "; the first day that can be forecast from is \($0)" } ?? "")
        default: nil
        }
    }
}

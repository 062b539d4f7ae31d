import Documents
import Forecasting
import Forecasts
import HTTPEdge
import Inference
import JSONText
import Market
import NIOCore

/// Forecasts of stored assets, and of closes sent by the client.
struct ForecastsController: Sendable {
    private let models: ServedModels
    private let forecasts: AssetForecasts<CachedDocument>
    private let skills = SkillBytes()

    init(models: ServedModels, forecasts: AssetForecasts<CachedDocument>) { (self.models, self.forecasts) = (models, forecasts) }

    func add(to api: inout API) {
        api.add(Self.stored, stored)
        api.add(Self.sent, sent)
    }

    // MARK: Stored assets

    private static let stored = Operation(
        .get, "/v1/assets/{asset}/forecast", id: "getForecast", tag: "Forecasts",
        "Forecasts the next daily closes of an asset from its stored ones. The diary keeps one forecast for each model and last close, of "
            + "all days that the model forecasts; forecasts with paths or seed of their own are not kept.", scope: .read,
        parameters: [.asset] + ForecastParameters.parameters,
        answers: [
            .json(200, "The forecast.", ForecastSchemas.document),
            .problem(409, "Several assets have the ticker; ids lists them."),
            .problem(422, "The stored closes, or the model, do not suffice for what is asked."),
        ])

    private func stored(_ call: Call) async throws -> Reply {
        let query = ForecastQuery(
            asset: call.required("asset", Call.text), request: ForecastParameters.request { call[$0] })
        let document = try await ForecastProblem.mapping {
            try await forecasts.answer(
                to: query, by: try models.forecaster(for: query.request), limits: ForecastParameters.limits
            ) { issued, plan in
                let body = ByteBuffer(
                    bytes: ForecastJSON.document([issued.forecast], plan, [issued.asset.ticker: issued.origin]))
                return CachedDocument(body: body, entityTag: EntityTag.of(body))
            }
        }
        return Reply(.ok, document.body, type: "application/json").with(.eTag, document.entityTag)
    }

    // MARK: Closes from clients

    private static let sent = Operation(
        .post, "/v1/forecasts", id: "forecastCloses", tag: "Forecasts",
        "Forecasts closes that are sent, of one series or of many; nothing is stored. A single series that cannot be forecast is a "
            + "problem, one of many has an error in its place.", scope: .read,
        body: .bytes([("application/json", ForecastSchemas.request)], maximumBytes: 16 << 20)
            .showing(#"{"last":"2025-02-28","days":7,"levels":[80],"closes":[\#(ForecastSchemas.exampleCloses)]}"#),
        answers: [
            .json(200, "The forecasts.", ForecastSchemas.sentDocument), .problem(404, "There is no such model."),
            .problem(422, "The closes, or the model, do not suffice for what is asked."),
        ], isWrite: false)

    private func sent(_ call: Call) async throws -> Reply {
        let sent = try call.bytes.withUnsafeReadableBytes { bytes throws(Problem) in
            try ForecastsFromCloses(bytes.bindMemory(to: UInt8.self))
        }
        return try await ForecastProblem.mapping {
            let forecaster = try ClosesForecaster(sent.request, models)
            let skill = skills.bytes(of: forecaster.model)
            let answers = try await answers(sent, forecaster)
            guard forecaster.drawsPaths || answers.count > 8 else {
                return Reply(json: ForecastsFromClosesJSON.document(answers, forecaster.plan, skill: skill))
            }
            // Encoded there, because computing quantiles of paths takes a while.
            return Reply(
                json: try await forecaster.compute { ForecastsFromClosesJSON.document(answers, forecaster.plan, skill: skill) })
        }
    }

    private func answers(
        _ sent: ForecastsFromCloses, _ forecaster: ClosesForecaster
    ) async throws -> [ForecastsFromClosesJSON.Answer] {
        let block = BatchBlock(sent.series.enumerated().map { BatchSeries($1, line: $0 + 1, need: forecaster.need) })
        let forecasts = try await forecaster.forecasts(of: block.histories)
        let results = block.results(forecasts)
        guard sent.isSingle else { return zip(sent.series, results).map { .init(series: $0, result: $1) } }
        // For a single series, its problem is the problem of the request.
        if block.histories.isEmpty { _ = try results[0].mapError(Self.problem).get() }
        return [.init(series: sent.series[0], result: .success(try forecasts[0].get()))]
    }

    private static func problem(_ problem: BatchLine.Fault) -> Problem {
        Problem(
            .unprocessableContent, problem.code, problem.message, field: problem.member.map { "/\($0)" },
            value: problem.value.map(JSONValue.string))
    }
}

import APIKit
import Forecasting
import Forecasts
import HTTPEdge
import Inference
import JSONText
import Market
import Services

/// Forecasts of closes sent by the client.
package struct SentClosesController: Sendable {
    private let models: ServedModels
    private let skills = SkillBytes()

    package init(models: ServedModels) { self.models = models }

    package func add(to api: inout API) { api.add(Self.sent, sent) }

    private static let sent = Operation(
        .post, "/v1/forecasts", id: "forecastCloses", tag: "Forecasts",
        "Forecasts the closes that you send, of one series or of many; nothing is stored. A single series that cannot be forecast "
            + "is refused; one of many gets an error in its place.", need: .scope(.read), .read,
        body: .bytes([("application/json", ForecastDocuments.request)], maximumBytes: 16 << 20)
            .showing(#"{"last":"2025-02-28","days":7,"levels":[80],"closes":[\#(ForecastDocuments.exampleCloses)]}"#),
        answers: [
            .json(200, "The forecasts.", ForecastDocuments.sentAnswer), .problem(404, "There is no such model."),
            .problem(422, "The closes or the model do not allow this forecast."),
        ])

    private func sent(_ call: Call) async throws -> Reply {
        let sent = try call.bytes.withUnsafeReadableBytes { bytes throws(Problem) in
            try ForecastsFromCloses(bytes.bindMemory(to: UInt8.self))
        }
        return try await ForecastProblem.mapping {
            let forecaster = try ClosesForecaster(sent.request, models)
            if forecaster.redrawsPaths { try forecaster.plan.checkRedrawing(series: sent.series.count) }
            let skill = skills.bytes(of: forecaster.model)
            let answers = try await answers(sent, forecaster)
            guard forecaster.drawsPaths || forecaster.redrawsPaths || answers.count > 8 else {
                return Reply(json: ForecastsFromClosesJSON.document(answers, forecaster.plan, skill: skill))
            }
            // Encoded on the queue's thread, because computing quantiles of paths takes a while.
            return Reply(
                json: try await forecaster.encode(series: answers.count) {
                    ForecastsFromClosesJSON.document(answers, forecaster.plan, skill: skill)
                })
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

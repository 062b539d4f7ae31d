import Documents
import Forecasting
import Inference
import JSONText
import Market
import NIOCore

/// Forecasts: of stored assets, and of closes that the caller sends.
struct ForecastsController: Sendable {
    let services: Services
    private let skills = SkillBytes()

    init(services: Services) { self.services = services }

    func add(to api: inout API) {
        api.add(Self.stored, stored)
        api.add(Self.sent, sent)
    }

    // MARK: Stored assets

    private static let stored = Operation(
        .get, "/v1/assets/{asset}/forecast", id: "getForecast", tag: "Forecasts",
        "Forecasts the next daily closes of an asset from its stored ones. The diary keeps one forecast for each model and last close, of "
            + "all days that the model forecasts; forecasts with paths or seed of their own are not kept.", scope: .read,
        parameters: [.asset] + ForecastSettings.parameters,
        answers: [
            .json(200, "The forecast.", ForecastSchemas.document),
            .problem(409, "Several assets have the ticker; ids lists them."),
            .problem(422, "The stored closes, or the model, do not suffice for what is asked."),
        ])

    private func stored(_ call: Call) async throws -> Reply {
        let query = ForecastQuery(asset: call.required("asset", Call.text), settings: ForecastSettings { call[$0] })
        let answer = try await StoredForecasts(services: services).answer(to: query)
        return Reply(.ok, answer.body, type: "application/json").with(.eTag, answer.tag)
    }

    // MARK: Closes that are sent

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
            try SentForecasts(bytes.bindMemory(to: UInt8.self))
        }
        let model = try services.catalogue.model(sent.settings.model, version: sent.settings.version)
        let forecaster = try model.forecaster(.recursive)
        let details = try sent.settings.details(forecaster)
        let skill = skills.bytes(of: model)
        let answers = try await answers(sent, model, need: forecaster.contextLength)
        guard forecaster.drawsPaths || answers.count > 8 else {
            return Reply(json: SentForecastsJSON.document(answers, details, skill: skill))
        }
        // Quantiles of paths take a while.
        return Reply(
            json: try await services.queue.compute { SentForecastsJSON.document(answers, details, skill: skill) })
    }

    private func answers(
        _ sent: SentForecasts, _ model: LoadedModel, need: Int
    ) async throws -> [SentForecastsJSON.Answer] {
        let histories = sent.series.enumerated().map { index, series in
            Result { () throws(BatchLine.Problem) in try series.history(line: index + 1, need: need) }
        }
        do {
            guard !sent.isSingle else {
                let history = try histories[0].mapError { Self.problem($0) }.get()
                let forecast = try await services.queue.forecast(history, sent.settings.options, with: model)
                return [.init(series: sent.series[0], result: .success(forecast))]
            }
            let good = histories.compactMap { try? $0.get() }
            var forecasts = good.isEmpty ? [] : try await services.queue.forecasts(good, sent.settings.options, with: model)[...]
            return zip(sent.series, histories).map { series, history in
                let result = history.flatMap { _ in
                    forecasts.removeFirst().mapError { BatchLine.Problem(code: $0.code, message: $0.description) }
                }
                return .init(series: series, result: result)
            }
        } catch let error as InferenceError {
            throw ForecastProblem.of(error)
        }
    }

    private static func problem(_ problem: BatchLine.Problem) -> Problem {
        Problem(
            .unprocessableContent, problem.code, problem.message, field: problem.member.map { "/\($0)" },
            value: problem.value.map(JSONValue.string))
    }
}

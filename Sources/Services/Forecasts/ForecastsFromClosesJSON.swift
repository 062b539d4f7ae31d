import Forecasting
import Forecasts
import HTTPEdge
import Inference
import JSONText
import Synchronization

/// The response of `POST /v1/forecasts`.
package enum ForecastsFromClosesJSON {
    /// A series with its forecast, or with the reason why it has none.
    package struct Answer: Sendable {
        package let series: BatchLine
        package let result: Result<Forecast, BatchLine.Fault>

        package init(series: BatchLine, result: Result<Forecast, BatchLine.Fault>) {
            (self.series, self.result) = (series, result)
        }
    }

    /// - Parameter skill: the model's skill as JSON.
    package static func document(_ answers: [Answer], _ plan: ForecastPlan, skill: [UInt8]) -> [UInt8] {
        var writer = JSONWriter()
        let days = answers.first.flatMap { try? $0.result.get().horizon } ?? 0
        writer.reserve(answers.count * days * (40 + 24 * plan.quantiles.quantiles.count) + skill.count + 256)
        writer.object { writer in
            writer.member("forecasts", answers) { members(of: $0, plan, &$1) }
            writer.key("skill")
            writer.verbatim(skill)
        }
        return writer.bytes
    }

    private static func members(of answer: Answer, _ plan: ForecastPlan, _ writer: inout JSONWriter) {
        if let id = answer.series.id {
            writer.key("id")
            writer.verbatim(id)
        }
        switch answer.result {
        case .success(let forecast):
            ForecastDocuments.unnamed.write((forecast, plan, answer.series.last != nil), &writer)
        case .failure(let problem):
            writer.key("error")
            writer.object { writer in
                writer.member("code", problem.code)
                writer.member("message", problem.message)
            }
        }
    }
}

/// The skill of each model as JSON, written once per model.
package final class SkillBytes: Sendable {
    private let known = Mutex<[UInt64: [UInt8]]>([:])

    package init() {}

    package func bytes(of model: LoadedModel) -> [UInt8] {
        known.withLock { known in
            if let bytes = known[model.revision] { return bytes }
            var writer = JSONWriter()
            ForecastSkillJSON.write(model.configuration.skill, &writer)
            known[model.revision] = writer.bytes
            return writer.bytes
        }
    }
}

import Forecasting
import JSONText

/// A client's settings for a job, without the series.
package struct JobRequest: Equatable, Sendable {
    package let owner: String
    /// The request for each forecast.
    package var forecast: ForecastRequest
    /// The same key and body make one job.
    package var idempotencyKey: String?

    /// - Parameter forecast: the request for each forecast; omitted fields have their defaults.
    package init(owner: String, forecast: ForecastRequest = ForecastRequest()) {
        (self.owner, self.forecast) = (owner, forecast)
    }

    /// Checks the settings against a model, and returns its options.
    ///
    /// - Throws: ``JobError/badSetting(name:value:expected:)``.
    func options(for model: some JobModel, limits: JobSettings) throws(JobError) -> JobOptions {
        let plan: ForecastPlan
        do throws(ForecastRequestError) {
            plan = try forecast.plan(for: model, limits: limits.requestLimits)
        } catch {
            throw refusal(error, model, limits)
        }
        return JobOptions(
            days: plan.days, quantiles: plan.quantiles.quantiles, sampling: model.drawsPaths ? plan.sampling : nil,
            decode: plan.options.decode)
    }

    private func refusal(_ error: ForecastRequestError, _ model: some JobModel, _ limits: JobSettings) -> JobError {
        let expected =
            switch error {
            case .levelsAndQuantiles: "nothing beside levels: give one of them"
            case .badLevel(let level): "percentages: \(BandLevel.fault(level) ?? "")"
            case .badQuantile, .noQuantiles, .tooManyQuantiles(.quantiles, _, _):
                "1 to \(limits.maximumQuantiles) numbers between 0 and 1, such as 0.05,0.5,0.95"
            case .tooManyQuantiles: "1 to \(limits.maximumQuantiles) percentages, such as 50,80,95"
            case .pathsOutOfRange(_, let limit): "1 to \(limit)"
            case .daysOutOfRange(_, let horizon, let name): "1 to \(horizon), the horizon of the model \(name)"
            case .drawsNoPaths(_, let name): "nothing: the model \(name) draws no sample paths"
            case .notCalibrated(_, let name): "nothing: the model \(name) was not calibrated and has points only"
            case .hasNoWindow(let name): "recursive: the model \(name) has no sliding window"
            default: error.description
            }
        return .badSetting(name: error.field.rawValue, value: value(of: error.field) ?? "", expected: expected)
    }

    /// A field as written in the request.
    private func value(of field: ForecastRequest.Field) -> String? {
        switch field {
        case .model: forecast.model
        case .days: forecast.days.map { "\($0)" }
        case .levels: forecast.levels.map(Self.text)
        case .quantiles: forecast.quantiles.map(Self.text)
        case .paths: forecast.paths.map { "\($0)" }
        case .seed: forecast.seed.map { "\($0)" }
        case .decode: forecast.decode?.rawValue
        case .above: forecast.above.map { "\($0)" }
        case .below: forecast.below.map { "\($0)" }
        case .touch: forecast.touch.map { "\($0)" }
        }
    }

    private static func text(_ values: [Double]) -> String { values.map { "\($0)" }.joined(separator: ",") }

    /// The beginning of a request's hash; the body follows.
    var fingerprint: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("model", forecast.model)
            writer.member("version", forecast.version)
            writer.member("days", forecast.days)
            writer.member("levels", forecast.levels.map(Self.text))
            writer.member("quantiles", forecast.quantiles.map(Self.text))
            writer.member("paths", forecast.paths)
            writer.member("seed", forecast.seed.map { "\($0)" })
            writer.member("decode", forecast.decode?.rawValue)
        }
        writer.newline()
        return writer.bytes
    }
}

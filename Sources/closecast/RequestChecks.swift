import ArgumentParser
import Forecasting

extension ForecastRequest {
    /// Checks everything that can be checked without a model.
    ///
    /// - Throws: a `ValidationError` that names the option.
    func validated(_ limits: Limits = Limits()) throws {
        do throws(ForecastRequestError) { try check(limits) } catch { throw ValidationError(error.optionMessage) }
    }

    /// Checks the request against a model and returns the plan.
    func planOrFail(_ forecaster: Forecaster, limits: Limits = Limits()) throws(Failure) -> ForecastPlan {
        do throws(ForecastRequestError) {
            let plan = try plan(for: forecaster, limits: limits)
            if forecaster.drawsPaths { plan.noteRoughness() }
            return plan
        } catch {
            throw Failure(error.optionMessage, .usage)
        }
    }
}

extension ForecastPlan {
    /// Notes which results are rough because there are few sample paths.
    fileprivate func noteRoughness() {
        let paths = options.paths
        if let outermost = quantiles.quantiles.min(by: { min($0, 1 - $0) < min($1, 1 - $1) }),
            min(outermost, 1 - outermost) < 0.5 / Double(paths)
        {
            Console.note("the quantile \(quantileName(outermost)) of \(paths) paths is the outermost of them; use more --paths")
        }
        if paths < 20 { Console.note("\(paths) sample paths give rough bands; use more --paths (default: 1000)") }
    }
}

extension ForecastRequestError {
    /// The error's message, starting with the option that caused it.
    var optionMessage: String {
        switch self {
        case .levelsAndQuantiles: "--level and --quantiles: give one of them"
        case .badLevel(let level): "--level \(level): \(self)"
        case .drawsNoPaths: "--paths and --seed: \(self)"
        case .notCalibrated, .totalNeedsBands: description
        case .touchNeedsPaths: "--touch: \(self)"
        case .hasNoWindow: "--decode: \(self)"
        default: "--\(field.rawValue) \(self)"
        }
    }
}

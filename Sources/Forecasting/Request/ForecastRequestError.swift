import Market
import Text

/// Why a forecast cannot be made as requested.
package enum ForecastRequestError: Error, Equatable, Sendable {
    /// Both levels and quantiles are given.
    case levelsAndQuantiles
    /// A level that is not a percentage in ``BandLevel/range``.
    case badLevel(Double)
    /// A quantile outside ``ForecastRequest/quantileRange``.
    case badQuantile(Double)
    /// An empty list of quantiles.
    case noQuantiles
    /// More levels or quantiles than the interface accepts.
    case tooManyQuantiles(ForecastRequest.Field, Int, limit: Int)
    /// Fewer sample paths than one, or more than the interface accepts.
    case pathsOutOfRange(Int, limit: Int)
    /// A comparison value that is not a positive price, or not a finite total.
    case badValue(ForecastRequest.Field, Double, isTotal: Bool)
    /// More days than the model forecasts, or fewer than one.
    case daysOutOfRange(Int, horizon: Int, model: String)
    /// Paths or a seed for a model that draws no sample paths.
    case drawsNoPaths(ForecastRequest.Field, model: String)
    /// Bands or probabilities of a model that forecasts points only.
    case notCalibrated(ForecastRequest.Field, model: String)
    /// The probability of reaching a value needs sample paths.
    case touchNeedsPaths(model: String)
    /// A wallet's total needs a calibrated model.
    case totalNeedsBands(model: String)
    /// Only point models can use a sliding window.
    case hasNoWindow(model: String)
    /// A wallet has so many coins that their sample paths would take too much memory.
    case tooManyPaths(coins: Int, days: Int, paths: Int, limit: Int)
}

extension ForecastRequestError: CustomStringConvertible {
    /// What is wrong; the interface adds the name of the field, and the values that it accepts.
    package var description: String {
        switch self {
        case .levelsAndQuantiles: "levels and quantiles: give one of them"
        case .badLevel(let level): BandLevel.fault(level) ?? "\(level)"
        case .badQuantile(let quantile):
            "\(quantile): give numbers between 0 and 1 (0.000001 to 0.999999), such as 0.05,0.5,0.95"
        case .noQuantiles: "give at least one quantile, such as 0.5"
        case .tooManyQuantiles(let field, let count, let limit): "\(count) \(field.rawValue); give at most \(limit)"
        case .pathsOutOfRange(let paths, let limit): "\(paths): give 1 to \(limit)"
        case .badValue(_, let value, let isTotal): "\(value): give a \(isTotal ? "number" : "positive price")"
        case .daysOutOfRange(let days, let horizon, let model): "\(days): the model \(model) forecasts 1 to \(horizon) days"
        case .drawsNoPaths(_, let model): "the model \(model) draws no sample paths"
        case .notCalibrated(.levels, let model), .notCalibrated(.quantiles, let model):
            "the model \(model) was not calibrated: it has points and no bands"
        case .notCalibrated(_, let model): "the model \(model) was not calibrated: it has points and no probabilities"
        case .touchNeedsPaths(let model): "the model \(model) has bands of single days and no sample paths"
        case .totalNeedsBands(let model): "the model \(model) was not calibrated: a wallet's total is made of bands"
        case .hasNoWindow(let model):
            "the model \(model) has no sliding window, which is for networks of points"
        case .tooManyPaths(let coins, let days, _, let limit):
            "at most \((limit / (coins * days)).counted("path")) for \(coins.counted("coin")) over \(days.counted("day")); ask for fewer paths or days"
        }
    }

    /// The field that is wrong.
    package var field: ForecastRequest.Field {
        switch self {
        case .levelsAndQuantiles, .badQuantile, .noQuantiles: .quantiles
        case .badLevel: .levels
        case .tooManyQuantiles(let field, _, _), .badValue(let field, _, _), .drawsNoPaths(let field, _),
            .notCalibrated(let field, _):
            field
        case .pathsOutOfRange, .tooManyPaths: .paths
        case .daysOutOfRange: .days
        case .touchNeedsPaths: .touch
        case .totalNeedsBands: .model
        case .hasNoWindow: .decode
        }
    }
}

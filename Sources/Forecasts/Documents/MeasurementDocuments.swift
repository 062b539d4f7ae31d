import Forecasting
import Records

/// The document of a model's measured skill on one coin.
package enum MeasurementDocuments {
    package static let measurement = Document<CoinMeasurement>(
        "Backtest", .text("asset", .assetID) { $0.asset.id }, .field("model", .text(1...200)) { $0.modelName },
        .field("model_sha256", .text(64...64)) { $0.modelSHA256 },
        .field("last_day", nil, "The day of the newest close.") { $0.lastDay },
        .any("skill", .array(.any, count: 1...1), "In the form of a forecast's skill.") { ForecastSkillJSON.write([$0.skill], &$1) }
    )
}

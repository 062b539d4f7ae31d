import Forecasting
import JSONText
import Ledger
import Market
import Records

/// The schemas of forecasts in requests and answers.
package enum ForecastSchemas {
    /// The document of `closecast forecast --json`.
    package static let document = Schema.object([
        .init("forecasts", .array(.named("Forecast", .object(forecast)), count: 1...1000)), .init("skill", skill, skillNote),
    ])

    /// The same for sent closes.
    package static let sentDocument = Schema.object([
        .init("forecasts", .array(.named("SentForecast", .object(sent)), count: 1...1000), "In the order of the series."),
        .init("skill", skill, skillNote),
    ])

    private static let skillNote = "The model's skill against the last price, measured on days that it had not seen."
    private static let skill = Schema.array(.any, count: 0...1000)
    private static let price = Schema.number(above: 0)
    private static let probability = Schema.number(minimum: 0, maximum: 1)

    private static let common: [Schema.Member] = [
        .init("last_close", price, "The naive forecast of every day."), .init("model", .text(1...200)),
        .init("model_sha256", .text(64...64)), .init("horizon", .integer(1...1000)),
        .optional("paths", .integer(1...1_000_000)), .optional("seed", .integer(0...Schema.largestInteger)),
        .optional(
            "notes", .array(.text(1...1000), count: 1...10),
            "Why the measured skill does not hold for these closes: those of a pegged coin, for example."),
        .optional("above", price), .optional("below", price), .optional("touch", price),
        .init(
            "values",
            .array(
                .object([
                    .init("day", .integer(1...1000), "1 is the day after the last close."),
                    .optional("date", .day, "If the day of the last close is known."), .init("point", price),
                    .optional("quantiles", .map(price), "By level, such as 0.1."),
                    .optional("probability_above", probability), .optional("probability_below", probability),
                    .optional("probability_touch", probability),
                ]), count: 1...1000)),
    ]

    private static let forecast: [Schema.Member] =
        [
            .init("ticker", .ticker),
            .init(
                "closes",
                .object([
                    .init("source", .text(0...1000), "The source of the last close."), .init("retrieved_at", .moment),
                    .init("age_days", .integer(-1_000_000...1_000_000), "1, the newest possible: yesterday's close."),
                ])), .init("cutoff", .day, "The last day that the model saw."),
        ] + common

    /// A forecast, or the reason why there is none.
    private static let sent: [Schema.Member] =
        [
            .optional("id", .seriesID, "As you sent it."), .optional("cutoff", .day),
            .optional(
                "error", .object([.init("code", .text(1...60)), .init("message", .text(1...10_000))]),
                "Why this series has no forecast; its only other member is then its id."),
        ] + common.map { .optional($0.name, $0.schema, $0.note) }
}

extension Schema {
    /// The caller's name for a series.
    package static let seriesID = Schema.either([.text(0...1_000_000), .number()])
}

extension Schema {
    /// The level of a central band, in percent.
    package static let level = Schema.ruled(
        BandLevel.range, words: "a percentage from \(Int(BandLevel.range.lowerBound)) to \(BandLevel.range.upperBound), such as 80",
        fault: BandLevel.fault)
}

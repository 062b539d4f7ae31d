import Ledger
import Market
import Portfolio
import Records

/// The schemas of the forecast diary.
package enum DiarySchemas {
    private static let figure = Schema.nullable(.number())
    private static let count = Schema.integer(0...10_000_000)

    private static let model: [Schema.Member] = [
        .init("model", .text(1...200)), .init("model_version", .text(1...200)), .init("model_sha256", .text(64...64)),
    ]

    private static let coverage: [Schema.Member] = [50, 80, 95].map {
        .init("coverage_\($0)", figure, "The share of closes within the band of \($0) %.")
    }

    package static let entry = Schema.named(
        "DiaryEntry",
        .object(
            [
                .init("id", .integer(1...Schema.largestInteger)), .init("asset", .assetID),
                .init("cutoff", .day, "The last day that the model saw."), .init("issued_at", .moment),
            ] + model + [
                .init("input_sha256", .text(64...64), "The SHA-256 of the closes that the model read, and their days."),
                .init("horizon", .integer(1...1000)), .init("paths", .nullable(.integer(1...1_000_000))),
                .init("seed", .nullable(.number(minimum: 0)), "A whole number below 2^64."),
                .init("decoding", .choice(["recursive", "sliding-window"])), .init("last_close", .number(above: 0)),
                .init("late", .boolean, "Whether it was issued too late to be a forecast of its days."),
                .init("counts", .boolean, "Whether it counts in its model's figures."),
                .init("progress", .choice(["waiting", "partial", "complete"])),
                .init("days", count, "The number of days to score."),
                .init("days_ended", count), .init("days_scored", count),
                .init("days_missing", count, "Past days without a stored close."), .init("point_error", figure),
                .init("naive_point_error", figure), .init("point_skill", figure, "1 - error / naive error."),
                .init("quantile_loss", figure), .init("naive_quantile_loss", figure), .init("quantile_skill", figure),
            ] + coverage + [
                .optional(
                    "values",
                    .array(
                        .object([
                            .init("day", .integer(1...1000)), .init("date", .day), .init("point", .number(above: 0)),
                            .optional("quantiles", .map(.number(above: 0))), .init("naive_quantiles", .map(.number(above: 0))),
                        ]), count: 1...1000))
            ]))

    package static let summary = Schema.object(
        model + [
            .init("entries", count, "Those that count."), .init("entries_scored", count), .init("entries_late", count),
            .init("entries_repeated", count), .init("days_scored", count), .init("different_days", count),
            .init("first_cutoff", .nullable(.day)), .init("last_cutoff", .nullable(.day)), .init("point_skill", figure),
            .init("quantile_skill", figure), .init("points_against_naive", .choice(verdicts)),
            .init("quantiles_against_naive", .choice(verdicts)),
        ] + coverage)

    private static let verdicts = ["unknown", "better", "not-better"]
}

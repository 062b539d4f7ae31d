import Forecasting
import JSONText
import Market
import Records

/// The documents of the forecast diary. Values that are not yet known are null.
package enum DiaryDocuments {
    private static let count = Schema.integer(0...10_000_000)

    private static let model: [Document<DiaryEntry.Model>.Member] = [
        .field("model", .text(1...200)) { $0.name }, .field("model_version", .text(1...200)) { $0.version },
        .field("model_sha256", .text(64...64)) { $0.sha256 },
    ]

    private static func figure<Value>(
        _ name: String, _ note: String? = nil, _ value: @escaping @Sendable (Value) -> Double?
    ) -> Document<Value>.Member {
        .field(name, nil, note) { value($0).map(rounded) }
    }

    private static func coverage<Value>(
        _ level: Int, _ share: @escaping @Sendable (Value) -> Double?
    ) -> Document<Value>.Member {
        figure("coverage_\(level)", "The share of closes within the band of \(level) %.", share)
    }

    /// Rounds to the digits of single precision.
    private static func rounded(_ value: Double) -> Double { PriceText.rounded(value, digits: 8) }

    // MARK: Entries

    /// An entry and its score; with the forecast's numbers for each day next to the naive forecast's, if they are asked for.
    package static let entry = Document<(scored: ScoredEntry, hasValues: Bool)>(
        "DiaryEntry",
        members: scored.of { $0.scored } + [
            .optionalAny(
                "values", .array(day.schema, count: 1...1000), nil, { $0.hasValues ? $0.scored.kept.entry : nil },
                write: { entry, writer in
                    writer.array { writer in
                        for step in 1...entry.settings.days { day.writeObject((entry, step), &writer) }
                    }
                })
        ])

    private static let scored: [Document<ScoredEntry>.Member] =
        [.field("id", .integer(1...Schema.largestInteger)) { Int($0.kept.id) }] + issued.of { $0.kept.entry } + score

    private static let issued: [Document<DiaryEntry>.Member] =
        [
            .text("asset", .assetID) { $0.asset }, .field("cutoff", nil, "The last day that the model saw.") { $0.cutoff },
            .moment("issued_at") { $0.issuedAt },
        ] + model.of { $0.model } + [
            .field("input_sha256", .text(64...64), "The SHA-256 of the closes that the model read, and their days.") {
                $0.inputSHA256
            }, .field("horizon", .integer(1...1000)) { $0.settings.days },
            .field("paths", .integer(1...1_000_000)) { entry -> Int? in entry.settings.paths > 0 ? entry.settings.paths : nil },
            .any("seed", .nullable(.number(minimum: 0)), "A whole number below 2^64.") { entry, writer in
                if entry.settings.paths > 0 { writer.seed(entry.settings.seed) } else { writer.null() }
            }, .choice("decoding") { $0.settings.decode }, .field("last_close", .number(above: 0)) { $0.lastClose },
            .field("late", nil, "Whether it was issued too late to be a forecast of its days.") { $0.isLate },
        ]

    private static let score: [Document<ScoredEntry>.Member] = [
        .field("counts", nil, "Whether it counts in its model's figures.") { $0.counts },
        .choice("progress") { $0.score.progress }, .field("days", count, "The number of days to score.") { $0.score.days },
        .field("days_ended", count) { $0.score.daysEnded }, .field("days_scored", count) { $0.score.daysScored },
        .field("days_missing", count, "Past days without a stored close.") { $0.score.daysMissing },
        figure("point_error") { $0.score.means?.pointError }, figure("naive_point_error") { $0.score.means?.naivePointError },
        figure("point_skill", "1 - error / naive error.") { $0.score.means?.pointSkill },
        figure("quantile_loss") { $0.score.means?.quantileLoss },
        figure("naive_quantile_loss") { $0.score.means?.naiveQuantileLoss },
        figure("quantile_skill") { $0.score.means?.quantileSkill }, coverage(50) { $0.score.means?.coverage50 },
        coverage(80) { $0.score.means?.coverage80 }, coverage(95) { $0.score.means?.coverage95 },
    ]

    private static let day = Document<(entry: DiaryEntry, step: Int)>(
        nil, .field("day", .integer(1...1000)) { $0.step }, .field("date") { $0.entry.cutoff + $0.step },
        .field("point", .number(above: 0)) { rounded($0.entry.point(step: $0.step)) },
        .optionalAny("quantiles", .map(.number(above: 0)), nil, { $0.entry.quantiles(step: $0.step) }, write: quantiles),
        .any("naive_quantiles", .map(.number(above: 0))) { quantiles($0.entry.naiveQuantiles(step: $0.step), &$1) })

    @Sendable private static func quantiles(_ prices: [Double], _ writer: inout JSONWriter) {
        writer.object { writer in
            for (level, price) in zip(DiaryNumbers.levels, prices) {
                writer.member(PriceText.significant(level, digits: 12), rounded(price))
            }
        }
    }

    // MARK: Summaries

    /// A model's score over all of its entries.
    package static let summary = Document<DiarySummary>(
        nil,
        members: model.of { $0.model } + [
            .field("entries", count, "Those that count.") { $0.entries }, .field("entries_scored", count) { $0.entriesScored },
            .field("entries_late", count) { $0.late }, .field("entries_repeated", count) { $0.repeats },
            .field("days_scored", count) { $0.daysScored }, .field("different_days", count) { $0.differentDays },
            .field("first_cutoff") { $0.cutoffs?.lowerBound }, .field("last_cutoff") { $0.cutoffs?.upperBound },
            figure("point_skill") { $0.pointSkill }, figure("quantile_skill") { $0.quantileSkill },
            .choice("points_against_naive") { $0.pointVerdict }, .choice("quantiles_against_naive") { $0.quantileVerdict },
            coverage(50) { $0.coverage50 }, coverage(80) { $0.coverage80 }, coverage(95) { $0.coverage95 },
        ])
}

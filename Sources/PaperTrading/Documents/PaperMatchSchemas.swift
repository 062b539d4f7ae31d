import Ledger
import Market
import Records

/// The schemas of paper matches.
package enum PaperMatchSchemas {
    package static let id = Schema.text(
        19...19, pattern: "^pm_[0-9a-f]{16}$", words: "pm_ and 16 hexadecimal digits", accepts: RecordedPaperMatch.isWellFormed)
    static let strategies = Schema.array(Strategy.schema, count: 1...Strategy.allCases.count)
    static let amount = Schema.decimal(.notNegative)
    private static let days = 0...PaperMatch.mostDays + 1
    private static let share = Schema.number()

    private static let definition: [Schema.Member] = [
        .init("id", id), .init("created_at", .moment), .init("simulated", .boolean, "Always true: no money was moved."),
        .init("coins", .array(.assetID, count: 1...PaperMatch.mostCoins)), .init("start", .day), .init("end", .nullable(.day)),
        .init("cash", amount), .init("fee", amount), .init("strategies", strategies), .init("threshold", amount),
        .init("seed", .integer(0...Schema.largestInteger)),
        .init("running", .boolean, "Whether closes that arrive from now on count in the match."),
        .init(
            "model_sha256", .nullable(.text(64...64)),
            "The SHA-256 of the model's weights at the start; null without follow, and for older matches that lack it."),
    ]

    package static let match = Schema.named("PaperMatch", .object(definition))

    private static let luck = Schema.object([
        .init("lead", share, "The final value divided by that of hold, minus 1."),
        .init("low", .nullable(share), "Nine of ten leads by luck alone are between low and high."),
        .init("high", .nullable(share)),
        .init("verdict", .choice(["same", "too_short", "beats", "within", "worse"]), "Whether the lead is more than luck."),
    ])

    private static let trade = Schema.object([
        .init("day", .day, "Traded at the close of this day."), .init("coin", .assetID), .init("side", .choice(["buy", "sell"])),
        .init("quantity", amount), .init("price", amount), .init("value", amount, "Without the fee."), .init("fee", amount),
    ])

    private static let line = Schema.object([
        .init("strategy", Strategy.schema), .init("rule", .text(1...1000), "In one sentence."), .init("final", amount),
        .init("change", .decimal(.any), "The final value divided by the starting cash, minus 1."),
        .init("largest_fall", amount, "From the highest earlier value, as a share of it."), .init("fees", amount),
        .init("cash", amount), .init("quantities", .map(amount)),
        .init("luck", .nullable(luck), "Compared with hold; null for hold."), .init("trades", .array(trade, count: 0...100_000)),
        .init("values", .array(amount, count: days), "At the end of each day from first_day, in US dollars."),
    ])

    private static let decision = Schema.object([
        .init("day", .day),
        .init(
            "chances", .map(.nullable(.number(minimum: 0, maximum: 1))),
            "For each coin the chance of a higher close after 30 days, seen from the day before; null without enough closes in a row."
        ), .init("held", .array(.assetID, count: 0...PaperMatch.mostCoins), "Those whose chance is above the threshold."),
        .init(
            "seen_in_training", .boolean, "Whether the model was trained on the days that follow; then the result proves nothing."),
    ])

    private static let result = Schema.object([
        .init("first_day", .day, "The first day from start on which all coins have a close."), .init("last_day", .day),
        .init("winners", strategies, "The strategies with the highest final value; several if they are equal."),
        .init("sentences", .array(.text(1...1000), count: 1...10), "The result in words."),
        .init("strategies", .array(line, count: 1...3)),
        .init(
            "missing_closes",
            .array(
                .object([.init("coin", .assetID), .init("days", .integer(days)), .init("last_close", .day)]),
                count: 0...PaperMatch.mostCoins), "Days without a close: the coin keeps its last value and is not traded."),
        .init("decisions", .array(decision, count: 0...1000), "What the forecasts of each trading day said."),
        .init(
            "model",
            .nullable(
                .object([
                    .init("name", .text(1...200)), .init("sha256", .text(64...64)), .init("fitted_through", .nullable(.day)),
                ]))),
    ])

    package static let outcome = Schema.named(
        "PaperMatchResult",
        .object(
            definition + [
                .init(
                    "model_changed", .boolean,
                    "Whether the result uses a different model than at the start; past trades may have changed."),
                .init(
                    "waiting_for", .array(.assetID, count: 0...PaperMatch.mostCoins), "Coins without a close since the start."),
                .init("result", .nullable(result), "Null while it waits for closes."),
            ]))
}

import JSONText
import Ledger
import Market
import Records

/// The documents of paper matches and their results. Amounts are strings, exact to 18 decimal places.
package enum PaperMatchDocuments {
    package static let id = Schema.text(
        19...19, pattern: "^pm_[0-9a-f]{16}$", words: "pm_ and 16 hexadecimal digits", accepts: RecordedPaperMatch.isWellFormed)
    static let strategies = Schema.array(Strategy.schema, count: 1...Strategy.allCases.count)
    static let amount = Schema.decimal(.notNegative)
    private static let days = 0...PaperMatch.mostDays + 1

    // MARK: Definition

    /// The definition of a match that is not stored.
    package static let definition = Document<(match: PaperMatch, today: Day)>(
        nil, .field("simulated", nil, "Always true: no money was moved.") { _ in true },
        .values("coins", .array(.assetID, count: 1...PaperMatch.mostCoins)) { $0.match.coins.map(\.description) },
        .field("start") { $0.match.start }, .field("end") { $0.match.end }, .field("cash", amount) { $0.match.cash },
        .field("fee", amount) { $0.match.feeRate }, .values("strategies", strategies) { $0.match.strategies },
        .field("threshold", amount) { $0.match.threshold },
        .field("seed", .integer(0...Schema.largestInteger)) { Int($0.match.seed) },
        .field("running", nil, "Whether closes that arrive from now on count in the match.") {
            $0.match.isRunning(today: $0.today)
        })

    package static let match = Document<(recorded: RecordedPaperMatch, today: Day)>(
        "PaperMatch",
        members: [.field("id", id) { $0.recorded.id }, .moment("created_at") { $0.recorded.createdAt }]
            + definition.members.of { ($0.recorded.match, $0.today) } + [
                .field(
                    "model_sha256", .text(64...64),
                    "The SHA-256 of the model's weights at the start; null without follow, and for older matches that lack it."
                ) { $0.recorded.modelSHA256 }
            ])

    // MARK: Outcome

    /// What has become of a match; the notice is a sentence in addition to those of the result.
    package static let outcome = Document<(match: PaperMatch, outcome: PaperOutcome, notice: String?)>(
        nil,
        .values("waiting_for", .array(.assetID, count: 0...PaperMatch.mostCoins), "Coins without a close since the start.") {
            $0.outcome.missing.map(\.id.description)
        },
        .object(
            "result", result, "Null while it waits for closes.",
            orNull: { played in played.outcome.known.map { ($0, played.match, played.notice) } }))

    /// A stored match with its outcome.
    package static let played = Document<(recorded: RecordedPaperMatch, outcome: PaperOutcome, today: Day)>(
        "PaperMatchResult",
        members: match.members.of { ($0.recorded, $0.today) } + [
            .field(
                "model_changed", nil, "Whether the result uses a different model than at the start; past trades may have changed."
            ) { $0.recorded.notice($0.outcome) != nil }
        ] + outcome.members.of { ($0.recorded.match, $0.outcome, $0.recorded.notice($0.outcome)) })

    private static let result = Document<(result: PaperResult, match: PaperMatch, notice: String?)>(
        nil, .field("first_day", nil, "The first day from start on which all coins have a close.") { $0.result.firstDay },
        .field("last_day") { $0.result.lastDay },
        .values("winners", strategies, "The strategies with the highest final value; several if they are equal.") {
            $0.result.winners
        },
        .values("sentences", .array(.text(1...1000), count: 1...10), "The result in words.") { played -> [String] in
            played.result.sentences(of: played.match) + [played.notice, PaperResult.caution].compactMap(\.self)
        },
        .list("strategies", 1...3, of: line) { played in
            played.result.lines.map { ($0, played.match, played.result.coins) }
        },
        .list(
            "missing_closes", 0...PaperMatch.mostCoins, of: missing,
            "Days without a close: the coin keeps its last value and is not traded."
        ) { played in played.result.missing.map { ($0, played.result.coins[$0.coin]) } },
        .list("decisions", 0...1000, of: decision, "What the forecasts of each trading day said.") { played in
            played.result.decisions.map { ($0, played.result.coins) }
        }, .object("model", model, orNull: { $0.result.model }))

    private static let model = Document<PaperModel>(
        nil, .field("name", .text(1...200)) { $0.name }, .field("sha256", .text(64...64)) { $0.sha256 },
        .field("fitted_through") { $0.fittedThrough })

    private static let missing = Document<(missing: PaperResult.Missing, coin: Asset)>(
        nil, .text("coin", .assetID) { $0.coin.id }, .field("days", .integer(days)) { $0.missing.days },
        .field("last_close") { $0.missing.lastClose })

    private static let decision = Document<(decision: ForecastDecision, coins: [Asset])>(
        nil, .field("day") { $0.decision.day },
        .any(
            "chances", .map(.nullable(.number(minimum: 0, maximum: 1))),
            "For each coin the chance of a higher close after 30 days, seen from the day before; null without enough closes in a row."
        ) { made, writer in
            writer.object { writer in
                for (coin, chance) in zip(made.coins, made.decision.chances) {
                    writer.member(coin.id.description, chance.map { PriceText.rounded($0, digits: 6) })
                }
            }
        },
        .values("held", .array(.assetID, count: 0...PaperMatch.mostCoins), "Those whose chance is above the threshold.") { made in
            made.decision.wanted.map { made.coins[$0].id.description }
        },
        .field(
            "seen_in_training", nil,
            "Whether the model was trained on the days that follow; then the result proves nothing."
        ) { $0.decision.isSeen })

    // MARK: Strategies

    private static let line = Document<(line: PaperResult.Line, match: PaperMatch, coins: [Asset])>(
        nil, .field("strategy") { $0.line.strategy },
        .field("rule", .text(1...1000), "In one sentence.") {
            $0.line.strategy.rule(threshold: "\(PaperMatch.percent($0.match.threshold)) %")
        }, .field("final", amount) { $0.line.final },
        .field("change", nil, "The final value divided by the starting cash, minus 1.") { $0.line.change },
        .field("largest_fall", amount, "From the highest earlier value, as a share of it.") { $0.line.largestFall },
        .field("fees", amount) { $0.line.fees }, .field("cash", amount) { $0.line.cash },
        .any("quantities", .map(amount)) { played, writer in
            writer.object { writer in
                for (coin, quantity) in zip(played.coins, played.line.quantities) {
                    writer.member(coin.id.description, quantity.description)
                }
            }
        }, .object("luck", luck, "Compared with hold; null for hold.", orNull: { $0.line.luck }),
        .list("trades", 0...100_000, of: trade) { played in played.line.trades.map { ($0, played.coins[$0.coin]) } },
        .values("values", .array(amount, count: days), "At the end of each day from first_day, in US dollars.") {
            $0.line.values
        })

    private static let luck = Document<PaperLuck>(
        nil,
        .field("lead", nil, "The final value divided by that of hold, minus 1.") { PriceText.rounded($0.lead, digits: 9) },
        .field("low", nil, "Nine of ten leads by luck alone are between low and high.") { luck in
            luck.range.map { PriceText.rounded($0.lowerBound, digits: 9) }
        }, .field("high") { luck in luck.range.map { PriceText.rounded($0.upperBound, digits: 9) } },
        .choice("verdict", "Whether the lead is more than luck.") { $0.verdict })

    private static let trade = Document<(trade: PaperTrade, coin: Asset)>(
        nil, .field("day", nil, "Traded at the close of this day.") { $0.trade.day }, .text("coin", .assetID) { $0.coin.id },
        .choice("side") { $0.trade.side }, .field("quantity", amount) { $0.trade.quantity },
        .field("price", amount) { $0.trade.price }, .field("value", amount, "Without the fee.") { $0.trade.value },
        .field("fee", amount) { $0.trade.fee })
}

extension PaperOutcome {
    fileprivate var known: PaperResult? { if case .result(let result) = self { result } else { nil } }
    fileprivate var missing: [Asset] { if case .waiting(let coins) = self { coins } else { [] } }
}

extension RecordedPaperMatch {
    fileprivate func notice(_ outcome: PaperOutcome) -> String? { outcome.known.flatMap(modelSentence) }
}

extension PaperMatch {
    /// A share in percent, without zeros at the end: `50`, `0.1`.
    package static func percent(_ share: FixedDecimal) -> String {
        (try? share.multiplied(by: FixedDecimal(100)))?.description ?? share.description
    }
}

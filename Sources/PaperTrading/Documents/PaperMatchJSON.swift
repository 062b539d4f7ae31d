import JSONText
import Ledger
import Market

/// Paper matches and their results as JSON. Amounts are strings, exact to 18 decimal places.
package enum PaperMatchJSON {
    /// Writes the members of a stored match: its id, its definition and the model with which it started.
    package static func members(of recorded: RecordedPaperMatch, today: Day, _ writer: inout JSONWriter) {
        writer.member("id", recorded.id)
        writer.member("created_at", MomentText.iso(recorded.createdAt))
        members(of: recorded.match, today: today, &writer)
        writer.member("model_sha256", recorded.modelSHA256)
    }

    /// Writes the members of a definition.
    package static func members(of match: PaperMatch, today: Day, _ writer: inout JSONWriter) {
        writer.member("simulated", true)
        writer.key("coins")
        writer.array { writer in for coin in match.coins { writer.string(coin.description) } }
        writer.member("start", match.start.description)
        writer.member("end", match.end?.description)
        writer.member("cash", match.cash.description)
        writer.member("fee", match.feeRate.description)
        writer.key("strategies")
        writer.array { writer in for strategy in match.strategies { writer.string(strategy.rawValue) } }
        writer.member("threshold", match.threshold.description)
        writer.member("seed", Int(match.seed))
        writer.member("running", match.isRunning(today: today))
    }

    /// Writes the outcome of a stored match, and whether its model was replaced after the start.
    package static func members(of outcome: PaperOutcome, _ recorded: RecordedPaperMatch, _ writer: inout JSONWriter) {
        let sentence: String? = if case .result(let result) = outcome { recorded.modelSentence(result) } else { nil }
        writer.member("model_changed", sentence != nil)
        members(of: outcome, recorded.match, notices: [sentence].compactMap(\.self), &writer)
    }

    /// Writes the member `result` of a match: null while it waits for closes of `waiting_for`.
    ///
    /// - Parameter notices: sentences beside those of the result.
    package static func members(
        of outcome: PaperOutcome, _ match: PaperMatch, notices: [String] = [], _ writer: inout JSONWriter
    ) {
        writer.key("waiting_for")
        switch outcome {
        case .waiting(let coins):
            writer.array { writer in for coin in coins { writer.string(coin.id.description) } }
            writer.key("result")
            writer.null()
        case .result(let result):
            writer.array { _ in }
            writer.key("result")
            writer.object { members(of: result, match, notices, &$0) }
        }
    }

    private static func members(of result: PaperResult, _ match: PaperMatch, _ notices: [String], _ writer: inout JSONWriter) {
        writer.member("first_day", result.firstDay.description)
        writer.member("last_day", result.lastDay.description)
        writer.key("winners")
        writer.array { writer in for strategy in result.winners { writer.string(strategy.rawValue) } }
        writer.key("sentences")
        let sentences = result.sentences(of: match) + notices + [PaperResult.caution]
        writer.array { writer in for sentence in sentences { writer.string(sentence) } }
        writer.member("strategies", result.lines) { members(of: $0, result, match, &$1) }
        writer.member("missing_closes", result.missing) { missing, writer in
            writer.member("coin", result.coins[missing.coin].id.description)
            writer.member("days", missing.days)
            writer.member("last_close", missing.lastClose.description)
        }
        writer.member("decisions", result.decisions) { members(of: $0, result, &$1) }
        writer.key("model")
        guard let model = result.model else { return writer.null() }
        writer.object { writer in
            writer.member("name", model.name)
            writer.member("sha256", model.sha256)
            writer.member("fitted_through", model.fittedThrough?.description)
        }
    }

    private static func members(
        of line: PaperResult.Line, _ result: PaperResult, _ match: PaperMatch, _ writer: inout JSONWriter
    ) {
        writer.member("strategy", line.strategy.rawValue)
        writer.member("rule", line.strategy.rule(threshold: "\(percent(match.threshold)) %"))
        writer.member("final", line.final.description)
        writer.member("change", line.change.description)
        writer.member("largest_fall", line.largestFall.description)
        writer.member("fees", line.fees.description)
        writer.member("cash", line.cash.description)
        writer.key("quantities")
        writer.object { writer in
            for (coin, quantity) in zip(result.coins, line.quantities) { writer.member(coin.id.description, quantity.description) }
        }
        writer.key("luck")
        if let luck = line.luck { writer.object { members(of: luck, &$0) } } else { writer.null() }
        writer.member("trades", line.trades) { trade, writer in
            writer.member("day", trade.day.description)
            writer.member("coin", result.coins[trade.coin].id.description)
            writer.member("side", trade.side.rawValue)
            writer.member("quantity", trade.quantity.description)
            writer.member("price", trade.price.description)
            writer.member("value", trade.value.description)
            writer.member("fee", trade.fee.description)
        }
        writer.key("values")
        writer.array { writer in for value in line.values { writer.string(value.description) } }
    }

    private static func members(of luck: PaperLuck, _ writer: inout JSONWriter) {
        writer.member("lead", PriceText.rounded(luck.lead, digits: 9))
        writer.member("low", luck.range.map { PriceText.rounded($0.lowerBound, digits: 9) })
        writer.member("high", luck.range.map { PriceText.rounded($0.upperBound, digits: 9) })
        writer.member("verdict", luck.verdict.rawValue)
    }

    private static func members(of decision: ForecastDecision, _ result: PaperResult, _ writer: inout JSONWriter) {
        writer.member("day", decision.day.description)
        writer.key("chances")
        writer.object { writer in
            for (coin, chance) in zip(result.coins, decision.chances) {
                writer.member(coin.id.description, chance.map { PriceText.rounded($0, digits: 6) })
            }
        }
        writer.key("held")
        writer.array { writer in for coin in decision.wanted { writer.string(result.coins[coin].id.description) } }
        writer.member("seen_in_training", decision.isSeen)
    }

    /// A share in percent, without zeros at the end: `50`, `0.1`.
    package static func percent(_ share: FixedDecimal) -> String {
        (try? share.multiplied(by: FixedDecimal(100)))?.description ?? share.description
    }
}

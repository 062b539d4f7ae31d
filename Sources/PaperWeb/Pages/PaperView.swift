import Charts
import HTMLTemplates
import Languages
import Ledger
import Market
import PageKit
import PaperTrading

/// The values of the page of a match that has a result.
struct PaperView: Sendable {
    let recorded: RecordedPaperMatch
    let result: PaperResult
    let words: Words

    /// The maximum number of trades listed; the API has all.
    private static let mostTrades = 60

    private var match: PaperMatch { recorded.match }

    var values: TemplateValue {
        let title = words("paper.chart-title", ["coins": coins, "from": date(result.firstDay), "to": date(result.lastDay)])
        return [
            "won": .text(winner), "verdicts": .list(verdicts.map(TemplateValue.text)),
            "notes": .list(notes.map(TemplateValue.text)), "chartTitle": .text(title),
            "hasChart": .flag(result.lastDay > result.firstDay),
            "pictures": pictures(title),
            "period": .text(words("paper.from-to", ["from": date(result.firstDay), "to": date(result.lastDay)])),
            "lines": .list(result.lines.enumerated().map { row($1, index: $0) }), "trades": .list(result.lines.map(trades)),
        ]
    }

    private var coins: String { result.coins.map { "\($0.ticker)" }.joined(separator: ", ") }
    private func date(_ day: Day) -> String { words.format.date(day, .plain) }
    private func name(_ strategy: Strategy) -> String { PaperWords.name(strategy, words) }
    private func usd(_ amount: FixedDecimal) -> String { words.format.money("\(amount)") }

    // MARK: Sentences

    private var winner: String {
        let winners = result.winners
        let line = result.lines.first { $0.strategy == winners[0] }!
        let values = [
            "strategy": winners.map(name).joined(separator: ", "), "value": usd(line.final),
            "change": words.format.percent(line.change.doubleValue),
        ]
        if match.isOver(on: result.lastDay) {
            return winners.count == 1 ? words("paper.won", values) : words("paper.level", values)
        }
        return winners.count == 1 ? words("paper.ahead", values) : words("paper.ahead.level", values)
    }

    /// Whether a lead over hold is more than luck; nil for hold itself.
    private func verdict(_ line: PaperResult.Line) -> String? {
        guard let luck = line.luck else { return nil }
        var values = ["strategy": name(line.strategy), "lead": words.format.percent(luck.lead)]
        if let range = luck.range {
            values["low"] = words.format.percent(range.lowerBound)
            values["high"] = words.format.percent(range.upperBound)
        }
        return switch luck.verdict {
        case .same: words("paper.luck.same", values)
        case .tooShort: words("paper.luck.short", n: PaperLuck.leastDays, values)
        case .within: words("paper.luck.within", values)
        case .beats: words("paper.luck.beats", values)
        case .worse: words("paper.luck.worse", values)
        }
    }

    /// Whether each lead is more than luck, and whether the model was replaced after the match started.
    private var verdicts: [String] {
        var verdicts = result.lines.compactMap(verdict)
        if let model = recorded.otherModel(in: result) {
            verdicts.append(words("paper.model-changed", ["strategy": name(.followForecast), "model": model.name]))
        }
        return verdicts
    }

    private var notes: [String] {
        var notes: [String] = []
        if result.seenCount > 0, let model = result.model {
            notes.append(
                words(
                    "paper.seen", n: result.seenCount,
                    [
                        "count": words.format.price(Double(result.decisions.count), decimals: 0), "model": model.name,
                        "date": model.fittedThrough.map(date) ?? Conventions.dash,
                    ]))
        }
        if result.firstDay > match.start { notes.append(words("paper.begun", ["date": date(result.firstDay)])) }
        notes += result.missing.map { missing in
            words(
                "paper.missing", n: missing.days,
                ["coin": "\(result.coins[missing.coin].ticker)", "date": date(missing.lastClose)])
        }
        let blind = result.decisions.count { $0.chances.contains(nil) }
        if blind > 0 { notes.append(words("paper.blind", n: blind)) }
        return notes
    }

    // MARK: The chart

    private func pictures(_ title: String) -> TemplateValue {
        guard result.lastDay > result.firstDay else { return .html("") }
        var chart = TimeChart(
            lines: result.lines.enumerated().map { index, line in
                ChartLine(
                    name: "compare-\(index + 1)", title: PaperWords.short(line.strategy, words), firstDay: result.firstDay,
                    values: line.values.map(\.doubleValue))
            })
        chart.isComparison = true
        return chart.pictures(
            nil, or: result.firstDay...result.lastDay, words.format, sizes: [.full, .wide, .narrow], title: title)
    }

    // MARK: Tables

    private func row(_ line: PaperResult.Line, index: Int) -> TemplateValue {
        let percent = match.threshold.doubleValue * 100
        let threshold = words.format.share(match.threshold.doubleValue, decimals: percent == percent.rounded() ? 0 : 2)
        return [
            "key": "compare-\(index + 1)", "name": .text(name(line.strategy)),
            "rule": .text(PaperWords.rule(line.strategy, threshold: threshold, words)), "final": .text(usd(line.final)),
            "change": ChangeView.of(line.change.doubleValue, words),
            "fall": .text(words.format.percent(-line.largestFall.doubleValue)), "fees": .text(usd(line.fees)),
            "trades": .text(words.format.price(Double(line.trades.count), decimals: 0)),
            "lead": line.luck.map { ChangeView.of($0.lead, words) } ?? ChangeView.of(nil, words),
            "luck": .text(
                line.luck?.range.map { range in
                    words(
                        "chart.range",
                        ["low": words.format.percent(range.lowerBound), "high": words.format.percent(range.upperBound)])
                } ?? Conventions.dash),
        ]
    }

    private func trades(_ line: PaperResult.Line) -> TemplateValue {
        let shown = line.trades.suffix(Self.mostTrades).reversed()
        let rest = line.trades.count - shown.count
        return [
            "title": .text(words("paper.trades.of", n: line.trades.count, ["strategy": name(line.strategy)])),
            "rows": .list(shown.map(trade)), "rest": .optional(rest > 0 ? words("paper.trades.rest", n: rest) : nil),
        ]
    }

    private func trade(_ trade: PaperTrade) -> TemplateValue {
        [
            "day": .text(words.format.date(trade.day)), "coin": .text("\(result.coins[trade.coin].ticker)"),
            "side": .text(words(trade.side == .buy ? "paper.buy" : "paper.sell")),
            "quantity": .text(words.format.quantity("\(trade.quantity)")),
            "price": .text(words.format.price(trade.price.doubleValue)), "value": .text(usd(trade.value)),
            "fee": .text(usd(trade.fee)),
        ]
    }
}

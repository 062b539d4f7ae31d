import HTMLTemplates
import Languages
import Market
import PageKit
import PaperTrading

/// A paper match in lists and headings.
struct PaperRow: Sendable {
    let recorded: RecordedPaperMatch
    let assets: [AssetID: Asset]
    let today: Day
    let words: Words

    private var match: PaperMatch { recorded.match }
    private var coins: String { match.coins.map { assets[$0].map { "\($0.ticker)" } ?? "\($0)" }.joined(separator: ", ") }

    var title: String { words("paper.match-title", ["coins": coins]) }

    private var days: String {
        let from = words.format.date(match.start, .plain)
        guard let end = match.end else { return words("paper.from", ["from": from]) }
        return words("paper.from-to", ["from": from, "to": words.format.date(end, .plain)])
    }

    /// The cash, the fee and the threshold.
    var facts: String {
        let fee = words.format.share(match.feeRate.doubleValue, decimals: 2)
        return words("paper.facts", ["days": days, "cash": words.format.money("\(match.cash)"), "fee": fee])
    }

    var values: TemplateValue {
        let isRunning = match.isRunning(today: today)
        let state = match.isWaiting(today: today) ? "paper.not-begun" : isRunning ? "paper.running" : "paper.ended"
        let path = "\(PaperPages.path)/\(recorded.id)"
        return [
            "title": .text(title), "days": .text(days), "href": .text(path), "delete": .text("\(path)/delete"),
            "deleteLabel": .text(words("paper.delete.label", ["coins": coins, "days": days])),
            "state": .text(words(state)), "stateClass": .text(isRunning ? "info" : ""),
            "strategies": .text(match.strategies.map { PaperWords.name($0, words) }.dotted),
        ]
    }
}

/// The names of strategies.
enum PaperWords {
    static func name(_ strategy: Strategy, _ words: Words) -> String {
        switch strategy {
        case .hold: words("paper.hold")
        case .rebalance: words("paper.rebalance")
        case .followForecast: words("paper.follow")
        }
    }

    /// The name at the end of a line of a chart, where phones have little room.
    static func short(_ strategy: Strategy, _ words: Words) -> String {
        strategy == .followForecast ? words("paper.follow.short") : name(strategy, words)
    }

    static func rule(_ strategy: Strategy, threshold: String, _ words: Words) -> String {
        switch strategy {
        case .hold: words("paper.rule.hold")
        case .rebalance: words("paper.rule.rebalance")
        case .followForecast: words("paper.rule.follow", ["threshold": threshold, "days": "\(ForecastRule.days)"])
        }
    }
}

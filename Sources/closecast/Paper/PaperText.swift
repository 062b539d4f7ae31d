import Ledger
import Market
import PaperTrading
import Text

/// The result of a paper match as text for the terminal.
struct PaperText {
    private let match: PaperMatch
    private let result: PaperResult
    private let notice: String?

    /// - Parameter notice: a sentence in addition to those of the result.
    init(_ match: PaperMatch, _ result: PaperResult, notice: String? = nil) {
        (self.match, self.result, self.notice) = (match, result, notice)
    }

    var text: String { ([title, table, sentences] + [notes].filter { !$0.isEmpty }).joined(separator: "\n") }

    private var title: String {
        let coins = result.coins.map(\.ticker.description).joined(separator: " ")
        let days = (result.lastDay - result.firstDay + 1).counted("day")
        return "\(coins), \(days) from \(result.firstDay) to \(result.lastDay); \(match.cash) USD each, "
            + "fee \(PaperMatch.percent(match.feeRate)) % (simulated)\n"
    }

    private var table: String {
        let lines = result.lines
        return TextColumn.table([
            TextColumn("strategy", lines.map(\.strategy.rawValue), isText: true),
            TextColumn("final USD", lines.map { $0.final.fixed(places: 2) }),
            TextColumn("change", lines.map { PercentText.signed($0.change.doubleValue) }),
            TextColumn("largest fall", lines.map { PercentText.signed(-$0.largestFall.doubleValue) }),
            TextColumn("trades", lines.map { "\($0.trades.count)" }, minimum: 6),
            TextColumn("fees USD", lines.map { $0.fees.fixed(places: 2) }),
            TextColumn("to hold", lines.map { $0.luck.map { PercentText.signed($0.lead) } ?? "" }),
            TextColumn("luck alone, 90 %", lines.map { $0.luck.map(Self.range) ?? "" }),
        ])
    }

    private static func range(_ luck: PaperLuck) -> String {
        guard let range = luck.range else { return "-" }
        return "\(PercentText.signed(range.lowerBound)) to \(PercentText.signed(range.upperBound))"
    }

    private var sentences: String {
        (result.sentences(of: match) + [notice].compactMap(\.self) + [PaperResult.caution]).map { "\($0)\n" }.joined()
    }

    private var notes: String {
        var notes = result.missing.map { missing in
            "\(result.coins[missing.coin].ticker): no close on \(missing.days.counted("day")) (last close \(missing.lastClose)); "
                + "it kept its last value and was not traded\n"
        }
        if result.firstDay > match.start {
            notes.insert("begun on \(result.firstDay), the first day from \(match.start) on which all coins have a close\n", at: 0)
        }
        let blind = result.decisions.count { $0.chances.contains(nil) }
        if blind > 0 {
            notes.append(
                "on \(blind) of \(result.decisions.count.counted("forecast day")) a coin had too few closes in a row to be forecast "
                    + "and was not held\n")
        }
        return notes.joined()
    }
}

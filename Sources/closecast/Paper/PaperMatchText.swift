import Ledger
import Market
import PaperTrading

/// A stored paper match as text for the terminal.
struct PaperMatchText {
    private let recorded: RecordedPaperMatch
    private let coins: [Asset]

    /// - Parameter coins: in the order of the match's coins.
    init(_ recorded: RecordedPaperMatch, _ coins: [Asset]) { (self.recorded, self.coins) = (recorded, coins) }

    private var match: PaperMatch { recorded.match }

    /// The tickers, with spaces between them.
    var tickers: String { coins.map(\.ticker.description).joined(separator: " ") }

    /// The coins, the days, the cash and the fee.
    var definition: String {
        let days = match.end.map { "from \(match.start) to \($0)" } ?? "from \(match.start) on"
        return "\(tickers) \(days); \(match.cash) USD each, fee \(PaperMatch.percent(match.feeRate)) % (simulated)"
    }

    /// Says which closes a match without a result waits for.
    ///
    /// - Parameters:
    ///   - missing: coins without a close since the start, or all if they never had one on the same day.
    ///   - today: the first day that has not ended.
    func waiting(for missing: [Asset], today: Day) -> String {
        let then = "then: closecast paper show \(recorded.id)\n"
        guard match.start < today else {
            return "The match starts with the close of \(match.start), which is not stored yet. "
                + "Import or fetch it when the day has ended (UTC), \(then)"
        }
        let names = missing.map(\.ticker.description).joined(separator: ", ")
        let period = match.end.map { "from \(match.start) to \($0)" } ?? "from \(match.start) on"
        return missing.count < coins.count || coins.count == 1
            ? "The match starts with the first close of \(names) \(period), which is not stored yet. Import or fetch it, \(then)"
            : "The match starts on the first day \(period) with closes of all of \(names), which are not stored yet. "
                + "Import or fetch them, \(then)"
    }
}

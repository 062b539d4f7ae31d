import Ledger
import Market
import Portfolio
import Text

/// The result or the preview of an import as text for the terminal.
struct ImportText {
    let report: ImportReport
    let file: String
    let ticker: (AssetID) -> String

    /// The maximum number of rows, holdings and prices that a preview lists.
    private static let shown = 20

    var counts: String {
        "\(report.newCount.counted("transaction")) recorded, \(report.knownCount.counted("was", "were")) there before\n"
    }

    /// Notes that the user should read before and after the import.
    var notes: [String] {
        var notes = sourceNotes + unknownCoins + unknownValues
        if report.hasSharedMoments, report.order == .newestFirst {
            notes.append(
                "\(file) has the newest rows first, so rows of the same moment count from the bottom up; "
                    + "if that is wrong: --row-order oldest-first")
        }
        notes += [transfers, unmatched].compactMap(\.self)
        if !report.deposits.isEmpty {
            let count = report.deposits.count.counted("deposit of missing cash is", "deposits of missing cash are")
            notes.append("\(count) added: \(report.deposited.fixed(places: 2)) USD in all\(unvalued)")
        }
        if let first = report.remainders.first {
            let count = report.remainders.count.counted(
                "rounding remainder is added as a deposit", "rounding remainders are added as deposits")
            notes.append(
                "\(count), because \(file) takes so much more than it brings (the first: \(first.amount) \(ticker(first.asset)) at "
                    + "\(Self.lines([first.line], isList: report.source?.isList ?? false)))")
        }
        if let unknownCost { notes.append(unknownCost) }
        let commands = report.isPreview ? report.priceCommands() : []
        if !commands.isEmpty { notes.append("to get the missing prices before an import: \(commands.joined(separator: "; "))") }
        let lost = report.newRows.map(\.row).filter(Self.isLost)
        if let first = lost.first {
            let coin = report.effects.first { $0.asset.id == first.asset }.map { "\($0.asset.ticker)" } ?? ticker(first.asset)
            notes.append(
                "\(lost.count.counted("withdrawal")) with the value 0 (the first: \(first.quantity) \(coin) on "
                    + "\(Day(secondsSince1970: first.time))): the coins count as lost, and their cost as a realized loss; if they only "
                    + "moved, take them back (closecast wallet correct) and leave the value empty")
        }
        return notes
    }

    /// The deposits without a cost, with what helps: other programs' files have no column for it, and later prices do not count.
    private var unknownCost: String? {
        guard let first = report.unknownCosts.first else { return nil }
        let tickers = Set(report.unknownCosts.map(\.asset.ticker.description)).sorted().joined(separator: ", ")
        let remedy =
            !report.isPreview
            ? remedy(first)
            : (report.source == nil ? "say it in the column value, or " : "") + "get the missing prices before the import"
        return
            "\(file):\(first.line): what \(report.unknownCosts.count.counted("deposit")) cost is unknown, so gains of \(tickers) will be "
            + "missing: \(remedy)"
    }

    /// In this order, the coins are there all the time, also if they were spent since.
    private func remedy(_ cost: ImportReport.UnknownCost) -> String {
        let row = report.rows[cost.row]
        return
            "to say what the first cost: closecast wallet deposit \(PortfolioError.word(row.wallet)) \(cost.asset.ticker) \(row.quantity) "
            + "--cost AMOUNT --date \(MomentText.iso(row.time))\(row.label.map { " --label \($0.rawValue)" } ?? ""), and take the old one "
            + "back: closecast wallet correct \(report.results[cost.row].id)"
    }

    /// Whether coins count as lost although no label says so.
    private static func isLost(_ row: TransactionRow) -> Bool {
        guard row.kind == .withdrawal, row.asset != .usd, row.label != .loss else { return false }
        return row.value?.amount == .zero
    }

    /// The deposits of missing cash that are not part of the sum in US dollars.
    private var unvalued: String {
        guard !report.unvalued.isEmpty else { return "" }
        let amounts = report.unvalued.map { "\($0.amount) \(ticker($0.asset))" }.joined(separator: " and ")
        return ", and \(amounts) whose value is unknown"
    }

    /// How the file of another program was read.
    private var sourceNotes: [String] {
        guard let source = report.source else { return [] }
        var notes = ["\(file) was read as \(source.form) (\(source.program)); if that is wrong: --form, or --map"]
        notes += source.leftOut.map { left in
            "\(left.lines.count.counted("row")) left out (\(Self.lines(left.lines, isList: source.isList))): \(left.why)"
        }
        if source.hasNegativeFees { notes.append("all fees in \(file) are negative; they count as costs") }
        if !source.differingTotals.isEmpty {
            notes.append(
                "the total of \(source.differingTotals.count.counted("row")) (\(Self.lines(source.differingTotals, isList: false))) differs "
                    + "from price × amount by more than the fee and rounding explain; the total counts")
        }
        let tokens = source.tokens.joined(separator: ", ")
        if !tokens.isEmpty { notes.append("\(tokens) counts as US dollars in the value of trades") }
        return notes
    }

    /// The coins whose rows a preview lacks.
    private var unknownCoins: [String] {
        let notes = report.unknownCoins.map { "\($0.text); its rows are not shown, and the import is refused until it is known" }
        return notes.isEmpty || report.source == nil
            ? notes : notes + ["to leave the rows of unknown coins out: --leave-out-unreadable"]
    }

    /// What the values of transactions lack, for a preview.
    private var unknownValues: [String] {
        report.unknownValues.map { unknown in
            let lines = Self.lines(unknown.lines, isList: report.source?.isList ?? false)
            return "the value of \(unknown.lines.count.counted("transaction")) (\(lines)) is unknown: no \(unknown.error.lack) on "
                + "\(Self.days(unknown.days)); the import is refused until it is stored"
                + (report.source == nil ? "" : "; to leave these rows out: --leave-out-unreadable")
        }
    }

    /// The transfers that were found, or recorded.
    private var transfers: String? {
        guard let first = report.transfers.first else { return nil }
        let (example, count) = (example(first), report.transfers.count)
        if report.matchesTransfers {
            let recorded = count == 1 ? "1 withdrawal and its deposit are" : "\(count) withdrawals and their deposits are"
            return "\(recorded) recorded as transfers (the first: \(example))"
        }
        return "\(count.counted("withdrawal")) probably arrived in another wallet (the first: \(example)); to record transfers, "
            + "which keep the cost: --match-transfers"
    }

    private func example(_ transfer: MatchedTransfer) -> String {
        "\(transfer.sent) \(ticker(transfer.asset)) from \(transfer.from) to \(transfer.to) on \(Day(secondsSince1970: transfer.sentAt))"
    }

    /// The transfers that cannot be recorded as such.
    private var unmatched: String? {
        guard let first = report.unmatchedTransfers.first else { return nil }
        let count = report.unmatchedTransfers.count
        return
            "\(count.counted("withdrawal")) that probably arrived in another wallet \(count == 1 ? "stays" : "stay") apart from the deposit "
            + "(the first: \(example(first))): the coins were spent before they were sent, or their times are wrong"
    }

    /// Lists line numbers, at most five of them: `line 3`, `lines 3, 5, 8`, `lines 3, 5, 8, 9, 12, …`.
    private static func lines(_ lines: [Int], isList: Bool) -> String {
        let first = lines.prefix(5).map(String.init).joined(separator: ", ")
        let noun = isList ? (lines.count == 1 ? "activity " : "activities ") : lines.count == 1 ? "line " : "lines "
        return noun + first + (lines.count > 5 ? ", …" : "")
    }

    /// Lists days, at most five of them.
    private static func days(_ days: [Day]) -> String {
        days.prefix(5).map { "\($0)" }.joined(separator: ", ") + (days.count > 5 ? ", …" : "")
    }

    var preview: String {
        let rows = report.newRows.map(\.row).map {
            "\(MomentText.short($0.time))  \(wallet($0))\(TransactionText.summary($0, ticker: ticker))\n"
        }
        let prices = report.prices.map { price in
            "  at \(ShownPrice.text(price.close.price.doubleValue)) USD, the close of \(price.asset.ticker) on \(price.close.day)\n"
        }
        let effects = report.effects.map { "  \($0.wallet)  \($0.asset.ticker)  \($0.before) -> \($0.after)\n" }
        return Self.list(rows, "transactions") + Self.list(prices, "closes") + Self.list(effects, "holdings")
            + "Preview: \(report.newCount.counted("transaction")) would be recorded, \(report.knownCount.counted("already is", "already are")). "
            + (refusal.map { "The import is refused while \($0) are unknown. " } ?? "") + "Nothing was recorded.\n"
    }

    /// What an import is refused for; nil if it is not.
    private var refusal: String? {
        let coins = report.unknownCoins.isEmpty ? [] : ["coins"]
        let unknown = coins + (report.unknownValues.isEmpty ? [] : ["values"])
        return unknown.isEmpty ? nil : unknown.joined(separator: " and ")
    }

    /// A transfer's text already names its wallets.
    private func wallet(_ row: TransactionRow) -> String { row.kind == .transfer ? "" : "\(row.wallet): " }

    private static func list(_ lines: [String], _ name: String) -> String {
        lines.prefix(shown).joined() + (lines.count > shown ? "  … and \(lines.count - shown) more \(name)\n" : "")
    }
}

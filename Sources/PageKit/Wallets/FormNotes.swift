import Languages
import Ledger
import Market
import Portfolio

/// What a person should know about the file of another program before its rows are recorded.
package enum FormNotes {
    package static func all(_ report: ImportReport, _ words: Words) -> [String] {
        guard let source = report.source else { return all(report, words, after: []) }
        // The columns of a table that no program wrote are shown beside the preview.
        var notes = source.form == TransactionForm.columnsID ? [] : [words("wallet.form.read-as", ["program": source.program])]
        notes += source.leftOut.map { left in
            let lines = Self.lines(left.lines)
            if case .status(let status) = left.why {
                return words("wallet.import.left-out", ["status": status.cut(to: 30), "lines": lines])
            }
            if let error = left.error {
                let why = WalletErrors.sentence(of: error, words) ?? left.why.description.cut(to: 200)
                return words("wallet.form.left-out-fault", ["why": why, "lines": lines])
            }
            let why = left.why.code.map { words("wallet.form.\($0)") } ?? left.why.description.cut(to: 200)
            return words("wallet.form.left-out", ["why": why, "lines": lines])
        }
        if !source.tokens.isEmpty { notes.append(words("wallet.import.tokens", ["tokens": source.tokens.joined(separator: ", ")])) }
        if source.hasNegativeFees { notes.append(words("wallet.import.negative-fees")) }
        if let first = source.differingTotals.first {
            notes.append(words("wallet.import.totals", n: source.differingTotals.count, ["line": "\(first)"]))
        }
        return all(report, words, after: notes)
    }

    private static func all(_ report: ImportReport, _ words: Words, after notes: [String]) -> [String] {
        notes + unknownCoins(report, words) + remainders(report, words) + unknownValues(report, words) + unvalued(report, words)
            + transfers(report, words) + unmatched(report, words)
    }

    private static func unknownCoins(_ report: ImportReport, _ words: Words) -> [String] {
        report.unknownCoins.map { fault in
            let why = fault.error.flatMap { WalletErrors.sentence(of: $0, words) } ?? fault.message
            return words("wallet.form.unknown-coin", ["why": why, "line": "\(fault.line)"])
        }
    }

    private static func remainders(_ report: ImportReport, _ words: Words) -> [String] {
        guard let first = report.remainders.first else { return [] }
        let coin = report.effects.first { $0.asset.id == first.asset }.map { "\($0.asset.ticker)" } ?? first.asset.description
        let amount = "\(words.format.exact("\(first.amount)")) \(coin)"
        return [words("wallet.form.remainders", n: report.remainders.count, ["amount": amount, "line": "\(first.line)"])]
    }

    private static func unknownValues(_ report: ImportReport, _ words: Words) -> [String] {
        report.unknownValues.map { unknown in
            return words(
                "wallet.form.unknown-value", n: unknown.lines.count,
                [
                    "lines": lines(unknown.lines), "lack": lack(unknown.error, on: unknown.days, words),
                    "command": report.priceCommands(for: unknown.error).joined(separator: "; "),
                ])
        }
    }

    /// What a value lacks, with the first five of the days.
    package static func lack(_ error: ReadingError, on days: [Day], _ words: Words) -> String {
        let dates = days.prefix(mostDays).map { words.format.date($0, .short) } + (days.count > mostDays ? ["…"] : [])
        let coins = error.unpricedCoins.prefix(4).map { $0.cut(to: 30) }.joined(separator: error.needsAllCoins ? ", " : " / ")
        let isRate = if case .noRates = error { true } else { false }
        return words(
            isRate ? "wallet.form.no-rate" : "wallet.form.no-close", ["coins": coins, "days": dates.joined(separator: ", ")])
    }

    private static let mostDays = 5

    private static func unvalued(_ report: ImportReport, _ words: Words) -> [String] {
        guard !report.unvalued.isEmpty else { return [] }
        let amounts = report.unvalued.map { asset, amount in
            "\(words.format.exact("\(amount)")) \(Currency(asset)?.code ?? asset.description)"
        }
        return [words("wallet.form.unvalued", ["amounts": amounts.joined(separator: ", ")])]
    }

    private static func transfers(_ report: ImportReport, _ words: Words) -> [String] {
        guard let first = report.transfers.first else { return [] }
        let day = words.format.date(Day(secondsSince1970: first.sentAt), .short)
        return [words("wallet.form.transfers", n: report.transfers.count, ["from": first.from, "to": first.to, "day": day])]
    }

    private static func unmatched(_ report: ImportReport, _ words: Words) -> [String] {
        guard !report.unmatchedTransfers.isEmpty else { return [] }
        let transfers = report.unmatchedTransfers.prefix(mostDays).map { transfer in
            "\(transfer.from) → \(transfer.to), \(words.format.date(Day(secondsSince1970: transfer.sentAt), .short))"
        }
        let more = report.unmatchedTransfers.count > mostDays ? ["…"] : []
        return [words("wallet.form.unmatched", ["transfers": (transfers + more).joined(separator: "; ")])]
    }

    /// What is wrong with rows or a file, with what a person at the page can do.
    static func sentence(_ error: ReadingError, _ words: Words) -> String {
        func fault(_ name: String, _ text: String = "", column: String = "") -> String {
            words("wallet.form.fault-\(name)", ["text": text.cut(to: 60), "column": column.cut(to: 60)])
        }
        return switch error {
        case .unknownTable(let columns): fault("unknown-table", columns)
        case .notATable: fault("not-a-table")
        case .missingColumn(let names, _): fault("missing-column", column: names)
        case .extraCell(let text): fault("extra-cell", text)
        case .openFormats: fault("open-formats")
        case .unknownKind(let kind, _): fault("unknown-kind", kind)
        case .unknownStatus(let status): fault("unknown-status", status)
        case .emptyCell(let column): fault("empty-cell", column: column)
        case .unreadCell(let column, let text): fault("unread-cell", text, column: column)
        case .currencySign(let sign): fault("currency-sign", sign)
        case .noMoney: fault("no-money")
        case .brokenTrade: fault("broken-trade")
        case .negative(let amount): fault("negative", amount)
        case .tooLarge: fault("too-large")
        case .noRates(let currency, _): fault("no-rates", currency)
        case .noValue(let coins, _), .noShares(let coins, _): fault("no-value", coins.prefix(4).joined(separator: ", "))
        case .openKinds: words("wallet.column.kind-open")
        case .openCurrencies: words("wallet.column.currency-open")
        case .sameWallet: fault("same-wallet")
        case .missingCoins(let wallet, let amount, let asset, _, let cause):
            missing(["wallet": wallet, "amount": words.format.exact(amount), "coin": asset.cut(to: 30)], cause, words)
        }
    }

    private static func missing(_ values: [String: String], _ cause: ReadingError.MissingCause, _ words: Words) -> String {
        guard case .leftOut(let rows) = cause else { return words("wallet.form.fault-missing-coins", values) }
        return words("wallet.form.fault-left-out-coins", values.merging(["rows": lines(rows.lines)]) { $1 })
    }

    /// Ascending numbers, those in a row as a range: `3, 5–9`.
    package static func lines(_ lines: [Int]) -> String {
        var ranges: [(first: Int, last: Int)] = []
        for line in lines {
            if let range = ranges.last, range.last == line - 1 {
                ranges[ranges.count - 1].last = line
            } else {
                ranges.append((line, line))
            }
        }
        let shown = ranges.prefix(mostRanges).map { $0.first == $0.last ? "\($0.first)" : "\($0.first)–\($0.last)" }
        return (shown + (ranges.count > mostRanges ? ["…"] : [])).joined(separator: ", ")
    }

    private static let mostRanges = 200
}

import Languages
import Ledger
import Market
import Portfolio

/// What a person should know about the file of another program before its rows are recorded.
package enum FormNotes {
    package static func all(_ report: ImportReport, _ words: Words) -> [String] {
        guard let source = report.source else { return unvalued(report, words) + transfers(report, words) }
        var notes = [words("wallet.form.read-as", ["program": source.program])]
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
        notes += source.unpriced.map {
            words("wallet.form.unpriced", ["coin": $0.coin.cut(to: 30), "lines": lines($0.lines)])
        }
        if !source.tokens.isEmpty { notes.append(words("wallet.import.tokens", ["tokens": source.tokens.joined(separator: ", ")])) }
        return notes + unvalued(report, words) + transfers(report, words)
    }

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

    /// What is wrong with rows or a file, with what a person at the page can do.
    static func sentence(_ error: ReadingError, _ words: Words) -> String {
        func fault(_ name: String, _ text: String = "", column: String = "") -> String {
            words("wallet.form.fault-\(name)", ["text": text.cut(to: 60), "column": column.cut(to: 60)])
        }
        return switch error {
        case .unknownTable(let columns): fault("unknown-table", columns)
        case .notATable: fault("not-a-table")
        case .missingColumn(let names, _): fault("missing-column", column: names)
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
        case .noRates(let currency): fault("no-rates", currency)
        case .noValue(let coins): fault("no-value", coins.prefix(4).joined(separator: ", "))
        case .sameWallet: fault("same-wallet")
        case .missingCoins(let wallet, let amount, let asset, _):
            words(
                "wallet.form.fault-missing-coins",
                ["wallet": wallet, "amount": words.format.exact(amount), "coin": asset.cut(to: 30)])
        }
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

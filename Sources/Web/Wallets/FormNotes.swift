import Languages
import Market
import Portfolio

/// What a person should know about the file of another program before its rows are recorded.
enum FormNotes {
    static func all(_ report: ImportReport, _ words: Words) -> [String] {
        guard let source = report.source else { return transfers(report, words) }
        var notes = [words("wallet.form.read-as", ["program": source.program])]
        notes += source.leftOut.map { left in
            let lines = ColumnForm.lines(left.lines)
            if case .status(let status) = left.why {
                return words("wallet.import.left-out", ["status": status.cut(to: 30), "lines": lines])
            }
            let why = left.why.code.map { words("wallet.form.\($0)") } ?? left.why.description.cut(to: 200)
            return words("wallet.form.left-out", ["why": why, "lines": lines])
        }
        notes += source.unpriced.map {
            words("wallet.form.unpriced", ["coin": $0.coin.cut(to: 30), "lines": ColumnForm.lines($0.lines)])
        }
        if !source.tokens.isEmpty { notes.append(words("wallet.import.tokens", ["tokens": source.tokens.joined(separator: ", ")])) }
        return notes + transfers(report, words)
    }

    private static func transfers(_ report: ImportReport, _ words: Words) -> [String] {
        guard let first = report.transfers.first else { return [] }
        let day = words.format.date(Day(secondsSince1970: first.sentAt), .short)
        return [words("wallet.form.transfers", n: report.transfers.count, ["from": first.from, "to": first.to, "day": day])]
    }

    /// What is wrong with rows; nil for errors about the file as a whole.
    static func sentence(_ error: ReadingError, _ words: Words) -> String? {
        func fault(_ name: String, _ text: String = "", column: String = "") -> String {
            words("wallet.form.fault-\(name)", ["text": text.cut(to: 60), "column": column.cut(to: 60)])
        }
        switch error {
        case .unknownKind(let kind, _): return fault("unknown-kind", kind)
        case .unknownStatus(let status): return fault("unknown-status", status)
        case .emptyCell(let column): return fault("empty-cell", column: column)
        case .unreadCell(let column, let text): return fault("unread-cell", text, column: column)
        case .currencySign(let sign): return fault("currency-sign", sign)
        case .noMoney: return fault("no-money")
        case .negative(let amount): return fault("negative", amount)
        case .tooLarge: return fault("too-large")
        case .noRates(let currency):
            let command = CurrencyTable.ratesCommand(currency)
            return words("wallet.form.fault-no-rates", ["text": currency.cut(to: 60), "command": command])
        case .noValue(let coins): return fault("no-value", coins.prefix(4).joined(separator: ", "))
        case .sameWallet: return fault("same-wallet")
        case .missingCoins(let wallet, let amount, let asset):
            let exact = words.format.exact(amount)
            return words("wallet.form.fault-missing-coins", ["wallet": wallet, "amount": exact, "coin": asset.cut(to: 30)])
        case .unknownTable, .unknownForm, .notATable, .missingColumn, .openFormats: return nil
        }
    }
}

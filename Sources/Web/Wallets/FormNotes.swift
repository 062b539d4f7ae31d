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
}

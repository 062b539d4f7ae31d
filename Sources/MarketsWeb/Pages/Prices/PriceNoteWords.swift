import Languages
import Market
import PageKit
import Platform

extension Words {
    /// Returns a sentence for each note on closes that were read, with its line if it has one.
    package func sentences(for notes: [PriceNote]) -> [String] {
        faultList(notes.compactMap { note in sentence(for: note.kind).map { (line: note.line, sentence: $0) } }, most: 20)
    }

    private func sentence(for note: PriceNote.Kind) -> String? {
        switch note {
        case .titleLines(let header, let title): self("prices.note.title-lines", ["line": "\(header)", "title": title])
        case .noHeader(let format, let columns):
            self("prices.note.no-header", ["columns": (format.map { "\($0): " } ?? "") + list(columns)])
        case .json(let columns): self("prices.note.json", ["columns": list(columns)])
        case .endedCurrencies(let codes): self("prices.note.ended-currencies", ["codes": list(codes)])
        case .newestFirst: self("prices.note.newest-first")
        case .localDays(let offsets): self("prices.note.local-days", ["offsets": list(offsets)])
        case .convertedTimes(let offsets): self("prices.note.converted-times", ["offsets": list(offsets)])
        case .midnight(let meaning): advice("prices.note.midnight.\(meaning.rawValue)", "stamp", Self.other(meaning).rawValue)
        case .oddTimes(let meaning, let example, let day):
            advice(
                "prices.note.odd-times.\(meaning.rawValue)", "stamp", Self.other(meaning).rawValue,
                ["moment": format.moment(secondsSince1970: example), "day": format.date(day)])
        case .pricesWithinDay(let count, let first):
            self("prices.note.within-day", n: count, ["moment": format.moment(secondsSince1970: first)])
        case .assumedPoint(let text): advice("prices.note.assumed-point", "decimal", "comma", ["text": text.cut(to: 40)])
        case .excelDates(let text, let day): self("prices.note.excel-dates", ["text": text.cut(to: 40), "day": format.date(day)])
        case .repeatedHeaders(let count): self("prices.note.repeated-headers", n: count)
        case .badVolumes(let count, let first): self("prices.note.bad-volumes", n: count, ["text": first.cut(to: 40)])
        case .assumedVolumeUnit(let unit):
            advice(
                "prices.note.volume-unit.\(unit.rawValue)", "volume-unit", (unit == .coins ? VolumeUnit.quote : .coins).rawValue)
        case .writtenBeforeEnd(let day): self("prices.note.written-before-end", ["day": format.date(day)])
        case .notEnded(let day): self("prices.note.not-ended", ["day": format.date(day)])
        case .badCloses(let count, let first): self("prices.note.bad-closes", n: count, ["day": format.date(first)])
        case .otherSymbol(let symbol, let ticker):
            self("prices.note.other-symbol", ["symbol": symbol.cut(to: 40), "ticker": "\(ticker)"])
        case .otherCurrency(let quote): self("prices.note.other-currency", ["currency": currency(quote)])
        case .converted(let quote, let coin, let left):
            self("prices.note.converted", ["currency": currency(quote), "coin": "\(coin)"])
                + (left > 0 ? " " + self("prices.note.days-left-out", n: left) : "")
        case .skipped(let left, let isFilled):
            skipped(left) + (isFilled ? " " + self("prices.note.previous-close") : "")
        case .nothingToSkip(let day): self("prices.note.nothing-to-skip", ["day": format.date(day)])
        case .fault(let fault): sentence(forImport: fault)
        case .doubt(let doubt): sentence(for: doubt)
        case .moreDoubts(let count): self("prices.note.more-doubts", n: count)
        case .usedFrom(let first, let closes, let fault):
            sentence(for: fault) + " " + self("prices.note.used-from", n: closes, ["day": format.date(first)])
        case .filled(let count, let replaced):
            self("prices.note.filled", n: count) + (replaced.isEmpty ? "" : " " + self.replaced(replaced))
        }
    }

    /// A sentence that advises to choose a value in a field of the page.
    private func advice(_ key: String, _ field: String, _ value: String, _ values: [String: String] = [:]) -> String {
        let labels = ["field": self("prices.choice.\(field)"), "choice": self("prices.choice.\(field).\(value)")]
        return self(key, values.merging(labels) { $1 })
    }

    private static func other(_ meaning: StampMeaning) -> StampMeaning { meaning == .open ? .close : .open }

    /// The code of a currency, and what states it.
    private func currency(_ quote: QuoteCurrency) -> String {
        switch quote.evidence {
        case .option: quote.code
        case .symbol(let text): self("prices.currency.symbol", ["code": quote.code, "text": text.cut(to: 40)])
        case .column(let text): self("prices.currency.column", ["code": quote.code, "text": text.cut(to: 40)])
        case .fileName: self("prices.currency.file-name", ["code": quote.code])
        case .mark(let text): text == quote.code ? text : self("prices.currency.mark", ["code": quote.code, "text": text])
        }
    }

    private func skipped(_ left: SkippedDays.Close) -> String {
        let day = format.date(left.day)
        guard left.close.isFinite else { return self("prices.note.skipped-missing", ["day": day]) }
        return self("prices.note.skipped", ["day": day, "close": format.price(left.close)])
    }

    private func sentence(forImport fault: HistoryFault) -> String? {
        guard let sentence = sentence(for: fault) else { return nil }
        guard case .candles = fault else { return sentence }
        return sentence + " " + self("prices.note.impossible-values")
    }

    private func replaced(_ closes: [SkippedDays.Close]) -> String {
        let closes = closes.map { "\(format.price($0.close)) (\(format.date($0.day)))" }
        return self("prices.note.replaced", ["closes": closes.joined(separator: ", ")])
    }
}

import Languages
import Market
import PageKit
import Platform

extension Words {
    /// Returns a sentence for each fault: the line, the error, and the remedy.
    package func sentences(for fault: FileFault) -> [String] {
        switch fault {
        case .missing: [self("file.fault.missing")]
        case .tooLarge(let bytes):
            [self("file.fault.too-large", ["size": format.bytes(bytes), "limit": format.bytes(FileForecasts.maximumBytes)])]
        case .dateFormat(let text): [self("file.fault.date-format", ["text": text])]
        case .file(let error): sentences(for: error.faults)
        case .closes(let error): sentences(for: error.faults)
        case .forecast: [self("file.fault.no-price")]
        case .noModel: [self("none.no-model.text")]
        case .busy: [self("none.busy.text")]
        }
    }

    private func sentences(for faults: [PriceFileError.Fault]) -> [String] {
        faultList(faults.map { ($0.line, sentence(for: $0.kind)) })
    }

    private func sentence(for kind: PriceFileError.Kind) -> String {
        switch kind {
        case .empty, .noRows: self("file.fault.empty")
        case .compressed: self("file.fault.compressed")
        case .badArchive: self("file.fault.archive")
        case .rateDirection(let column, _): self("file.fault.rate-direction", ["column": column, "label": self("prices.per")])
        case .notText: self("file.fault.not-text")
        case .workbook: self("file.fault.workbook")
        case .badJSON: self("file.fault.json")
        case .noHeader(let columns): self("file.fault.no-header", n: columns)
        case .noDateColumn(let found):
            self("file.fault.no-date-column", ["found": list(found), "names": list(PriceFile.dateNames)])
        case .noCloseColumn(let found):
            self("file.fault.no-close-column", ["found": list(found), "names": list(PriceFile.closeNames)])
        case .noNamedColumn(_, let name, let found):
            self("file.fault.no-named-column", ["name": name, "found": list(found)])
        case .fixedColumn: self("file.fault.fixed-column")
        case .repeatedColumn(let name): self("file.fault.repeated-column", ["name": name])
        case .severalCoins(let found): self("file.fault.several-coins", n: found.count)
        case .noSuchCoin(let name, let found): self("file.fault.no-such-coin", ["name": name, "found": list(found)])
        case .noRates(let code, let found): self("file.fault.no-rates", ["code": code, "found": list(found)])
        case .tooManyRows: self("file.fault.too-many-rows")
        case .notDaily: self("file.fault.not-daily")
        case .mixedColumns: self("file.fault.mixed-columns")
        case .missingField, .extraFields, .strayText, .overlongLine: sentence(forLine: kind)
        default: sentence(forValue: kind)
        }
    }

    /// Returns a sentence about the fields of a line.
    private func sentence(forLine kind: PriceFileError.Kind) -> String {
        switch kind {
        case .missingField(let column): self("file.fault.missing-field", ["column": column])
        case .extraFields(let found, let header):
            self("file.fault.extra-fields", n: found, ["header": "\(header)"])
        case .overlongLine: self("file.fault.overlong-line")
        default: self("file.fault.stray-text")
        }
    }

    /// Returns a sentence about a date or a price.
    private func sentence(forValue kind: PriceFileError.Kind) -> String {
        switch kind {
        case .badDate(let text), .dateNotInFormat(let text, _): self("file.fault.bad-date", ["text": text])
        case .datesDisagree(let date, let unix, _): self("file.fault.dates-disagree", ["date": date, "unix": unix])
        case .mixedOffsets: self("file.fault.mixed-offsets")
        case .impossibleClose(let text), .badNumber(let text): self("file.fault.bad-number", ["text": text])
        case .mixedNumbers(let text, nil): self("file.fault.mixed-numbers", ["text": text])
        case .mixedNumbers(let text, _):
            self("file.fault.not-the-decimal-sign", ["text": text, "auto": self("prices.choice-auto")])
        case .ambiguousNumbers(let text): self("file.fault.ambiguous-numbers", ["text": text])
        case .mixedCurrencies(let text, let first): self("file.fault.mixed-currencies", ["text": text, "first": first])
        case .ambiguousCurrency(let text, let codes):
            self("file.fault.ambiguous-currency", ["text": text, "codes": list(codes)])
        case .otherCurrency(let text, _, let stated):
            self("file.fault.other-currency", ["text": text, "stated": stated])
        case .unordered(let day, let before):
            self("file.fault.unordered", ["day": format.date(day), "before": format.date(before)])
        case .duplicateDay(let day, let line):
            self("file.fault.duplicate-day", ["day": format.date(day), "line": "\(line)"])
        default: self("file.fault.empty")
        }
    }

    /// The first names of a list, with long ones shortened.
    func list(_ names: [String]) -> String {
        let shown = names.prefix(12).map { $0.cut(to: 40) }.joined(separator: ", ")
        return names.count > 12 ? shown + ", …" : shown
    }
}

import HTMLTemplates
import Languages
import Ledger
import Market
import PageKit

/// The form fields that say how to read a price file, for files that are ambiguous or read wrongly.
struct FileChoices: Equatable, Sendable {
    /// Names of columns and the date format; empty to detect them.
    var dateColumn = "", closeColumn = "", dateFormat = ""
    var stamp: StampMeaning?
    var decimal: DecimalSign?
    var volumeUnit: VolumeUnit?
    /// The code of a currency; empty to detect it.
    var quote = ""
    /// For rates: the code of the currency of which one unit is counted; empty for closes.
    var per = ""

    init() {}

    init(_ fields: Fields) {
        // Longer than any name of a column.
        func text(_ name: String) -> String { fields[name].cut(to: 200) }
        (dateColumn, closeColumn, dateFormat) = (text("date_column"), text("close_column"), text("date_format"))
        (stamp, decimal) = (StampMeaning(rawValue: fields["stamp"]), DecimalSign(rawValue: fields["decimal"]))
        volumeUnit = VolumeUnit(rawValue: fields["volume_unit"])
        quote = Ticker(fields["quote"].cut(to: 20))?.description ?? ""
        per = Currency(anyCase: fields["per"])?.code ?? ""
    }

    /// The options of a price file.
    ///
    /// - Throws: ``FileFault/dateFormat(_:)``.
    func form() throws(FileFault) -> PriceFileForm {
        var form = PriceFileForm(stamp: stamp, quote: quote.isEmpty ? nil : quote, decimal: decimal, volumeUnit: volumeUnit)
        form.per = per.isEmpty ? nil : per
        if !dateColumn.isEmpty { form.columns[.date] = dateColumn }
        if !closeColumn.isEmpty { form.columns[.close] = closeColumn }
        if !dateFormat.isEmpty {
            do throws(PriceFileFormError) { form.dateFormat = try DatePattern(dateFormat) } catch { throw .dateFormat(dateFormat) }
        }
        return form
    }

    /// The fields that are not empty.
    var fields: [(name: String, value: String)] {
        let all: [(name: String, value: String)] = [
            ("date_column", dateColumn), ("close_column", closeColumn), ("date_format", dateFormat),
            ("stamp", stamp?.rawValue ?? ""), ("decimal", decimal?.rawValue ?? ""), ("volume_unit", volumeUnit?.rawValue ?? ""),
            ("quote", quote), ("per", per),
        ]
        return all.filter { !$0.value.isEmpty }
    }

    // MARK: The page

    private static let possibilities = [
        ("stamp", StampMeaning.allCases.map(\.rawValue)), ("decimal", DecimalSign.allCases.map(\.rawValue)),
        ("volume-unit", VolumeUnit.allCases.map(\.rawValue)),
    ]

    /// The fields of the template `file-choices`.
    ///
    /// - Parameter hasVolume: whether the page reads volumes.
    func values(_ words: Words, hasVolume: Bool) -> TemplateValue {
        let choices = Self.possibilities.filter { hasVolume || $0.0 != "volume-unit" }.map { option, values in
            let named: [(value: String, text: String)] = values.map { ($0, words("prices.choice.\(option).\($0)")) }
            let automatic = (value: "", text: words("prices.choice-auto"))
            return FieldView(option.replacing("-", with: "_"), .choice([automatic] + named), words("prices.choice.\(option)"))
        }
        var quote = FieldView("quote", .text, words("prices.quote"))
        (quote.maximumLength, quote.placeholder) = (20, "USD")
        let texts = [
            FieldView("date_column", .text, words("file.date-column")),
            FieldView("close_column", .text, words("file.close-column")),
            FieldView("date_format", .text, words("file.date-format"), hint: words("file.date-format-hint")),
        ]
        let automatic = (value: "", text: words("prices.per-none"))
        let per = FieldView("per", .choice([automatic] + Currency.allCases.map { ($0.code, $0.code) }), words("prices.per"))
        let typed = Fields(fields)
        return .list((texts + choices + [quote, per]).map { $0.values(typed: typed) })
    }
}

import HTMLTemplates
import Languages
import Market
import PageKit
import Portfolio

/// The form that matches the columns of another program's table with ours.
package struct ColumnForm: Sendable {
    let table: TransactionTable
    let match: ColumnMatch
    /// The words for kinds whose meaning the person is asked; empty if there are too many.
    let words: [ColumnMatch.OpenWord]
    /// The formats in which the dates can be read.
    let dateFormats: [String?]

    private typealias Choice = (value: String, text: String)

    /// What is chosen before a person did.
    private static let open: Choice = ("", "–")

    /// The value of the choice that no column has the kind, or the currency.
    private static let noColumn = ColumnMatch.noColumn

    /// The value of ISO dates and Unix times among the formats.
    private static let iso = "iso"

    private static let mostWords = 20

    /// - Parameter words: the words for kinds that are not known.
    init(_ table: TransactionTable, _ match: ColumnMatch, words: [ColumnMatch.OpenWord]) {
        (self.table, self.match, self.words) = (table, match, words.count > Self.mostWords ? [] : words)
        dateFormats = match.dateFormats(in: table)
    }

    static func name(_ field: ColumnMatch.Field) -> String { "column-\(field.rawValue)" }

    /// Returns the match that a person chose.
    static func match(_ fields: Fields, _ table: TransactionTable) -> ColumnMatch {
        var columns: [ColumnMatch.Field: Int] = [:]
        for field in ColumnMatch.Field.allCases {
            if let number = Int(fields[name(field)]), table.names.indices.contains(number) { columns[field] = number }
        }
        let format = fields["date_format"] == iso ? nil : fields["date_format"]
        var match = ColumnMatch(table, columns, dateFormat: format, decimal: DecimalSign(rawValue: fields["decimal"]))
        match.isWithoutKinds = fields[name(.kind)] == noColumn
        match.isWithoutCurrency = fields[name(.currency)] == noColumn
        match.findCurrency(in: table)
        return match
    }

    /// Notes what a person said of words for kinds. The name of a field says the column, because another one has other words.
    static func say(_ words: [ColumnMatch.OpenWord], _ fields: Fields, in match: inout ColumnMatch) {
        for open in words { match.say(open.word, is: KindChoice(rawValue: fields[name(open, match)])) }
    }

    private static func name(_ open: ColumnMatch.OpenWord, _ match: ColumnMatch) -> String {
        "kind-\(match.columns[.kind] ?? 0)-\(open.line)"
    }

    /// What the person must choose first. Dates such as 03/04/2025 and numbers such as 1.234 are never guessed.
    func errors(_ words: Words) -> FormErrors {
        var errors = FormErrors()
        for field in match.missing { errors.add(words("wallet.column.choose"), to: Self.name(field)) }
        if !match.openKinds(in: table).isEmpty { errors.add(words("wallet.column.kind-open"), to: Self.name(.kind)) }
        if !match.openCurrencies(in: table).isEmpty {
            errors.add(words("wallet.column.currency-open"), to: Self.name(.currency))
        }
        if isDateOpen { errors.add(words("wallet.column.dates-open"), to: "date_format") }
        if match.isDecimalOpen(in: table) { errors.add(words("wallet.column.decimal-open"), to: "decimal") }
        return errors
    }

    private var isDateOpen: Bool { dateFormats.count > 1 && match.dateFormat == nil }

    func values(_ errors: FormErrors, _ words: Words) -> TemplateValue {
        var views = ColumnMatch.Field.allCases.map { field -> FieldView in
            let none = none(field, words)
            let open = [Self.open] + [none?.choice].compactMap(\.self)
            let chosen = match.columns[field].map { "\($0)" }
            return FieldView(
                Self.name(field), .choice(open + columns), words("wallet.column.\(field.rawValue)"),
                value: chosen ?? (none?.isChosen == true ? Self.noColumn : ""), isRequired: field.isRequired)
        }
        if dateFormats.contains(where: { $0 != nil }) {
            let formats: [Choice] = dateFormats.map { ($0 ?? Self.iso, $0 ?? "yyyy-MM-dd") }
            views.append(
                FieldView(
                    "date_format", .choice((isDateOpen ? [Self.open] : []) + formats), words("file.date-format"),
                    value: match.dateFormat ?? (isDateOpen ? Self.open.value : Self.iso)))
        }
        let signs: [Choice] = DecimalSign.allCases.map { ($0.rawValue, words("prices.choice.decimal.\($0.rawValue)")) }
        views.append(
            FieldView(
                "decimal", .choice([Self.open] + signs), words("prices.choice.decimal"),
                value: match.decimal?.rawValue ?? Self.open.value))
        return .list(views.map { $0.values(errors) })
    }

    /// The choice that no column has a field, and whether a person chose it.
    private func none(_ field: ColumnMatch.Field, _ words: Words) -> (choice: Choice, isChosen: Bool)? {
        switch field {
        case .kind: ((Self.noColumn, words("wallet.column.by-sign")), match.isWithoutKinds)
        case .currency: ((Self.noColumn, words("wallet.column.no-currency")), match.isWithoutCurrency)
        default: nil
        }
    }

    /// A question for each word that is not known, with the first row that has it.
    func questions(_ words: Words) -> TemplateValue {
        let choices = KindChoice.allCases.map { choice -> Choice in
            switch choice {
            case .bySign: (choice.rawValue, words("wallet.word.by-sign"))
            case .leaveOut: (choice.rawValue, words("wallet.form-leave-out"))
            default: (choice.rawValue, words.kind(choice))
            }
        }
        return .list(
            self.words.map { open in
                let (name, said) = (Self.name(open, match), match.said(of: open.word))
                var errors = FormErrors()
                if said == nil { errors.add(words("wallet.word.open"), to: name) }
                let label =
                    open.word.isEmpty ? words("wallet.word.empty") : words("wallet.word.means", ["word": open.word.cut(to: 60)])
                return FieldView(
                    name, .choice([Self.open] + choices), label, hint: table.row(open.line), value: said?.rawValue ?? "",
                    isRequired: true
                ).values(errors)
            })
    }

    /// The columns, each with its first cell.
    private var columns: [Choice] {
        table.names.indices.map { column in
            let example = table.filledCells(column).first.map { " (\($0.cut(to: 30)))" } ?? ""
            return ("\(column)", table.names[column].cut(to: 40) + example)
        }
    }
}

extension TransactionTable {
    /// The cells of a line, cut; nil for a line without a row.
    func row(_ line: Int) -> String? { rows.first { $0.line == line }?.cells.joined(separator: " · ").cut(to: 120) }
}

import HTMLTemplates
import Languages
import Market
import Portfolio

/// The form that matches the columns of another program's table with ours.
struct ColumnForm: Sendable {
    let table: TransactionTable
    let match: ColumnMatch
    /// The formats in which the dates can be read.
    let dateFormats: [String?]

    private typealias Choice = (value: String, text: String)

    /// The value of ISO dates and Unix times among the formats.
    private static let iso = "iso"

    init(_ table: TransactionTable, _ match: ColumnMatch) {
        (self.table, self.match) = (table, match)
        dateFormats = ColumnMatch.dateFormats(of: match.columns[.time].map { table.filledCells($0) } ?? [])
    }

    static func name(_ field: ColumnMatch.Field) -> String { "column-\(field.rawValue)" }

    /// Returns the match that a person chose.
    static func match(_ fields: Fields, _ table: TransactionTable) -> ColumnMatch {
        var columns: [ColumnMatch.Field: Int] = [:]
        for field in ColumnMatch.Field.allCases {
            if let number = Int(fields[name(field)]), table.names.indices.contains(number) { columns[field] = number }
        }
        let formats = ColumnMatch.dateFormats(of: columns[.time].map { table.filledCells($0) } ?? [])
        let typed = fields["date_format"] == iso ? nil : fields["date_format"]
        // Another column may need another format.
        let format = formats.contains(typed) ? typed : formats.first.flatMap(\.self)
        return ColumnMatch(columns: columns, dateFormat: format, decimal: DecimalSign(rawValue: fields["decimal"]) ?? .point)
    }

    /// What the person must choose first. Dates such as 03/04/2025 are never guessed.
    ///
    /// - Parameter isChosen: whether a person has seen the match.
    func errors(isChosen: Bool, _ words: Words) -> FormErrors {
        var errors = FormErrors()
        for field in match.missing { errors.add(words("wallet.column.choose"), to: Self.name(field)) }
        if !isChosen, dateFormats.count > 1 { errors.add(words("wallet.column.dates-open"), to: "date_format") }
        return errors
    }

    func values(_ errors: FormErrors, _ words: Words) -> TemplateValue {
        var views = ColumnMatch.Field.allCases.map { field in
            FieldView(
                Self.name(field), .choice(columns), words("wallet.column.\(field.rawValue)"),
                value: match.columns[field].map { "\($0)" } ?? "", isRequired: field.isRequired)
        }
        if dateFormats.contains(where: { $0 != nil }) {
            let formats: [Choice] = dateFormats.map { ($0 ?? Self.iso, $0 ?? "yyyy-MM-dd") }
            views.append(
                FieldView("date_format", .choice(formats), words("file.date-format"), value: match.dateFormat ?? Self.iso))
        }
        let signs: [Choice] = DecimalSign.allCases.map { ($0.rawValue, words("prices.choice.decimal.\($0.rawValue)")) }
        views.append(FieldView("decimal", .choice(signs), words("prices.choice.decimal"), value: match.decimal.rawValue))
        return .list(views.map { $0.values(errors) })
    }

    /// The columns, each with its first cell.
    private var columns: [Choice] {
        [("", "–")]
            + table.names.indices.map { column in
                let example = table.filledCells(column).first.map { " (\($0.cut(to: 30)))" } ?? ""
                return ("\(column)", table.names[column].cut(to: 40) + example)
            }
    }

    /// The faults of cells that cannot be read.
    static func sentence(_ fault: MatchedTransactions.Fault, _ words: Words) -> String {
        let column = words("wallet.column.\(fault.field.rawValue)")
        guard !fault.text.isEmpty else { return words("wallet.column.empty", ["column": column]) }
        return words("wallet.column.unread", ["column": column, "text": fault.text.cut(to: 60)])
    }
}

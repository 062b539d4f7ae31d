import Expenses
import HTMLTemplates
import Languages
import Ledger
import Market
import PageKit

/// How a statement is read: what was found out, with fields to correct it and with what the file leaves open.
struct StatementChoices: Sendable {
    private typealias Choice = (value: String, text: String)

    let preview: ImportPreview
    let words: Words

    private static let open: Choice = ("", "–")
    private static let names = ["date_format", "decimal", "spent_positive", "currency", "encoding"]

    /// The texts of the operation's input from the form.
    static func texts(_ fields: Fields) -> [(name: String, text: String)] {
        let columns = StatementForm.Field.allCases.compactMap { field in
            let column = fields["column-\(field.rawValue)"]
            return column.isEmpty ? nil : "\(field.rawValue)=\(column)"
        }
        return names.map { (name: $0, text: fields[$0]) } + [(name: "columns", text: columns.joined(separator: ","))]
    }

    /// The form's fields by the pointers of the operation's errors.
    static let pointers = Dictionary(uniqueKeysWithValues: names.flatMap { [($0, $0), ("/\($0)", $0)] })

    /// What the file leaves open.
    var errors: FormErrors {
        var errors = FormErrors()
        for question in preview.questions {
            switch question.parameter {
            case .columns:
                for kind in question.choices { errors.add(words("wallet.column.choose"), to: "column-\(kind)") }
            case .dateFormat: errors.add(words("wallet.column.dates-open"), to: "date_format")
            case .decimal: errors.add(words("wallet.column.decimal-open"), to: "decimal")
            case .currency: errors.add(words("expenses.import.currency-open"), to: "currency")
            case .isSpentPositive: errors.add(words("expenses.import.sign-open"), to: "spent_positive")
            case .encoding: errors.add(words("expenses.import.encoding-open"), to: "encoding")
            }
        }
        return errors
    }

    /// - Parameter typed: what stands in the fields; nil for what was found out.
    func values(_ errors: FormErrors, typed: Fields?) -> TemplateValue {
        let columns = StatementForm.Field.allCases.map { kind in
            FieldView(
                "column-\(kind.rawValue)", .choice(self.columns), words("expenses.import.column.\(kind.rawValue)"),
                value: preview.columns.first { $0.kind == kind.rawValue }.map { "\($0.number)" } ?? "")
        }
        let fields =
            columns + [
                choice("date_format", dateFormats, words("file.date-format"), preview.dateFormat),
                choice(
                    "decimal", DecimalSign.allCases.map { ($0.rawValue, words("prices.choice.decimal.\($0.rawValue)")) },
                    words("prices.choice.decimal"), preview.decimal),
                choice(
                    "spent_positive",
                    [("false", words("expenses.import.sign-minus")), ("true", words("expenses.import.sign-plus"))],
                    words("expenses.import.sign"), preview.isSpentPositive.map { "\($0)" }),
                choice("currency", currencies, words("expenses.import.currency"), nil),
                choice(
                    "encoding", StatementEncoding.allCases.map { ($0.rawValue, $0.rawValue) }, words("expenses.import.encoding"),
                    preview.encoding?.rawValue),
            ]
        return .list(fields.map { $0.values(errors, typed: typed) })
    }

    private func choice(_ name: String, _ choices: [Choice], _ label: String, _ value: String?) -> FieldView {
        FieldView(name, .choice([Self.open] + choices), label, value: value ?? "")
    }

    /// That of the reader's language first: the file does not state one.
    private var currencies: [Choice] {
        let (codes, usual) = (ISOCurrency.all.map(\.code), words.language.usualCurrency)
        return ([usual] + codes.filter { $0 != usual }).map { ($0, $0) }
    }

    /// The columns, each with its first cell.
    private var columns: [Choice] {
        [Self.open]
            + preview.names.indices.map { index in
                let cell = preview.samples.lazy.compactMap { $0.cells.indices.contains(index) ? $0.cells[index] : nil }
                    .first { !$0.isEmpty }
                let example = cell.map { " (\($0.cut(to: 30)))" } ?? ""
                return ("\(index + 1)", preview.names[index].cut(to: 40) + example)
            }
    }

    private var dateFormats: [Choice] {
        let asked = preview.questions.first { $0.parameter == .dateFormat }?.choices ?? []
        let known = [preview.dateFormat].compactMap(\.self) + asked
        let usual = ["yyyy-MM-dd", "dd/MM/yyyy", "MM/dd/yyyy", "dd.MM.yyyy"]
        var seen: Set<String> = []
        return (known + usual).filter { seen.insert($0).inserted }.map { ($0, $0) }
    }
}

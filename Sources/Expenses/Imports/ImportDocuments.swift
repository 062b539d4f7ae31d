import Ledger
import Market
import Records

/// A column of a bank's file that was recognised.
package struct ImportColumn: Equatable, Record {
    package let kind: String
    /// From 1.
    package let number: Int
    package let name: String

    init(kind: StatementForm.Field, index: Int, names: [String]) {
        (self.kind, number, name) = (kind.rawValue, index + 1, names[index])
    }

    package init(_ field: inout Fields<Self>) throws {
        kind = try field("kind", \.kind, .choice(StatementForm.Field.allCases.map(\.rawValue)))
        number = try field("number", \.number, nil, "From 1.")
        name = try field("name", \.name)
    }

    package static var schemaName: String? { "ImportColumn" }
}

/// What a file leaves open, and the parameter that answers it.
package struct ImportQuestion: Equatable, Record {
    package enum Parameter: String, FieldChoice {
        case encoding, columns, decimal, currency
        case dateFormat = "date_format"
        case isSpentPositive = "spent_positive"
    }

    package let parameter: Parameter
    /// What can be answered, the likelier first; for columns the kinds that are missing. Empty if there are too many.
    package let choices: [String]

    init(_ question: StatementQuestion) {
        (parameter, choices) =
            switch question {
            case .encoding(let encodings): (.encoding, encodings.map(\.rawValue))
            case .columns(let fields): (.columns, fields.map(\.rawValue))
            case .dateFormat(let formats): (.dateFormat, formats)
            case .decimal: (.decimal, DecimalSign.allCases.map(\.rawValue))
            case .sign: (.isSpentPositive, ["true", "false"])
            case .currency: (.currency, [])
            }
    }

    package init(_ field: inout Fields<Self>) throws {
        parameter = try field("parameter", \.parameter, nil, "The parameter that answers it.")
        choices = try field(
            "choices", \.choices, .array(.text(1...100), count: 0...100),
            "Possible answers, the likelier first; for columns the kinds that are missing. Empty if there are too many.")
    }

    package static var schemaName: String? { "ImportQuestion" }
}

/// A line that is not added.
package struct ImportFault: Equatable, Record {
    package let line: Int
    /// The name of the reason; see ``StatementFault/Reason``.
    package let code: String
    package let detail: String
    /// Whether the line is as the bank means it, such as one with a balance or a pending payment.
    package let isExpected: Bool

    init(_ fault: StatementFault) {
        (line, code, detail, isExpected) = (fault.line, fault.reason.code, fault.reason.words, fault.isExpected)
    }

    package init(_ field: inout Fields<Self>) throws {
        line = try field("line", \.line)
        code = try field("code", \.code)
        detail = try field("detail", \.detail)
        isExpected = try field(
            "expected", \.isExpected, nil, "Whether the bank means it so, such as a line with a balance or a pending payment.")
    }

    package static var schemaName: String? { "ImportFault" }
}

/// A line that is an entry, beside the journal.
package struct ImportRow: Equatable, Record {
    package let line: Int
    package let day: Day
    package let minute: Int?
    package let kind: ExpenseKind
    package let name, description: String
    package let amount: ExpenseAmount
    package let currency: ISOCurrency
    /// Whether an import has added it before.
    package let isKnown: Bool
    /// An entry that may be the same: entered by hand, of the same day, kind, amount and currency.
    package let similar: String?
    /// The name of the category that it gets; for several parts of the first one.
    package let category: String?

    init(_ entry: ImportedEntry, isKnown: Bool, similar: String?, category: String?) {
        (line, day, minute, kind, name) = (entry.line, entry.day, entry.minute, entry.kind, entry.name)
        (description, amount, currency) = (entry.description, entry.amount, entry.currency)
        (self.isKnown, self.similar, self.category) = (isKnown, similar, category)
    }

    package init(_ field: inout Fields<Self>) throws {
        line = try field("line", \.line)
        day = try field("day", \.day)
        minute = try field("minute", \.minute, nil, "Null if the file states no time.")
        kind = try field("kind", \.kind)
        name = try field("name", \.name)
        description = try field("description", \.description)
        amount = try field("amount", \.amount)
        currency = try field("currency", \.currency)
        isKnown = try field("known", \.isKnown, nil, "Whether it is in the journal already, and is skipped.")
        similar = try field(
            "similar", \.similar, nil,
            "The id of a transaction entered by hand that may be the same: of the same day, kind, amount and currency.")
        category = try field("category", \.category, nil, "The category that it gets; of several parts the first one.")
    }

    package static var schemaName: String? { "ImportRow" }
}

/// The cells of a line.
package struct ImportSample: Equatable, Record {
    package let cells: [String]

    init(_ cells: [String]) { self.cells = cells }

    package init(_ field: inout Fields<Self>) throws {
        cells = try field("cells", \.cells, .array(.text(0...65_536), count: 0...1000))
    }
}

/// What an import would do.
package struct ImportPreview: Equatable, Record {
    /// The most rows, and the most faults, that it shows.
    package static let shown = 500

    package let form: ImportFile.Form
    package let encoding: StatementEncoding?
    package let dateFormat: String?
    package let decimal: String?
    package let isSpentPositive: Bool?
    package let columns: [ImportColumn]
    package let names: [String]
    package let samples: [ImportSample]
    /// While there are any, there are neither rows nor faults.
    package let questions: [ImportQuestion]
    package let newCount, knownCount, similarCount, faultCount: Int
    /// The first ones, in the order of the file.
    package let rows: [ImportRow]
    package let faults: [ImportFault]

    /// A file beside an empty journal.
    package init(of file: ImportFile) {
        let rows = file.entries.prefix(Self.shown).map {
            ImportRow($0, isKnown: false, similar: nil, category: $0.parts.first?.category)
        }
        self.init(file, knownCount: 0, similarCount: 0, rows: rows)
    }

    init(_ file: ImportFile, knownCount: Int, similarCount: Int, rows: [ImportRow]) {
        let form = file.statementForm
        self.form = file.form
        (encoding, dateFormat, decimal) = (form.encoding, form.dateFormat, form.decimal?.rawValue)
        isSpentPositive = form.isSpentPositive
        columns = form.columns.sorted { $0.value < $1.value }
            .map { ImportColumn(kind: $0.key, index: $0.value, names: file.names) }
        names = file.names
        samples = file.samples.map(ImportSample.init)
        questions = file.questions.map(ImportQuestion.init)
        (newCount, self.knownCount) = (file.entries.count - knownCount, knownCount)
        (self.similarCount, faultCount) = (similarCount, file.faults.count)
        self.rows = rows
        faults = file.faults.prefix(Self.shown).map(ImportFault.init)
    }

    package init(_ field: inout Fields<Self>) throws {
        form = try field("form", \.form, nil, "Columns of a bank, or what an export of the journal has.")
        encoding = try field("encoding", \.encoding, nil, "Null while it is not known.")
        dateFormat = try field("date_format", \.dateFormat, nil, "Null while it is not known.")
        decimal = try field("decimal", \.decimal, nil, "Null while it is not known.")
        isSpentPositive = try field("spent_positive", \.isSpentPositive, nil, "Null while it is not known.")
        columns = try field("columns", \.columns, most: StatementForm.Field.allCases.count, "The columns that were recognised.")
        names = try field("names", \.names, .array(.text(0...65_536), count: 0...1000), "The names of all columns.")
        samples = try field("samples", \.samples, most: 10, "The first lines.")
        questions = try field(
            "questions", \.questions, most: 10, "What the file leaves open. While there is any, there are no rows.")
        newCount = try field("new", \.newCount)
        knownCount = try field("known", \.knownCount)
        similarCount = try field("similar", \.similarCount, nil, "Of the new ones, those that may have been entered by hand.")
        faultCount = try field("faulty", \.faultCount)
        rows = try field("rows", \.rows, most: Self.shown, "The first ones.")
        faults = try field("faults", \.faults, most: Self.shown, "The first ones.")
    }

    package static var schemaName: String? { "ImportPreview" }
}

/// What an import has done.
package struct ImportResult: Equatable, Record {
    package let added, known, similar, faultCount: Int
    /// The first ones.
    package let faults: [ImportFault]

    init(_ file: ImportFile, added: Int, known: Int, similar: Int) {
        (self.added, self.known, self.similar, faultCount) = (added, known, similar, file.faults.count)
        faults = file.faults.prefix(ImportPreview.shown).map(ImportFault.init)
    }

    package init(_ field: inout Fields<Self>) throws {
        added = try field("added", \.added)
        known = try field("known", \.known, nil, "Skipped, because they are in the journal already.")
        similar = try field("similar", \.similar, nil, "Skipped with skip_similar, because they were entered by hand.")
        faultCount = try field("faulty", \.faultCount)
        faults = try field("faults", \.faults, most: ImportPreview.shown, "The first lines that are no transactions.")
    }

    package static var schemaName: String? { "ImportResult" }
}

extension StatementFault.Reason {
    /// A stable name for programs and texts.
    package var code: String {
        switch self {
        case .badDate: "bad-date"
        case .badAmount: "bad-amount"
        case .noAmount: "no-amount"
        case .tooManyDecimals: "too-many-decimals"
        case .tooLarge: "too-large"
        case .unknownCurrency: "unknown-currency"
        case .notBooked: "not-booked"
        case .tooManyCells: "too-many-cells"
        case .badCell: "bad-cell"
        }
    }

    /// A sentence for programs and the command line.
    package var words: String {
        switch self {
        case .badDate(let text): "the date \(Self.quoted(text)) cannot be read"
        case .badAmount(let text): "the amount \(Self.quoted(text)) cannot be read"
        case .noAmount: "it has no amount"
        case .tooManyDecimals(let amount, let currency):
            "the amount \(amount) has more decimals than \(currency), which has \(currency.decimals)"
        case .tooLarge(let amount): "the amount \(amount) is above \(ExpenseAmount.most), the largest"
        case .unknownCurrency(let text): text.isEmpty ? "it states no currency" : "\(Self.quoted(text)) is no currency"
        case .notBooked(let status): "it is not booked: \(status)"
        case .tooManyCells: "it has more cells than the header; a separator in a text needs quotation marks"
        case .badCell(let column, let text): "\(Self.quoted(text)) is not accepted in the column \(column)"
        }
    }

    private static func quoted(_ text: String) -> String { "“\(text)”" }
}

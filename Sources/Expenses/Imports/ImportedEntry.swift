import Ledger
import Market
import Platform
import Records

/// A line of a file that is an entry.
package struct ImportedEntry: Equatable, Sendable {
    /// From 1.
    package let line: Int
    package let kind: ExpenseKind
    package let name, description: String
    package let amount: ExpenseAmount
    package let currency: ISOCurrency
    package let day: Day
    /// Nil if the file states no time.
    package let minute: Int?
    /// Nil if the file does not state how it was paid.
    package let method: PaymentMethod?
    /// The place's name, without spaces around it; empty if the file states none.
    package let place: String
    /// Categories by name; empty if the file states none.
    package let parts: [ExpensePart]
    /// What the entry is recognised by when it is in another file, or in the same one again.
    package let key: String
}

extension ImportedEntry {
    /// - Throws: a ``StatementFault`` for an amount that is too large for the journal.
    init(_ row: Statement.Row) throws(StatementFault) {
        guard let amount = ExpenseAmount(row.amount.magnitude) else {
            throw StatementFault(line: row.line, reason: .tooLarge(row.amount.magnitude.description))
        }
        let isNamed = !row.counterparty.isEmpty
        self.init(
            line: row.line, kind: row.amount < .zero ? .expense : .income,
            name: (isNamed ? row.counterparty : row.text).cut(to: ExpenseTerms.nameLength),
            description: isNamed || row.text.unicodeScalars.count > ExpenseTerms.nameLength
                ? row.text.cut(to: ExpenseTerms.descriptionLength) : "",
            amount: amount, currency: row.currency, day: row.day, minute: row.minute, method: nil, place: "", parts: [],
            key: row.key)
    }
}

extension StatementFault: Error {}

/// The entries of a file, before they are compared with a journal.
package struct ImportFile: Equatable, Sendable {
    package enum Form: String, FieldChoice {
        /// Columns of a bank.
        case statement
        /// What an export of a journal has.
        case journal
    }

    package let form: Form
    /// What was found out about a statement.
    package let statementForm: StatementForm
    /// The names of the columns.
    package let names: [String]
    /// The cells of the first lines.
    package let samples: [[String]]
    /// While there are any, there are neither entries nor faults.
    package let questions: [StatementQuestion]
    /// In the order of the file, each key once.
    package let entries: [ImportedEntry]
    package let faults: [StatementFault]

    /// Reads a file. It takes up to seconds, so not on an event loop.
    ///
    /// - Throws: ``StatementError``, ``ExpenseError/badColumns(_:names:)``.
    package init(_ bytes: [UInt8], _ input: ImportInput = ImportInput()) throws {
        let given = try Self.form(bytes, input)
        let statement = try Statement(bytes, form: given)
        (names, samples, statementForm) = (statement.names, statement.samples, statement.form)
        let read: (entries: [ImportedEntry], faults: [StatementFault])
        if JournalFile.isHeader(statement.names) {
            (form, questions) = (.journal, [])
            read = try JournalFile.entries(bytes, statement.form.encoding ?? .utf8)
        } else {
            (form, questions) = (.statement, statement.questions)
            read = Self.entries(statement)
        }
        var keys: Set<String> = []
        entries = read.entries.filter { keys.insert($0.key).inserted }
        faults = read.faults
    }

    private static func entries(_ statement: Statement) -> (entries: [ImportedEntry], faults: [StatementFault]) {
        var (entries, faults) = ([ImportedEntry](), statement.faults)
        for row in statement.rows {
            do throws(StatementFault) { entries.append(try ImportedEntry(row)) } catch { faults.append(error) }
        }
        return (entries, faults.sorted { $0.line < $1.line })
    }

    private static func form(_ bytes: [UInt8], _ input: ImportInput) throws -> StatementForm {
        var form = input.form
        guard let columns = input.columns else { return form }
        form.columns = try input.matched(columns, try Statement(bytes, form: form).names)
        return form
    }
}

/// What is known of a file, and what its new entries get.
package struct ImportInput: Equatable, Record {
    package let encoding: StatementEncoding?
    /// Such as `date=Buchungstag,amount=5`.
    package let columns: String?
    package let dateFormat: String?
    package let decimal: String?
    package let isSpentPositive: Bool?
    package let currency: ISOCurrency?
    /// An id or a name.
    package let category: String?
    package let method: PaymentMethod
    package let skipsSimilar: Bool

    /// - Parameter columns: such as `date=Buchungstag,amount=5`.
    package init(
        encoding: StatementEncoding? = nil, columns: String? = nil, dateFormat: String? = nil, decimal: DecimalSign? = nil,
        isSpentPositive: Bool? = nil, currency: ISOCurrency? = nil, category: String? = nil, method: PaymentMethod = .card,
        skipsSimilar: Bool = false
    ) {
        (self.encoding, self.columns, self.dateFormat) = (encoding, columns, dateFormat)
        (self.decimal, self.isSpentPositive, self.currency) = (decimal?.rawValue, isSpentPositive, currency)
        (self.category, self.method, self.skipsSimilar) = (category, method, skipsSimilar)
    }

    package init(_ field: inout Fields<Self>) throws {
        encoding = try field("encoding", \.encoding, StatementEncoding.schema, "Of the file; found out without it.")
        columns = try field(
            "columns", \.columns, .kept(3...1000),
            "Columns by name or number from 1, if they are not recognised: `date=Day,amount=5`. The kinds are "
                + StatementForm.Field.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        dateFormat = try field("date_format", \.dateFormat, .kept(1...40), "How dates are written, such as `dd/MM/yyyy`.")
        decimal = try field("decimal", \.decimal, .choice(DecimalSign.allCases.map(\.rawValue)), "The decimal sign of the amounts.")
        isSpentPositive = try field(
            "spent_positive", \.isSpentPositive, .boolean, "Whether amounts without a minus are spent, as on some credit cards.")
        currency = try field("currency", \.currency, ISOCurrency.schema, "Of amounts for which the file states none.")
        category = try field(
            "category", \.category, .text(1...ExpenseCategory.nameLength),
            "A category's id or name for new transactions; without it, the usual one for the name.")
        method = try field("method", \.method, nil, "How new transactions were paid, if the file does not say.", default: .card)
        skipsSimilar = try field(
            "skip_similar", \.skipsSimilar, nil,
            "Skip transactions that were entered by hand: of the same day, kind, amount and currency.", default: false)
    }

    fileprivate var form: StatementForm {
        StatementForm(
            encoding: encoding, dateFormat: dateFormat, decimal: decimal.flatMap { DecimalSign(rawValue: $0) },
            isSpentPositive: isSpentPositive, currency: currency)
    }

    /// Finds columns by name, without case, or by number from 1.
    fileprivate func matched(_ columns: String, _ names: [String]) throws(ExpenseError) -> [StatementForm.Field: Int] {
        var matched: [StatementForm.Field: Int] = [:]
        for pair in columns.split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1).map { String($0.trimmed) }
            guard parts.count == 2, let field = StatementForm.Field(rawValue: parts[0]),
                let column = names.firstIndex(of: parts[1])
                    ?? names.firstIndex(where: { $0.lowercased() == parts[1].lowercased() })
                    ?? Int(parts[1]).map({ $0 - 1 }), names.indices.contains(column)
            else { throw .badColumns(String(pair), names: names) }
            matched[field] = column
        }
        return matched
    }
}

extension StatementEncoding: FieldChoice {}

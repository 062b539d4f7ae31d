import ArgumentParser
import Expenses
import Platform
import Records
import Store
import Text

struct ExpenseImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add the transactions of a bank's statement, or of an export.",
        discussion: """
            EXAMPLES
              closecast expense import statement.csv --preview
              closecast expense import statement.csv --currency EUR --date-format dd/MM/yyyy
              closecast expense import card.csv --columns date=1,text=3,amount=4
              closecast expense import expenses.csv

            A statement is CSV as banks write it: the encoding, the columns, how dates and \
            numbers are written and what was spent are found out. What cannot be is asked \
            for. Transactions that an import has added before are skipped, so that \
            statements may overlap; so are those entered by hand with --skip-similar. A \
            transaction gets the category that its name usually has.

            EXIT STATUS
              0   everything new was added, or the preview leaves nothing open
              65  the file cannot be read, or leaves something open
              66  the file or the category was not found
            """)

    @Argument(help: ArgumentHelp("A file, or - for standard input.", valueName: "file"), completion: .file())
    var file: String

    @Flag(help: "Show what would be added, and add nothing.")
    var preview = false

    @Option(help: ArgumentHelp("Columns by name or number: date=Day,amount=5.", valueName: "pairs"))
    var columns: String?

    @Option(help: ArgumentHelp("How dates are written.", valueName: "pattern"))
    var dateFormat: String?

    @Option(help: ArgumentHelp("The decimal sign of the amounts.", valueName: "point|comma"))
    var decimal: String?

    @Option(help: ArgumentHelp("The encoding of the file.", valueName: "name"))
    var encoding: String?

    @Option(help: ArgumentHelp("Whether amounts without a minus are spent.", valueName: "true|false"))
    var spentPositive: String?

    @Option(help: ArgumentHelp("The currency, if the file states none.", valueName: "code"))
    var currency: String?

    @Option(help: ArgumentHelp("The category of all new transactions.", valueName: "name|id"))
    var category: String?

    @Flag(help: "They were paid in cash (default: by card).")
    var cash = false

    @Flag(help: "Skip those of the same day, amount and currency as one entered by hand.")
    var skipSimilar = false

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let input: ImportInput = try ExpenseTexts.input([
                "columns": columns, "date_format": dateFormat, "decimal": decimal, "encoding": encoding,
                "spent_positive": spentPositive, "currency": currency?.uppercased(), "category": category,
                "method": cash ? "cash" : nil, "skip_similar": skipSimilar ? "true" : nil,
            ])
            if file == "-" { Console.noteTypedInput() }
            let read = try ImportFile(Files.readOrFail(file), input)
            let store = try preview ? storeOptions.openIfThere() : storeOptions.openOrMake()
            if preview || !read.questions.isEmpty { return try await show(read, input, store) }
            guard let store else { return }
            let result = try await ExpenseImports().add(store.file, LocalStore.caller, read, input)
            if json { return try Console.write(ExpenseTexts.json(result)) }
            result.faults.filter { !$0.isExpected }.forEach { Console.note("\(name):\($0.line): \($0.detail)") }
            try Console.write(
                "\(result.added.counted("transaction")) added, \(result.known.counted("was", "were")) there before"
                    + (result.similar == 0 ? "" : ", \(result.similar) skipped") + "\n")
        }
    }

    private var name: String { file == "-" ? "standard input" : file }

    /// Shows what would be added. What the file leaves open is an error.
    private func show(_ read: ImportFile, _ input: ImportInput, _ store: LocalStore?) async throws {
        let preview: ImportPreview
        if let store {
            preview = try await store.file.refusing { try ExpenseImports().preview($0, LocalStore.caller, read, input) }
        } else {
            preview = ImportPreview(of: read)
        }
        try Console.write(json ? ExpenseTexts.json(preview) : Self.text(preview))
        preview.faults.filter { !$0.isExpected }.forEach { Console.note("\(name):\($0.line): \($0.detail)") }
        guard !preview.questions.isEmpty else { return }
        throw Failure(
            "\(name) leaves open:\n"
                + preview.questions.map { "  " + Self.question($0, preview) }.joined(separator: "\n"), .data)
    }

    private static func question(_ question: ImportQuestion, _ preview: ImportPreview) -> String {
        let choices = question.choices.joined(separator: ", ")
        return switch question.parameter {
        case .columns:
            "--columns \(question.choices.map { "\($0)=…" }.joined(separator: ",")): one of "
                + preview.names.joined(separator: ", ")
        case .currency: "--currency CODE"
        default: "--\(question.parameter.rawValue.replacing("_", with: "-")): \(choices)"
        }
    }

    private static func text(_ preview: ImportPreview) -> String {
        let rows = preview.rows.filter { !$0.isKnown }.prefix(shown).map { row in
            let sign = row.kind == .income ? "+" : ""
            let notes = [row.category, row.similar.map { "similar to \($0)" }].compactMap { $0 }.joined(separator: ", ")
            return "  \(row.day)  \(sign)\(ExpenseTexts.money(row.amount.decimal, row.currency))  \(row.name)"
                + (notes.isEmpty ? "" : "  [\(notes)]") + "\n"
        }
        guard preview.questions.isEmpty else { return "" }
        return rows.joined() + (preview.newCount > shown ? "  … and \(preview.newCount - shown) more\n" : "")
            + "Preview: \(preview.newCount.counted("transaction")) would be added, "
            + "\(preview.knownCount.counted("already is", "already are")) there. Nothing was added.\n"
    }

    /// The most rows that a preview lists.
    private static let shown = 20
}

import APIKit
import Expenses
import HTMLTemplates
import Ledger
import NIOCore
import PageKit

/// Imports a bank's statement, or an exported journal: it is read, shown with what it leaves open, and added after a confirmation.
package struct StatementPages: Sendable {
    let journal: Journal
    let operations: ExpenseFileOperations
    /// Previewed files, with the choices that were shown.
    private let pending: SentFiles<[String: String]>

    static let path = Journal.path + "/import"
    private static let mostRows = 60
    private static let mostFaults = 30

    init(journal: Journal, operations: ExpenseFileOperations) {
        (self.journal, self.operations) = (journal, operations)
        pending = SentFiles(now: journal.now)
    }

    private typealias File = SentFile<[String: String]>

    func add(to pages: inout PageList) {
        pages.get(Self.path, .scope(.read)) { .page(page($0, State())) }
        pages.post(Self.path, .scope(.write), maximumBytes: Statement.mostBytes + (64 << 10), send)
    }

    /// The page's state after a file was sent.
    private struct State {
        var errors = FormErrors()
        var file: File?
        var preview: ImportPreview?
        var columnErrors = FormErrors()
        /// The choices that were refused.
        var typed: Fields?
        var result: ImportResult?
        var view: JournalView?
        var categories: [ExpenseCategory] = []
    }

    // MARK: Sending

    private func send(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        var state = State()
        state.view = try await journal.view(visit)
        guard let file = file(visit, fields, &state) else { return .page(page(visit, state).with(state.errors)) }
        state.file = file
        do {
            if fields["do"] == "import" {
                // The file is kept until it expires: a second confirmation has the same result.
                state.result = try await record(file, visit, fields)
                return .page(page(visit, state))
            }
            let texts = fields["do"] == "match" ? StatementChoices.texts(fields) : []
            let preview = try await visit.perform(
                operations.preview, texts, bytes: ByteBuffer(bytes: file.bytes), type: "text/csv", key: nil)
            (state.preview, state.categories) = (preview, try await journal.categories(visit))
            state.columnErrors = StatementChoices(preview: preview, words: visit.words).errors
            // A confirmation adds what was shown.
            var kept = file
            kept.content = Dictionary(texts.map { ($0.name, $0.text) }) { first, _ in first }
            pending.replace(kept)
            return .page(page(visit, state).with(state.columnErrors))
        } catch {
            state.errors = try FormErrors(error, StatementChoices.pointers, visit.words)
            state.typed = fields
            return .page(page(visit, state).with(state.errors))
        }
    }

    private func record(_ file: File, _ visit: Visit, _ fields: Fields) async throws -> ImportResult {
        let own = [
            (name: "category", text: fields["category"]), (name: "method", text: fields["method"]),
            (name: "skip_similar", text: fields.has("skip_similar") ? "true" : "false"),
        ]
        let texts = file.content.map { (name: $0.key, text: $0.value) } + own
        return try await visit.perform(
            operations.record, texts, bytes: ByteBuffer(bytes: file.bytes), type: "text/csv", key: fields.key)
    }

    /// Returns the chosen file, or the one that was previewed.
    private func file(_ visit: Visit, _ fields: Fields, _ state: inout State) -> File? {
        let owner = visit.caller.owner
        if !fields["pending"].isEmpty {
            let file = pending.file(fields["pending"], of: owner)
            if file == nil { state.errors.add(visit.words("wallet.import.expired"), to: "file") }
            return file
        }
        guard let sent = fields.file("file"), !sent.bytes.isEmpty else {
            let isEmpty = fields.file("file") != nil
            state.errors.add(visit.words(isEmpty ? "expenses.import.empty" : "expenses.import.nothing"), to: "file")
            return nil
        }
        return pending.keep(sent.bytes, name: sent.name, of: owner, [:])
    }

    // MARK: The page

    private func page(_ visit: Visit, _ state: State) -> Page {
        let words = visit.words
        var values: Values = [
            "fileError": .optional(state.errors.general ?? state.errors.byField.first?.value),
            "isResult": .flag(state.result != nil),
            "isStart": .flag(state.preview == nil && state.result == nil), "isPreview": .flag(state.preview != nil),
            "pendingID": .text(state.file?.id ?? ""), "fileName": .text(state.file?.name ?? ""), "faults": [],
            "hasFaults": false, "summary": [], "needs": .text(words("expenses.import.needs")),
        ]
        if let preview = state.preview, let view = state.view {
            values.merge(shown(preview, state, view, words)) { $1 }
        } else if let result = state.result {
            values["summary"] = summary(
                [("added", result.added), ("known", result.known), ("similar", result.similar), ("faulty", result.faultCount)],
                words)
            values.merge(faults(result.faults, words)) { $1 }
        }
        var page = Journal.page("expense-import", words("expenses.import.title"), back: .list, visit, values)
        page.scripts.append("drop")
        return page
    }

    private func shown(_ preview: ImportPreview, _ state: State, _ view: JournalView, _ words: Words) -> Values {
        let choices = StatementChoices(preview: preview, words: words)
        let isStatement = preview.form == .statement
        let categories =
            [(value: "", text: words("expenses.import.usual"))] + state.categories.map { (value: $0.id, text: $0.name) }
        let methods = PaymentMethod.allCases.reversed().map { (value: $0.rawValue, text: view.method($0)) }
        let fields = [
            FieldView("category", .choice(categories), words("expenses.category")),
            FieldView("method", .choice(methods), words("expenses.method")),
            FieldView("skip_similar", .check, words("expenses.import.skip-similar")),
        ]
        let values: Values = [
            "columns": isStatement ? choices.values(state.columnErrors, typed: state.typed) : [], "hasColumns": .flag(isStatement),
            "isOpen": .flag(!preview.questions.isEmpty), "canImport": .flag(preview.newCount > 0 && preview.questions.isEmpty),
            "fields": .list(fields.map { $0.values() }), "hasRows": .flag(!preview.rows.isEmpty),
            "rows": .list(preview.rows.prefix(Self.mostRows).map { row($0, view, words) }),
            "more": .optional(
                preview.rows.count > Self.mostRows
                    ? words("expenses.import.more", n: preview.newCount + preview.knownCount - Self.mostRows) : nil),
            "summary": summary(
                preview.questions.isEmpty
                    ? [
                        ("new", preview.newCount), ("known", preview.knownCount), ("similar", preview.similarCount),
                        ("faulty", preview.faultCount),
                    ] : [], words),
        ]
        return values.merging(faults(preview.faults, words)) { $1 }
    }

    /// A sentence for each number that is not 0.
    private func summary(_ counts: [(name: String, count: Int)], _ words: Words) -> TemplateValue {
        .list(
            counts.filter { $0.count > 0 || ["new", "added"].contains($0.name) }
                .map { .text(words("expenses.import.count.\($0.name)", n: $0.count)) })
    }

    private func row(_ row: ImportRow, _ view: JournalView, _ words: Words) -> TemplateValue {
        let badge = row.isKnown ? words("expenses.import.is-known") : row.similar != nil ? words("expenses.import.is-similar") : nil
        let day = view.visit.format.date(row.day)
        return [
            "title": .text(row.name.isEmpty ? words("expenses.kind.\(row.kind.rawValue)") : row.name),
            "detail": .text([day, row.category].compactMap(\.self).dotted), "badge": .optional(badge),
            "amount": view.amount(row.amount.decimal, row.currency, isIncome: row.kind == .income),
        ]
    }

    /// Lines that are no transactions. Those that the bank means so, such as a balance, are not named.
    private func faults(_ faults: [ImportFault], _ words: Words) -> Values {
        let wrong = faults.filter { !$0.isExpected }
        return [
            "hasFaults": .flag(!wrong.isEmpty),
            "faults": .list(
                wrong.prefix(Self.mostFaults).map { fault in
                    [
                        "line": .text(words("wallet.import.line", ["line": "\(fault.line)"])),
                        "message": .text(words("expenses.import.fault.\(fault.code)")),
                    ]
                }),
        ]
    }
}

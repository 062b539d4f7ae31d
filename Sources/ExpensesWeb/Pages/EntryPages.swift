import APIKit
import Expenses
import HTMLTemplates
import Ledger
import Market
import NIOCore
import PageKit

/// A transaction: added, shown, edited, entered again, removed.
package struct EntryPages: Sendable {
    let journal: Journal
    let operations: ExpensesOperations

    private static let path = Journal.path
    /// Of a form with a photo.
    private static let mostBytes = 11 << 20

    func add(to pages: inout PageList) {
        pages.get("\(Self.path)/new", .scope(.read)) { visit in
            .page(try await form(visit, nil, FormErrors(), try await fresh(visit), isFresh: true))
        }
        pages.post("\(Self.path)/new", .scope(.write), maximumBytes: Self.mostBytes, add)
        pages.get("\(Self.path)/:expense", .scope(.read)) { .page(try await page($0)) }
        pages.get("\(Self.path)/:expense/edit", .scope(.read)) { visit in
            let expense = try await expense(visit)
            return .page(try await form(visit, expense, FormErrors(), Self.fields(expense, visit)))
        }
        pages.post("\(Self.path)/:expense/edit", .scope(.write), maximumBytes: Self.mostBytes, edit)
        pages.post("\(Self.path)/:expense/photo/removal", .scope(.write)) { visit, _ in
            let id = visit.path("expense")
            try await visit.perform(operations.photos.remove, ["expense": id])
            return .redirect("\(Self.path)/\(URLForm.encoded(id))?done=photo-removed")
        }
        pages.post("\(Self.path)/:expense/duplicate", .scope(.write), duplicate)
        EntryCash(journal: journal, operations: operations.entries).add(to: &pages) { .page(try await page($0, $1)) }
        pages.post("\(Self.path)/:expense/remove", .scope(.write), remove)
        pages.post("\(Self.path)/:expense/restore", .scope(.write), restore)
    }

    // MARK: Removing

    private func remove(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let id = visit.path("expense")
        do {
            _ = try await visit.perform(operations.entries.remove, ["expense": id], key: fields.key)
            return .redirect("\(Journal.Part.list.path)?undo=\(URLForm.encoded(id))")
        } catch {
            guard let refused = try EntryCash.errors(error, visit.words, field: nil) else { throw error }
            return .page(try await page(visit, refused: refused))
        }
    }

    private func restore(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let id = visit.path("expense")
        do {
            _ = try await visit.perform(operations.entries.restore, ["expense": id], key: fields.key)
            return .redirect("\(Self.path)/\(URLForm.encoded(id))?done=expense-restored")
        } catch {
            // It has no page while it is removed.
            guard let refused = try EntryCash.errors(error, visit.words, field: nil) else { throw error }
            let title = visit.words("expenses.list.title")
            return .page(Journal.cards(title, back: .list, visit, general: refused.general, []).with(refused))
        }
    }

    private func expense(_ visit: Visit) async throws -> Expense {
        try await visit.perform(operations.entries.show, ["expense": visit.path("expense")])
    }

    // MARK: One transaction

    /// - Parameters:
    ///   - errors: of the form of its wallet.
    ///   - refused: why it was not removed.
    private func page(
        _ visit: Visit, _ errors: FormErrors = FormErrors(), refused: FormErrors = FormErrors()
    ) async throws -> Page {
        let (words, expense) = (visit.words, try await expense(visit))
        let (view, terms, path) = (try await journal.view(visit), expense.terms, "\(Self.path)/\(expense.id)")
        var card = CardView("transaction", words("expenses.kind.\(terms.kind.rawValue)"))
        card.pairs = [
            (words("expenses.amount"), view.veiled(terms.amount.decimal, terms.currency)),
            (words("expenses.day"), "\(visit.format.date(expense.day)), \(JournalView.clock(terms.minute))"),
            (words("expenses.method"), view.payment(expense)),
        ]
        for part in terms.parts.parts {
            let amount = terms.parts.parts.count > 1 ? ": \(view.veiled(part.amount.decimal, terms.currency))" : ""
            card.pairs.append((words("expenses.category"), view.category(part.category) + amount))
        }
        if !terms.placeName.isEmpty { card.pairs.append((words("expenses.place"), terms.placeName)) }
        if !terms.description.isEmpty { card.texts = [terms.description] }
        if expense.recurring != nil { card.texts.append(words("expenses.is-recurring")) }
        if expense.photoAt != nil {
            // A receipt shows the amount.
            if view.amounts.isHidden {
                card.texts.append(words("expenses.photo-hidden"))
            } else {
                card.photo = ("/v1/expenses/\(expense.id)/photo", words("expenses.photo-of", ["name": view.title(terms)]))
            }
            card.forms = [FormView("\(path)/photo/removal", submit: words("expenses.photo-remove"), kind: .plain).values()]
        }
        card.items = links(expense, words)
        card.forms += [
            FormView("\(path)/duplicate", submit: words("expenses.duplicate"), kind: .plain).values(),
            FormView("\(path)/remove", submit: words("expenses.remove"), kind: .danger).values(),
        ]
        return Journal.cards(
            view.title(terms), back: .list, visit, action: (words("expenses.edit"), "\(path)/edit"), general: refused.general,
            [card] + (try await EntryCash.cards(expense, journal, visit, errors))
        ).with(refused.isEmpty ? errors : refused)
    }

    /// The pages of its place, and of the recurring transaction that it was entered for.
    private func links(_ expense: Expense, _ words: Words) -> [ItemView] {
        var items: [ItemView] = []
        if let place = expense.terms.place {
            var item = ItemView(title: expense.terms.placeName)
            item.link = (words("expenses.open-place"), "\(PlacePages.path)/\(place)")
            items.append(item)
        }
        if let recurring = expense.recurring {
            var item = ItemView(title: words("expenses.recurring.one"))
            item.link = (words("expenses.open-recurring"), "\(RecurringPages.path)/\(recurring)")
            items.append(item)
        }
        return items
    }

    // MARK: The form

    /// The fields of a new transaction: now, with what is usual for a name, or at a place.
    private func fresh(_ visit: Visit) async throws -> Fields {
        let (day, minute) = try await journal.clock(visit)
        var fields = [("day", day.description), ("time", JournalView.clock(minute))]
        let asked = ["kind", "name", "place", "category", "amount"].compactMap { name in visit.query(name).map { (name, $0) } }
        fields += asked
        if let name = visit.query("name"), let usual = try? await visit.perform(operations.entries.usual, ["name": name]) {
            let values = [
                ("kind", usual.kind?.rawValue), ("currency", usual.currency?.code), ("method", usual.method?.rawValue),
                ("category", usual.category), ("place", usual.place), ("amount", usual.amount.map { visit.format.exact($0.text) }),
            ]
            for (name, value) in values where visit.query(name) == nil { if let value { fields.append((name, value)) } }
        }
        let open = ["category", "place", "method"].filter { name in !fields.contains { $0.0 == name } }
        fields += open.map { ($0, EntryForm.usual) }
        return Fields(fields.map { (name: $0.0, value: $0.1) })
    }

    /// - Parameters:
    ///   - expense: the one that is edited; nil for a new one.
    ///   - isFresh: whether day and time are those of now, rather than what was typed.
    private func form(
        _ visit: Visit, _ expense: Expense?, _ errors: FormErrors, _ typed: Fields, isFresh: Bool = false
    ) async throws -> Page {
        let words = visit.words
        let choices = try await EntryForm.Choices(journal, visit)
        let paying = expense.flatMap { EntryCash.paying($0, choices.wallets)?.name }
        let form = EntryForm(choices, words, typed, isRecurring: false, isNew: expense == nil, paying: paying)
        let kind = ExpenseKind(rawValue: typed["kind"]) ?? .expense
        let title = words(expense != nil ? "expenses.edit-title" : kind == .income ? "expenses.new-income" : "expenses.new")
        let names = expense == nil ? choices.names(kind) : []
        let own: Values = [
            "action": .text(expense.map { "\(Self.path)/\($0.id)/edit" } ?? "\(Self.path)/new"),
            "readVersion": .optional(expense == nil ? nil : typed["version"]), "submit": .text(words("expenses.save")),
            "names": .list(
                names.map {
                    let query = "kind=\(kind.rawValue)&name=\(URLForm.encoded($0))"
                    return ["label": .text($0), "href": .text("\(Self.path)/new?\(query)")]
                }),
            "hasNames": .flag(!names.isEmpty), "actions": [],
            "reopenHref": Journal.reopening(errors, expense.map { "\(Self.path)/\($0.id)/edit" }),
            "zone": expense == nil ? try await journal.zoneNote(visit, fills: isFresh) : false,
        ]
        var page = Journal.page(
            "expense-form", title, back: expense == nil ? .home : .list, visit, own.merging(form.values(errors)) { $1 }
        ).with(errors)
        page.scripts.append("expense-form")
        return page
    }

    private func add(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        if fields["do"] == "split" { return .page(try await form(visit, nil, FormErrors(), fields)) }
        do {
            try Self.checkPhoto(fields, visit.words)
            // A name that is too long is refused with the other fields.
            let hasUsual = 1...ExpenseTerms.nameLength ~= fields["name"].unicodeScalars.count
            let usual = hasUsual ? try await visit.perform(operations.entries.usual, ["name": fields["name"]]) : nil
            let texts = try await Self.texts(visit, fields, journal, operations, isRecurring: false, usual)
            try await journal.keepZone(visit, fields)
            let expense = try await visit.perform(operations.entries.add, texts, key: fields.key)
            return try await withPhoto(visit, fields, expense, .redirect("\(Self.path)?done=expense-added"))
        } catch {
            return .page(try await form(visit, nil, try Self.errors(error, visit.words, isNew: true), fields))
        }
    }

    private func edit(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let expense = try await expense(visit)
        if fields["do"] == "split" { return .page(try await form(visit, expense, FormErrors(), fields)) }
        do {
            try Self.checkPhoto(fields, visit.words)
            let named = [(name: "expense", text: expense.id), (name: "version", text: fields["version"])]
            let texts = try await Self.texts(visit, fields, journal, operations, isRecurring: false, nil)
            let changed = try await visit.perform(operations.entries.edit, named + texts, key: fields.key)
            return try await withPhoto(visit, fields, changed, .redirect("\(Self.path)/\(expense.id)?done=saved"))
        } catch {
            return .page(try await form(visit, expense, try Self.errors(error, visit.words), fields))
        }
    }

    private static func fields(_ expense: Expense, _ visit: Visit) -> Fields {
        Fields(EntryForm.fields(expense.terms, expense.day, visit.format) + [("version", "\(expense.version)")])
    }

    // MARK: The photo

    /// Refuses a file that is no picture before anything is stored.
    private static func checkPhoto(_ fields: Fields, _ words: Words) throws {
        guard let file = fields.file("photo"), SentPicture.type(of: file) == nil else { return }
        throw RefusedForm(errors: FormErrors(words("problem.code.not-a-picture"), to: "photo"))
    }

    /// Sets the photo of a transaction that has just been stored, if the form has one.
    ///
    /// - Returns: `outcome`; the form of the stored transaction if the photo is refused.
    private func withPhoto(_ visit: Visit, _ fields: Fields, _ expense: Expense, _ outcome: Outcome) async throws -> Outcome {
        guard let file = fields.file("photo"), let type = SentPicture.type(of: file) else { return outcome }
        do {
            try await visit.perform(
                operations.photos.set, ["expense": expense.id], bytes: ByteBuffer(bytes: file.bytes), type: type)
            return outcome
        } catch {
            let refused = try FormErrors(error, ["body": "photo"], visit.words)
            var errors = FormErrors(visit.words("expenses.photo-refused"), to: nil, status: refused.status)
            errors.add(refused.byField["photo"] ?? refused.general ?? "", to: "photo")
            return .page(try await form(visit, expense, errors, Self.fields(expense, visit)))
        }
    }

    // MARK: What is sent

    /// The input of an operation that stores the form. A category that was typed is added first.
    ///
    /// - Throws: ``RefusedForm`` for what is not an amount or a time.
    static func texts(
        _ visit: Visit, _ fields: Fields, _ journal: Journal, _ operations: ExpensesOperations, isRecurring: Bool,
        _ usual: UsualValues?
    ) async throws -> [(name: String, text: String)] {
        let choices = try await EntryForm.Choices(journal, visit)
        let form = EntryForm(choices, visit.words, fields, isRecurring: isRecurring, isNew: true)
        var errors = FormErrors()
        let category = try await usualCategory(form, usual, visit, journal)
        let texts = form.texts(usual, category: category, &errors)
        guard errors.isEmpty else { throw RefusedForm(errors: errors) }
        for name in form.newCategories {
            _ = try await Self.category(named: name, visit, journal, operations.categories)
        }
        return texts
    }

    /// The category of the place, for a name that has none yet.
    private static func usualCategory(
        _ form: EntryForm, _ usual: UsualValues?, _ visit: Visit, _ journal: Journal
    ) async throws -> String? {
        let place = form.place(usual)
        guard form.hasUsualCategory, usual?.category == nil, !place.isEmpty else { return nil }
        return try await journal.read(visit) { try Places().usualCategory($0, $1, place) }
    }

    /// Returns the id of a category, which is added if there is none of that name.
    static func category(
        named name: String, _ visit: Visit, _ journal: Journal, _ operations: ExpenseCategoryOperations
    ) async throws -> String {
        do {
            return try await visit.perform(operations.add, ["name": name]).id
        } catch  where Problem(error).code == "category-exists" {
            let known = try await journal.categories(visit)
            guard let same = known.first(where: { $0.hasName(name) }) else { throw error }
            return same.id
        }
    }

    static func errors(_ error: any Error, _ words: Words, isNew: Bool = false) throws -> FormErrors {
        if let refused = error as? RefusedForm { return refused.errors }
        if let refused = try EntryCash.errors(error, words, field: isNew ? "method" : nil) { return refused }
        return try FormErrors(error, EntryForm.pointers, words)
    }

    private func duplicate(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let (day, minute) = try await journal.clock(visit)
        let copy = try await visit.perform(
            operations.entries.duplicate,
            ["expense": visit.path("expense"), "day": day.description, "minute": "\(minute)"], key: fields.key)
        return .redirect("\(Self.path)/\(copy.id)/edit?done=expense-duplicated")
    }
}

/// A form that an operation would not understand, such as an amount with letters.
struct RefusedForm: Error {
    let errors: FormErrors
}

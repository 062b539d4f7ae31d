import APIKit
import Expenses
import HTMLTemplates
import Ledger
import PageKit
import Records

/// The list of transactions by day, with search and filters. On request they have boxes, so that several can be changed together.
package struct EntryListPages: Sendable {
    let journal: Journal
    let operations: ExpenseEntryOperations

    private static let path = Journal.Part.list.path
    private static let pageSize = 50
    /// The fields of the filter.
    private static let names = ["search", "category", "place", "kind", "method", "currency", "since", "until", "least", "most"]

    func add(to pages: inout PageList) {
        pages.get(Self.path, .scope(.read)) { .page(try await page($0, FormErrors(), Selection($0))) }
        pages.post(Self.path, .scope(.write), change)
    }

    // MARK: Several at once

    /// The boxes of the page.
    private struct Selection {
        /// Whether there are any.
        let isOn: Bool
        /// Whether all are checked.
        var isAll = false
        /// The ids of the checked ones.
        var ids: Set<String> = []
        /// What stands in the field below them.
        var typed: PageKit.Fields?

        init(_ visit: Visit) {
            isOn = visit.query("select") != nil
            isAll = visit.query("select") == "all"
        }

        init(_ fields: PageKit.Fields) {
            isOn = fields["do"] != "undo"
            ids = Set(fields.all("id").map(EntryListPages.id))
            typed = fields
        }

        func has(_ expense: Expense) -> Bool { isAll || ids.contains(expense.id) }
    }

    /// The id in the value of a box, which has the version after it.
    private static func id(_ value: String) -> String { String(value.prefix { $0 != ":" }) }

    private func change(_ visit: Visit, _ fields: PageKit.Fields) async throws -> Outcome {
        let typed = visit.fields
        do {
            if fields["do"] == "undo" {
                _ = try await visit.perform(operations.restoreAll, ["expenses": fields["undo"]], key: fields.key)
                return .redirect(href(typed, ["done=expenses-restored"]))
            }
            let chosen = fields.all("id")
            guard !chosen.isEmpty else { return try await refuse(visit, fields, "expenses.select-none") }
            if fields["do"] == "remove" {
                let ids = chosen.map(Self.id).joined(separator: ",")
                _ = try await visit.perform(operations.removeAll, ["expenses": ids], key: fields.key)
                return .redirect(href(typed, ["undo=\(URLForm.encoded(ids))"]))
            }
            let common = fields["common"].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard common.count == 2 else { return try await refuse(visit, fields, "expenses.select-missing") }
            _ = try await visit.perform(operations.set, Self.texts(chosen, common), key: fields.key)
            return .redirect(href(typed, ["done=expenses-changed"]))
        } catch {
            let refused = try EntryCash.errors(error, visit.words, field: nil) ?? FormErrors(error, [], visit.words)
            return .page(try await page(visit, refused, Selection(fields)))
        }
    }

    private func refuse(_ visit: Visit, _ fields: PageKit.Fields, _ key: String) async throws -> Outcome {
        .page(try await page(visit, FormErrors(visit.words(key), to: nil), Selection(fields)))
    }

    /// The input of the operation that gives all of them a category or a place.
    private static func texts(_ chosen: [String], _ common: [String]) -> [(name: String, text: String)] {
        chosen.enumerated().flatMap { index, value in
            [
                (name: "expenses/\(index)/expense", text: id(value)),
                (name: "expenses/\(index)/version", text: String(value.dropFirst(id(value).count + 1))),
            ]
        } + [(name: "set", text: common[0]), (name: "to", text: common[1])]
    }

    /// The categories and places that all can get.
    private func commonField(_ visit: Visit, _ choices: EntryForm.Choices) -> FieldView {
        let words = visit.words
        typealias Choice = (value: String, text: String)
        func named(_ kind: String, _ id: String, _ name: String) -> Choice {
            ("\(kind):\(id)", words("expenses.select-\(kind)", ["name": name]))
        }
        var values: [Choice] = [("", words("expenses.select-choose"))]
        values += choices.categories.map { named("category", $0.id, $0.name) }
        values.append(("category:", words("expenses.no-category")))
        values += choices.places.map { named("place", $0.id, $0.name) }
        values.append(("place:", words("expenses.no-place")))
        return FieldView("common", .choice(values), words("expenses.select-common"))
    }

    private func undo(_ visit: Visit) -> TemplateValue {
        guard let ids = visit.query("undo") else { return false }
        let count = ids.split(separator: ",").count
        // One has a page, to which its restoring leads.
        guard count > 1 else {
            return UndoNotice.values(
                visit.words("expenses.removed"), label: visit.words("script.undo"),
                action: "\(Journal.path)/\(URLForm.encoded(ids))/restore")
        }
        return UndoNotice.values(
            visit.words("expenses.removed-several", n: count), label: visit.words("script.undo"), action: href(visit.fields),
            ["do": "undo", "undo": ids])
    }

    // MARK: The page

    private func page(_ visit: Visit, _ refused: FormErrors, _ selection: Selection) async throws -> Page {
        let (words, typed) = (visit.words, visit.fields)
        var (errors, list, sums) = (FormErrors(), Expenses.List?.none, [Expenses.Sum]())
        let isFiltered = Self.names.contains { !typed[$0].isEmpty }
        let limit = selection.isOn ? Expenses.mostAtOnce : Self.pageSize
        do {
            let (filter, last) = (try filter(visit, &errors), visit.query("after"))
            if errors.isEmpty {
                let found = try await journal.read(visit) {
                    (
                        try Expenses().list($0, $1, filter, after: last, limit: limit),
                        isFiltered ? try Expenses().sums($0, $1, filter) : []
                    )
                }
                (list, sums) = (found.0, found.1)
            }
        } catch {
            let pointers = Dictionary(uniqueKeysWithValues: Self.names.map { ("/\($0)", $0) })
            errors = try FormErrors(error, pointers, words)
        }
        let older = list.flatMap { $0.hasMore ? $0.expenses.last?.id : nil }
        let (choices, isEmpty) = (try await EntryForm.Choices(journal, visit), list?.expenses.isEmpty ?? true)
        let selecting = selection.isOn ? ["select=yes"] : []
        let here = visit.query("after").map { ["after=\(URLForm.encoded($0))"] } ?? []
        let view = try await journal.view(visit)
        let isChosen: JournalView.Chosen? = selection.isOn ? { selection.has($0) } : nil
        let days = list.map { view.days($0, choosing: isChosen) }
        errors.add(refused)
        let values: Values = [
            "days": days ?? .list([]), "isEmpty": .flag(isEmpty), "isFiltered": .flag(isFiltered),
            "found": sums.isEmpty ? false : view.found(sums),
            "filterFields": .list(fields(words, choices).map { $0.values(errors, typed: typed) }),
            "isOpen": .flag(!errors.byField.isEmpty || Self.names.dropFirst().contains { !typed[$0].isEmpty }),
            "newestHref": .optional(here.isEmpty ? nil : href(typed, selecting)),
            "olderHref": .optional(older.map { href(typed, ["after=\($0)"] + selecting) }), "general": .optional(errors.general),
            "undo": undo(visit), "isSelecting": .flag(selection.isOn && !isEmpty),
            "selectHref": .optional(isEmpty || selection.isOn ? nil : href(typed, here + ["select=yes"])),
            "selectAllHref": .text(href(typed, here + ["select=all"])), "selectEndHref": .text(href(typed, here)),
            "selectAction": .text(href(typed, here)), "common": commonField(visit, choices).values(typed: selection.typed),
        ]
        return Journal.page("expense-list", words("expenses.list.title"), .list, visit, values)
            .with(refused.isEmpty ? errors : refused)
    }

    /// - Parameter errors: receives amounts that are none, and a search that is too long.
    private func filter(_ visit: Visit, _ errors: inout FormErrors) throws -> Expenses.Filter {
        let typed = visit.fields
        errors.addLongTexts([("search", Expenses.longestSearch)], typed, visit.words)
        var texts = Self.names.dropLast(2).map { (name: $0, text: typed[$0]) }
        for name in ["least", "most"] {
            if let amount = typed.decimal(name, visit.words, &errors, missing: nil) { texts.append((name, amount)) }
        }
        guard errors.isEmpty else { return try .all }
        return try Expenses.Filter.shape.value(texts: texts)
    }

    private func href(_ typed: PageKit.Fields, _ more: [String] = []) -> String {
        let query = Self.names.filter { !typed[$0].isEmpty }.map { "\($0)=\(URLForm.encoded(typed[$0]))" } + more
        return Self.path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    private func fields(_ words: Words, _ choices: EntryForm.Choices) -> [FieldView] {
        let search = FieldView("search", .text, words("expenses.search"))
        func choice(_ name: String, _ values: [(value: String, text: String)]) -> FieldView {
            FieldView(name, .choice([(value: "", text: words("expenses.all"))] + values), words("expenses.\(name)"))
        }
        let currencies = Set(choices.recent.map(\.terms.currency.code)).sorted()
        return [
            search, choice("category", choices.categories.map { (value: $0.id, text: $0.name) }),
            choice("place", choices.places.map { (value: $0.id, text: $0.name) }),
            choice("kind", ExpenseKind.allCases.map { (value: $0.rawValue, text: words("expenses.kind.\($0.rawValue)")) }),
            choice("method", PaymentMethod.allCases.map { (value: $0.rawValue, text: words("expenses.method.\($0.rawValue)")) }),
            choice("currency", currencies.map { (value: $0, text: $0) }),
            FieldView("since", .date, words("wallet.filter.since")), FieldView("until", .date, words("wallet.filter.until")),
            FieldView("least", .amount(), words("expenses.least")), FieldView("most", .amount(), words("expenses.most")),
        ]
    }
}

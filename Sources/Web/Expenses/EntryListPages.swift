import Expenses
import HTMLTemplates
import Ledger
import Records
import Server

/// The list of transactions by day, with search and filters.
struct EntryListPages: Sendable {
    let journal: Journal

    private static let path = Journal.Part.list.path
    private static let pageSize = 50
    /// The fields of the filter.
    private static let names = ["search", "category", "place", "kind", "method", "currency", "since", "until", "least", "most"]

    func add(to pages: inout PageList) { pages.get(Self.path, .scope(.read)) { .page(try await page($0)) } }

    private func page(_ visit: Visit) async throws -> Page {
        let (words, typed) = (visit.words, visit.fields)
        var (errors, list) = (FormErrors(), Expenses.List?.none)
        do {
            let (filter, last) = (try filter(visit, &errors), visit.query("after"))
            if errors.isEmpty {
                list = try await journal.read(visit) {
                    try Expenses().list($0, $1, filter, after: last, limit: Self.pageSize)
                }
            }
        } catch {
            let pointers = Dictionary(uniqueKeysWithValues: Self.names.map { ("/\($0)", $0) })
            errors = try FormErrors(error, pointers, words)
        }
        let isFiltered = Self.names.contains { !typed[$0].isEmpty }
        let older = list.flatMap { $0.hasMore ? $0.expenses.last?.id : nil }
        var values: Values = [
            "days": list.map(try await journal.view(visit).days) ?? .list([]), "isEmpty": .flag(list?.expenses.isEmpty ?? true),
            "isFiltered": .flag(isFiltered), "filterFields": .list(try await fields(visit).map { $0.values(errors, typed: typed) }),
            "isOpen": .flag(!errors.isEmpty || Self.names.dropFirst().contains { !typed[$0].isEmpty }),
            "newestHref": .optional(visit.query("after") == nil ? nil : href(typed)),
            "olderHref": .optional(older.map { href(typed, ["after=\($0)"]) }), "general": .optional(errors.general),
        ]
        if let id = visit.query("undo") {
            values["undo"] = UndoNotice.values(
                words("expenses.removed"), label: words("script.undo"), action: "\(Journal.path)/\(URLForm.encoded(id))/restore")
        }
        return Journal.page("expense-list", words("expenses.list.title"), .list, visit, values).with(errors)
    }

    /// - Parameter errors: receives amounts that are none.
    private func filter(_ visit: Visit, _ errors: inout FormErrors) throws -> Expenses.Filter {
        let typed = visit.fields
        var texts = Self.names.dropLast(2).map { (name: $0, text: typed[$0]) }
        for name in ["least", "most"] {
            if let amount = typed.decimal(name, visit.words, &errors, missing: nil) { texts.append((name, amount)) }
        }
        return try Expenses.Filter.shape.value(texts: texts)
    }

    private func href(_ typed: Fields, _ more: [String] = []) -> String {
        let query = Self.names.filter { !typed[$0].isEmpty }.map { "\($0)=\(URLForm.encoded(typed[$0]))" } + more
        return Self.path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    private func fields(_ visit: Visit) async throws -> [FieldView] {
        let words = visit.words
        let choices = try await EntryForm.Choices(journal, visit)
        var search = FieldView("search", .text, words("expenses.search"))
        search.maximumLength = 200
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

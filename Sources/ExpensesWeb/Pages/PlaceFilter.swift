import Expenses
import HTMLTemplates
import Market
import PageKit

/// The choices by which places are filtered, from the query of the page's address.
struct PlaceFilter: Sendable {
    private static let names = ["search", "category", "number", "favourites", "open_now", "since", "until"]

    private let typed: Fields
    private let categories: [ExpenseCategory]

    init(_ visit: Visit, _ categories: [ExpenseCategory]) { (typed, self.categories) = (visit.fields, categories) }

    /// Whether anything but the search is chosen.
    var isNarrowed: Bool { Self.names.dropFirst().contains { !typed[$0].isEmpty } }

    var isActive: Bool { isNarrowed || !typed["search"].isEmpty }

    /// - Throws: a `SchemaFault` for a value that is not accepted.
    func filter() throws -> Places.Filter {
        try Places.Filter.shape.value(texts: [
            (name: "search", text: typed["search"]), (name: "number", text: typed["number"]),
            (name: "categories", text: typed.all("category").filter { !$0.isEmpty }.joined(separator: ",")),
            (name: "favourites", text: typed.has("favourites") ? "true" : ""),
            (name: "open_now", text: typed.has("open_now") ? "true" : ""), (name: "since", text: typed["since"]),
            (name: "until", text: typed["until"]),
        ])
    }

    /// What is wrong before the operation checks it.
    func errors(_ words: Words) -> FormErrors {
        var errors = FormErrors()
        errors.addLongTexts([("search", Expenses.longestSearch)], typed, words)
        let number = typed["number"]
        if !number.isEmpty, PlaceNumber(rawValue: number) == nil { errors.add(words("expenses.number-unknown"), to: "number") }
        return errors
    }

    static let pointers = Dictionary(uniqueKeysWithValues: names.map { ("/\($0)", $0) })

    /// The values of the form.
    func values(_ errors: FormErrors, _ words: Words) -> Values {
        let search = FieldView("search", .text, words("expenses.search"))
        let numbers = PlaceNumber.allCases.map { (value: $0.rawValue, text: words("expenses.number.\($0.rawValue)")) }
        let fields = [
            FieldView("number", .choice([(value: "", text: words("expenses.all"))] + numbers), words("expenses.number")),
            FieldView("since", .date, words("expenses.visited-since")), FieldView("until", .date, words("expenses.visited-until")),
            FieldView("favourites", .check, words("expenses.favourites-only")),
            FieldView("open_now", .check, words("expenses.open-now")),
        ]
        let chosen = typed.all("category")
        return [
            "search": search.values(errors, typed: typed), "filterFields": .list(fields.map { $0.values(errors, typed: typed) }),
            "categories": .list(
                categories.map { ["id": .text($0.id), "name": .text($0.name), "isChosen": .flag(chosen.contains($0.id))] }),
            "hasCategories": .flag(!categories.isEmpty), "isFiltered": .flag(isActive),
            "isOpen": .flag(isNarrowed || !errors.isEmpty),
        ]
    }
}

import APIKit
import Expenses
import HTMLTemplates
import PageKit

/// The categories of the journal: added, renamed, merged, removed.
package struct CategoryPages: Sendable {
    let journal: Journal
    let operations: ExpenseCategoryOperations

    private static let path = Journal.Part.categories.path
    private static let own = "\(path)/:category"

    func add(to pages: inout PageList) {
        pages.get(Self.path, .scope(.read)) { .page(try await list($0, FormErrors(), nil)) }
        pages.post(Self.path, .scope(.write)) { visit, fields in
            do {
                _ = try await visit.perform(operations.add, ["name": fields["category_name"]], key: fields.key)
                return .redirect("\(Self.path)?done=saved")
            } catch {
                return .page(try await list(visit, try FormErrors(error, Self.pointers, visit.words), fields))
            }
        }
        pages.get(Self.own, .scope(.read)) { .page(try await page($0, FormErrors(), nil)) }
        pages.post("\(Self.own)/rename", .scope(.write)) { visit, fields in
            try await change(visit, fields) {
                _ = try await visit.perform(
                    operations.rename, ["category": visit.path("category"), "name": fields["category_name"]],
                    key: fields.key)
            }
        }
        pages.post("\(Self.own)/merge", .scope(.write)) { visit, fields in
            guard !fields["into"].isEmpty else {
                return .page(try await page(visit, FormErrors(visit.words("expenses.merge-missing"), to: "into"), fields))
            }
            guard Journal.isConfirmed(fields) else { return .page(try await merging(visit, into: fields["into"])) }
            return try await change(visit, fields) {
                _ = try await visit.perform(
                    operations.merge, ["category": visit.path("category"), "into": fields["into"]], key: fields.key)
            }
        }
        pages.post("\(Self.own)/remove", .scope(.write)) { visit, fields in
            guard Journal.isConfirmed(fields) else { return .page(try await removal(visit)) }
            _ = try await visit.perform(operations.remove, ["category": visit.path("category")], key: fields.key)
            return .redirect("\(Self.path)?done=category-removed")
        }
    }

    // MARK: Confirmations

    private func removal(_ visit: Visit) async throws -> Page {
        let (words, category) = (visit.words, try await category(visit, visit.path("category")))
        let path = "\(Self.path)/\(category.id)"
        return Journal.confirmation(
            words("expenses.confirm-remove", ["name": category.name]), back: .categories, visit,
            texts: [words("expenses.categories.remove-text")], action: "\(path)/remove", submit: words("expenses.remove"),
            cancel: path)
    }

    private func merging(_ visit: Visit, into: String) async throws -> Page {
        let (words, category) = (visit.words, try await category(visit, visit.path("category")))
        let (path, other) = ("\(Self.path)/\(category.id)", try await self.category(visit, into))
        return Journal.confirmation(
            words("expenses.confirm-merge", ["name": category.name, "other": other.name]), back: .categories, visit,
            texts: [words("expenses.categories.merge-text")], action: "\(path)/merge", submit: words("expenses.merge-do"),
            cancel: path, hidden: [("into", other.id)])
    }

    private func category(_ visit: Visit, _ id: String) async throws -> ExpenseCategory {
        guard let category = try await journal.categories(visit).first(where: { $0.id == id }) else {
            throw ExpenseError.noCategory(id).refusal
        }
        return category
    }

    private static let pointers = ["/name": "category_name", "/into": "into"]

    private func change(_ visit: Visit, _ fields: Fields, _ perform: () async throws -> Void) async throws -> Outcome {
        do {
            try await perform()
            return .redirect("\(Self.path)?done=saved")
        } catch {
            return .page(try await page(visit, try FormErrors(error, Self.pointers, visit.words), fields))
        }
    }

    private func list(_ visit: Visit, _ errors: FormErrors, _ typed: Fields?) async throws -> Page {
        let words = visit.words
        var new = CardView("new-category", words("expenses.new-category"))
        new.forms = [
            FormView(Self.path, [Self.name(words)], submit: words("expenses.category-add")).values(errors, typed: typed)
        ]
        var card = CardView("categories", words("expenses.categories.yours"))
        card.items = try await journal.categories(visit).map { category in
            var item = ItemView(title: category.name)
            item.link = (words("expenses.change"), "\(Self.path)/\(category.id)")
            return item
        }
        card.emptyText = words("expenses.categories.none")
        return Journal.cards(
            words("expenses.categories.title"), .categories, visit, lead: words("expenses.categories.text"), [new, card]
        ).with(errors)
    }

    private static func name(_ words: Words, _ value: String = "") -> FieldView {
        FieldView("category_name", .text, words("expenses.category-name"), value: value, isRequired: true)
    }

    private func page(_ visit: Visit, _ errors: FormErrors, _ typed: Fields?) async throws -> Page {
        let (words, id) = (visit.words, visit.path("category"))
        let all = try await journal.categories(visit)
        guard let category = all.first(where: { $0.id == id }) else { throw ExpenseError.noCategory(id).refusal }
        let path = "\(Self.path)/\(category.id)"
        let isMerge = errors.byField["into"] != nil
        var card = CardView("category", words("expenses.category"))
        card.forms = [
            FormView("\(path)/rename", [Self.name(words, category.name)], submit: words("expenses.rename"))
                .values(isMerge ? FormErrors() : errors, typed: typed)
        ]
        card.link = (words("expenses.its-transactions"), "\(Journal.Part.list.path)?category=\(category.id)")
        var cards = [card]
        let others = all.filter { $0.id != category.id }
        if !others.isEmpty {
            var merge = CardView("merge", words("expenses.merge"), words("expenses.categories.merge-text"))
            let choices =
                [(value: "", text: words("expenses.select-choose"))] + others.map { (value: $0.id, text: $0.name) }
            let field = FieldView("into", .choice(choices), words("expenses.merge-into"), isRequired: true)
            merge.forms = [
                FormView("\(path)/merge", [field], submit: words("expenses.merge-do"), kind: .plain)
                    .values(isMerge ? errors : FormErrors(), typed: typed)
            ]
            cards.append(merge)
        }
        var remove = CardView("remove", words("expenses.remove"), words("expenses.categories.remove-text"))
        remove.forms = [FormView("\(path)/remove", submit: words("expenses.remove"), kind: .danger).values()]
        cards.append(remove)
        return Journal.cards(category.name, back: .categories, visit, cards).with(errors)
    }
}

import APIKit
import Expenses
import HTMLTemplates
import Languages
import Market
import PageKit

/// Recurring transactions: the list, a form, a pause, and the end.
package struct RecurringPages: Sendable {
    let journal: Journal
    let operations: ExpensesOperations

    static let path = Journal.Part.recurring.path

    func add(to pages: inout PageList) {
        let operations = operations.recurring
        pages.get(Self.path, .scope(.read)) { .page(try await list($0)) }
        pages.get("\(Self.path)/new", .scope(.read)) { visit in
            let day = try await journal.clock(visit).day
            let fields = [
                ("day", day.description), ("time", "12:00"), ("every", "1"), ("unit", Recurrence.Unit.month.rawValue),
                ("method", PaymentMethod.card.rawValue),
            ]
            return .page(try await form(visit, nil, FormErrors(), Fields(fields.map { (name: $0.0, value: $0.1) }), isFresh: true))
        }
        pages.post("\(Self.path)/new", .scope(.write)) { try await send($0, $1, nil) }
        pages.get("\(Self.path)/:recurring", .scope(.read)) { visit in
            let recurring = try await recurring(visit)
            return .page(try await form(visit, recurring, FormErrors(), Self.fields(recurring, visit.format)))
        }
        pages.post("\(Self.path)/:recurring", .scope(.write)) { visit, fields in
            try await send(visit, fields, try await recurring(visit))
        }
        pages.post("\(Self.path)/:recurring/pause", .scope(.write)) { visit, fields in
            _ = try await visit.perform(
                operations.pause, ["recurring": visit.path("recurring"), "paused": fields["paused"]], key: fields.key)
            return .redirect("\(Self.path)?done=saved")
        }
        pages.post("\(Self.path)/:recurring/remove", .scope(.write)) { visit, fields in
            _ = try await visit.perform(operations.remove, ["recurring": visit.path("recurring")], key: fields.key)
            return .redirect("\(Self.path)?done=recurring-removed")
        }
    }

    private func recurring(_ visit: Visit) async throws -> RecurringExpense {
        try await visit.perform(operations.recurring.show, ["recurring": visit.path("recurring")])
    }

    private static func fields(_ recurring: RecurringExpense, _ format: Conventions) -> Fields {
        let rule = recurring.fields
        let own = [
            ("every", "\(rule.every)"), ("unit", rule.unit.rawValue), ("until", rule.until?.description ?? ""),
            ("version", "\(recurring.version)"),
        ]
        return Fields(EntryForm.fields(recurring.terms, rule.first, format) + own.map { (name: $0.0, value: $0.1) })
    }

    // MARK: The list

    private func list(_ visit: Visit) async throws -> Page {
        let (words, view) = (visit.words, try await journal.view(visit))
        var card = CardView("recurring", words("expenses.recurring.yours"))
        card.items = try await visit.perform(operations.recurring.list).map { recurring in
            let amount = view.veiled(recurring.terms.amount.decimal, recurring.terms.currency)
            var item = ItemView(
                title: "\(view.title(recurring.terms)) · \(amount)", detail: Self.detail(recurring, words), icon: "refresh")
            if recurring.isPaused {
                item.badge = (words("expenses.recurring.paused"), "warn")
            } else if recurring.nextOn == nil {
                item.badge = (words("expenses.recurring.ended"), "")
            }
            item.link = (words("expenses.change"), "\(Self.path)/\(recurring.id)")
            return item
        }
        card.emptyText = words("expenses.recurring.none")
        return Journal.cards(
            words("expenses.recurring.title"), .recurring, visit, lead: words("expenses.recurring.text"),
            action: (words("expenses.recurring.new"), "\(Self.path)/new"), [card])
    }

    /// How often, on which day of the month, the next day, and the last one.
    private static func detail(_ recurring: RecurringExpense, _ words: Words) -> String {
        let (rule, day) = (recurring.fields, recurring.fields.first.civil.day)
        let unit = rule.unit.rawValue
        let often = rule.every == 1 ? words("expenses.each.\(unit)") : words("expenses.often.\(unit)", n: rule.every)
        // Every month has a 28th.
        let dayKey = day > 28 ? "expenses.recurring.on-day-or-last" : "expenses.recurring.on-day"
        let onDay = rule.unit == .month ? words(dayKey, ["day": "\(day)"]) : nil
        let next = recurring.nextOn.map { words("expenses.recurring.next", ["day": words.format.date($0).withoutBreaks]) }
        let end = rule.until.map { words("expenses.recurring.until", ["day": words.format.date($0).withoutBreaks]) }
        return [often, onDay, next, end].compactMap(\.self).dotted
    }

    // MARK: The form

    private func form(
        _ visit: Visit, _ recurring: RecurringExpense?, _ errors: FormErrors, _ typed: Fields, isFresh: Bool = false
    ) async throws -> Page {
        let words = visit.words
        let choices = try await EntryForm.Choices(journal, visit)
        let form = EntryForm(choices, words, typed, isRecurring: true, isNew: false)
        let path = recurring.map { "\(Self.path)/\($0.id)" }
        var own: Values = [
            "action": .text(path ?? "\(Self.path)/new"), "readVersion": .optional(recurring == nil ? nil : typed["version"]),
            "submit": .text(words("expenses.save")), "names": [], "hasNames": false, "actions": [],
            "zone": recurring == nil ? try await journal.zoneNote(visit, fills: isFresh) : false,
            "reopenHref": Journal.reopening(errors, path),
        ]
        if let recurring, let path {
            let isPaused = recurring.isPaused
            var pause = FormView(
                "\(path)/pause", submit: words(isPaused ? "expenses.recurring.resume" : "expenses.recurring.pause"), kind: .plain)
            pause.hidden = [("paused", isPaused ? "false" : "true")]
            let remove = FormView("\(path)/remove", submit: words("expenses.recurring.remove"), kind: .danger)
            own["actions"] = .list([pause.values(), remove.values()])
        }
        let title = words(recurring == nil ? "expenses.recurring.new" : "expenses.recurring.one")
        var page = Journal.page("expense-form", title, back: .recurring, visit, own.merging(form.values(errors)) { $1 })
            .with(errors)
        page.scripts.append("expense-form")
        return page
    }

    private func send(_ visit: Visit, _ fields: Fields, _ recurring: RecurringExpense?) async throws -> Outcome {
        if fields["do"] == "split" { return .page(try await form(visit, recurring, FormErrors(), fields)) }
        do {
            let texts = try await EntryPages.texts(visit, fields, journal, operations, isRecurring: true, nil)
            try await journal.keepZone(visit, fields)
            if let recurring {
                let named = [(name: "recurring", text: recurring.id), (name: "version", text: fields["version"])]
                _ = try await visit.perform(operations.recurring.edit, named + texts, key: fields.key)
            } else {
                _ = try await visit.perform(operations.recurring.add, texts, key: fields.key)
            }
            return .redirect("\(Self.path)?done=saved")
        } catch {
            return .page(try await form(visit, recurring, try EntryPages.errors(error, visit.words), fields))
        }
    }
}

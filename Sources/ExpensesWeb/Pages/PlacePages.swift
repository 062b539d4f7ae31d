import APIKit
import Expenses
import Foundation
import HTMLTemplates
import Languages
import Ledger
import Market
import Notices
import PageKit

/// Places where money is spent: the list with its filters, one place, and its form.
package struct PlacePages: Sendable {
    let journal: Journal
    let operations: ExpensesOperations

    static let path = Journal.Part.places.path
    private static let own = "\(path)/:place"
    /// Places that another one can be merged into.
    private static let mostOthers = 300

    func add(to pages: inout PageList) {
        let operations = operations.places
        pages.get(Self.path, .scope(.read)) { .page(try await list($0)) }
        pages.get("\(Self.path)/new", .scope(.read)) { visit in
            .page(try await form(visit, nil, FormErrors(), Fields([("place_name", visit.query("name") ?? "")])))
        }
        pages.post("\(Self.path)/new", .scope(.write)) { try await send($0, $1, nil) }
        pages.get(Self.own, .scope(.read)) { .page(try await page($0, FormErrors(), nil)) }
        pages.get("\(Self.own)/edit", .scope(.read)) { visit in
            let place = try await use(visit).place
            return .page(try await form(visit, place, FormErrors(), Self.fields(place, visit.format)))
        }
        pages.post("\(Self.own)/edit", .scope(.write)) { try await send($0, $1, try await use($0).place) }
        pages.post("\(Self.own)/favourite", .scope(.write)) { visit, fields in
            let place = try await visit.perform(
                operations.mark, ["place": visit.path("place"), "favourite": fields["favourite"]], key: fields.key)
            return .redirect("\(Self.path)/\(place.id)?done=saved")
        }
        pages.post("\(Self.own)/merge", .scope(.write), merge)
        pages.post("\(Self.own)/remove", .scope(.write)) { visit, fields in
            guard Journal.isConfirmed(fields) else { return .page(try await removal(visit)) }
            _ = try await visit.perform(operations.remove, ["place": visit.path("place")], key: fields.key)
            return .redirect("\(Self.path)?done=place-removed")
        }
    }

    // MARK: Confirmations

    private func removal(_ visit: Visit) async throws -> Page {
        let (words, use) = (visit.words, try await use(visit))
        let (path, name) = ("\(Self.path)/\(use.place.id)", use.place.name)
        return Journal.confirmation(
            words("expenses.confirm-remove", ["name": name]), back: .places, visit,
            texts: [words("expenses.transactions", n: use.count), words("expenses.places.remove-text")],
            action: "\(path)/remove", submit: words("expenses.remove"), cancel: path)
    }

    private func merging(_ visit: Visit, into: String) async throws -> Page {
        let (words, use) = (visit.words, try await use(visit))
        let other = try await visit.perform(operations.places.show, ["place": into]).place
        let (path, names) = ("\(Self.path)/\(use.place.id)", ["name": use.place.name, "other": other.name])
        return Journal.confirmation(
            words("expenses.confirm-merge", names), back: .places, visit,
            texts: [words("expenses.transactions", n: use.count), words("expenses.places.merge-text")],
            action: "\(path)/merge", submit: words("expenses.merge-do"), cancel: path, hidden: [("into", other.id)])
    }

    private func use(_ visit: Visit) async throws -> PlaceUse {
        try await visit.perform(operations.places.show, ["place": visit.path("place")])
    }

    // MARK: The list

    private func list(_ visit: Visit) async throws -> Page {
        let (words, now) = (visit.words, journal.now())
        let (view, zone) = (try await journal.view(visit), try await journal.zone(visit))
        let filter = PlaceFilter(visit, try await journal.categories(visit))
        var (uses, errors) = ([PlaceUse](), filter.errors(words))
        do {
            if errors.isEmpty {
                let chosen = try filter.filter()
                uses = try await journal.read(visit) { try Places().list($0, $1, chosen, at: now) }
            }
        } catch {
            errors = try FormErrors(error, PlaceFilter.pointers, words)
        }
        var card = CardView("places", words("expenses.places.count", n: uses.count))
        card.items = uses.map { item($0, view, zone, words) }
        card.emptyText = words(filter.isActive ? "expenses.places.no-match" : "expenses.places.none")
        let values: Values = ["cards": .list([card.values]), "general": .optional(errors.general)]
        return Journal.page(
            "expense-places", words("expenses.places.title"), .places, visit,
            values.merging(filter.values(errors, words)) { $1 }
        ).with(errors)
    }

    private func item(_ use: PlaceUse, _ view: JournalView, _ zone: TimeZone, _ words: Words) -> ItemView {
        let sums = use.spent.map { view.veiled($0.amount, $0.currency) }
        let last = use.lastVisit.map { words("expenses.last-visit", ["day": words.format.date($0).withoutBreaks]) }
        let count = words("expenses.transactions", n: use.count)
        var item = ItemView(
            title: use.place.name, detail: ([count] + sums + [last].compactMap(\.self)).dotted,
            icon: use.place.isFavourite ? "star-full" : nil)
        item.badge = badge(use.place, zone, words)
        item.link = (words("expenses.open-place"), "\(Self.path)/\(use.place.id)")
        return item
    }

    /// Whether it is open now; nil if its opening times are not known.
    private func badge(_ place: Place, _ zone: TimeZone, _ words: Words) -> (text: String, kind: String)? {
        place.isOpen(at: journal.now(), in: zone).map {
            (words($0 ? "expenses.is-open" : "expenses.is-closed"), $0 ? "up" : "")
        }
    }

    // MARK: One place

    private func page(_ visit: Visit, _ errors: FormErrors, _ typed: Fields?) async throws -> Page {
        let (words, use) = (visit.words, try await use(visit))
        let (view, place, path) = (try await journal.view(visit), use.place, "\(Self.path)/\(use.place.id)")
        let zone = try await journal.zone(visit)
        var card = CardView("place", words("expenses.place"))
        if !place.details.description.isEmpty { card.texts.append(place.details.description) }
        card.pairs = pairs(use, view, zone, words)
        card.items = items(place, words)
        var favourite = FormView(
            "\(path)/favourite", submit: words(place.isFavourite ? "expenses.unfavourite" : "expenses.favourite"), kind: .plain)
        favourite.hidden = [("favourite", place.isFavourite ? "false" : "true")]
        card.forms = [favourite.values()]
        card.link = (words("expenses.its-transactions"), "\(Journal.Part.list.path)?place=\(place.id)")
        var cards = [card]
        let others = try await journal.places(visit).map(\.place).filter { $0.id != place.id }.prefix(Self.mostOthers)
        if !others.isEmpty {
            var merge = CardView("merge", words("expenses.merge"), words("expenses.places.merge-text"))
            let choices =
                [(value: "", text: words("expenses.select-choose"))] + others.map { (value: $0.id, text: $0.name) }
            let field = FieldView("into", .choice(choices), words("expenses.merge-into"))
            merge.forms = [
                FormView("\(path)/merge", [field], submit: words("expenses.merge-do"), kind: .plain).values(errors, typed: typed)
            ]
            cards.append(merge)
        }
        var remove = CardView("remove", words("expenses.remove"), words("expenses.places.remove-text"))
        remove.forms = [FormView("\(path)/remove", submit: words("expenses.remove"), kind: .danger).values()]
        cards.append(remove)
        return Journal.cards(
            place.name, back: .places, visit,
            action: (words("expenses.add-here"), "\(Journal.path)/new?place=\(place.id)"), cards
        ).with(errors)
    }

    private func pairs(
        _ use: PlaceUse, _ view: JournalView, _ zone: TimeZone, _ words: Words
    ) -> [(name: String, value: String)] {
        let details = use.place.details
        var pairs = [(words("expenses.transactions-label"), words.format.price(Double(use.count), decimals: 0))]
        pairs += use.spent.map { (words("expenses.spent"), view.veiled($0.amount, $0.currency)) }
        if let day = use.lastVisit { pairs.append((words("expenses.last-visit-label"), words.format.date(day))) }
        if !details.address.isEmpty { pairs.append((words("expenses.address"), details.address)) }
        for category in use.place.categories.ids { pairs.append((words("expenses.category"), view.category(category))) }
        if let badge = badge(use.place, zone, words) { pairs.append((words("expenses.now"), badge.text)) }
        if let hours = details.hours {
            pairs += HoursForm.lines(hours, words).map { (words("expenses.hours"), $0) }
            if let zone = details.timeZone { pairs.append((words("expenses.time-zone"), zone)) }
        }
        return pairs.map { (name: $0.0, value: $0.1) }
    }

    private func items(_ place: Place, _ words: Words) -> [ItemView] {
        var edit = ItemView(title: words("expenses.place-details"), icon: "edit")
        edit.link = (words("expenses.edit"), "\(Self.path)/\(place.id)/edit")
        guard let latitude = place.details.latitude, let longitude = place.details.longitude else { return [edit] }
        // An address of RFC 5870: the device opens its own map, and no other server is asked.
        let degrees = [latitude, longitude].map { words.format.exact($0.description) }
        var map = ItemView(title: degrees.joined(separator: "; "), icon: "external")
        map.link = (words("expenses.map"), "geo:\(latitude),\(longitude)")
        return [edit, map]
    }

    private func merge(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        guard !fields["into"].isEmpty else {
            return .page(try await page(visit, FormErrors(visit.words("expenses.merge-missing"), to: "into"), fields))
        }
        do {
            guard Journal.isConfirmed(fields) else { return .page(try await merging(visit, into: fields["into"])) }
            let place = try await visit.perform(
                operations.places.merge, ["place": visit.path("place"), "into": fields["into"]], key: fields.key)
            return .redirect("\(Self.path)/\(place.id)?done=places-merged")
        } catch {
            return .page(try await page(visit, try FormErrors(error, ["into"], visit.words), fields))
        }
    }

    // MARK: The form

    private static func fields(_ place: Place, _ format: Conventions) -> Fields {
        let details = place.details
        func degrees(_ value: FixedDecimal?) -> String { value.map { format.exact($0.description) } ?? "" }
        let own = [
            ("place_name", details.name), ("address", details.address), ("description", details.description),
            ("latitude", degrees(details.latitude)), ("longitude", degrees(details.longitude)),
            ("time_zone", details.timeZone ?? ""), ("favourite", place.isFavourite ? "yes" : ""), ("version", "\(place.version)"),
        ]
        let categories = place.categories.ids.map { (name: "category", value: $0) }
        return Fields(own.map { (name: $0.0, value: $0.1) } + categories + HoursForm.fields(details.hours))
    }

    private func form(_ visit: Visit, _ place: Place?, _ errors: FormErrors, _ typed: Fields) async throws -> Page {
        let (words, hours, chosen) = (visit.words, HoursForm(typed), typed.all("category"))
        func text(_ name: String, _ label: String, hint: String? = nil, isRequired: Bool = false) -> FieldView {
            FieldView(name, .text, words(label), hint: hint.map { words($0) }, isRequired: isRequired)
        }
        let first = [
            text("place_name", "expenses.place-name", isRequired: true), text("address", "expenses.address"),
        ]
        let category = text("new_category", "expenses.new-category", hint: "expenses.new-category-hint")
        let second = [
            zoneField(typed["time_zone"], words), FieldView("description", .longText, words("expenses.description")),
            text("latitude", "expenses.latitude", hint: "expenses.position-hint"), text("longitude", "expenses.longitude"),
            FieldView("favourite", .check, words("expenses.is-favourite")),
        ]
        let categories = try await journal.categories(visit)
        let shown = { (fields: [FieldView]) in TemplateValue.list(fields.map { $0.values(errors, typed: typed) }) }
        var page = Journal.page(
            "expense-place-form", words(place == nil ? "expenses.places.new" : "expenses.places.edit"), back: .places, visit,
            [
                "action": .text(place.map { "\(Self.path)/\($0.id)/edit" } ?? "\(Self.path)/new"),
                "readVersion": .optional(place == nil ? nil : typed["version"]), "general": .optional(errors.general),
                "isNew": .flag(place == nil), "first": shown(first), "newCategory": category.values(errors, typed: typed),
                "second": shown(second),
                "categories": .list(
                    categories.map { ["id": .text($0.id), "name": .text($0.name), "isChosen": .flag(chosen.contains($0.id))] }),
                "hasCategories": .flag(!categories.isEmpty), "hours": hours.values(errors, words),
                "hasHours": .flag(hours.rows > 0), "canAddHours": .flag(hours.canAdd),
                "zone": try await journal.zoneNote(visit),
                "reopenHref": Journal.reopening(errors, place.map { "\(Self.path)/\($0.id)/edit" }),
            ]
        ).with(errors)
        page.scripts.append("expense-form")
        return page
    }

    private func zoneField(_ given: String, _ words: Words) -> FieldView {
        let zones = Set(TimeZone.knownTimeZoneIdentifiers + (TimeZone.named(given) == nil ? [] : [given])).sorted()
        let choices =
            [(value: "", text: words("expenses.own-zone"))]
            + zones.map { (value: $0, text: $0.replacing("_", with: " ")) }
        return FieldView("time_zone", .choice(choices), words("expenses.time-zone"), hint: words("expenses.time-zone-hint"))
    }

    private func send(_ visit: Visit, _ fields: Fields, _ place: Place?) async throws -> Outcome {
        if fields["do"] == "hours" { return .page(try await form(visit, place, FormErrors(), fields)) }
        do {
            let texts = try await texts(visit, fields)
            try await journal.keepZone(visit, fields)
            let stored: Place
            if let place {
                let named = [(name: "place", text: place.id), (name: "version", text: fields["version"])]
                stored = try await visit.perform(operations.places.edit, named + texts, key: fields.key)
            } else {
                stored = try await visit.perform(operations.places.add, texts, key: fields.key)
            }
            return .redirect("\(Self.path)/\(stored.id)?done=saved")
        } catch {
            if let refused = error as? RefusedForm { return .page(try await form(visit, place, refused.errors, fields)) }
            let names = ["address", "description", "latitude", "longitude", "time_zone"]
            let pointers = Dictionary(
                uniqueKeysWithValues: names.map { ("/\($0)", $0) } + [("/name", "place_name"), ("/hours", "opens-0")])
            return .page(try await form(visit, place, try FormErrors(error, pointers, visit.words), fields))
        }
    }

    private static let limits = [
        (name: "place_name", most: Place.nameLength), (name: "address", most: Place.addressLength),
        (name: "description", most: Place.descriptionLength), (name: "new_category", most: ExpenseCategory.nameLength),
    ]

    private func texts(_ visit: Visit, _ fields: Fields) async throws -> [(name: String, text: String)] {
        var errors = FormErrors()
        errors.addLongTexts(Self.limits, fields, visit.words)
        var texts = ["address", "description", "time_zone"].map { (name: $0, text: fields[$0]) }
        texts.append(("name", fields["place_name"]))
        for name in ["latitude", "longitude"] {
            let degrees = fields.decimal(name, visit.words, &errors, missing: nil, allowsNegative: true, hasGroups: false)
            if let degrees { texts.append((name, degrees)) }
        }
        texts += HoursForm(fields).texts(visit.words, &errors)
        guard errors.isEmpty else { throw RefusedForm(errors: errors) }
        var categories = fields.all("category")
        if !fields["new_category"].isEmpty {
            categories.append(
                try await EntryPages.category(named: fields["new_category"], visit, journal, operations.categories))
        }
        texts.append(("categories", categories.joined(separator: ",")))
        texts.append(("favourite", fields.has("favourite") ? "true" : "false"))
        return texts
    }
}

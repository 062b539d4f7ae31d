import APIKit
import Expenses
import Foundation
import HTMLTemplates
import HTTPTypes
import Ledger
import Market
import Notices
import PageKit
import People
import Portfolio
import Store

/// What the pages of the expense journal read, and their frame.
package struct Journal: Sendable {
    let store: Store
    /// The clock, in seconds since 1970-01-01 UTC.
    let now: @Sendable () -> Int

    static let path = Page.Place.expenses.path

    /// The pages of the journal, in the order of its menu.
    enum Part: String, CaseIterable, Sendable {
        case home = ""
        case list = "/list"
        case places = "/places"
        case overview = "/overview"
        case budgets = "/budgets"
        case recurring = "/recurring"
        case categories = "/categories"

        var path: String { Journal.path + rawValue }

        func label(_ words: Words) -> String {
            words("expenses.menu.\(self == .home ? "home" : String(rawValue.dropFirst()))")
        }
    }

    /// Reads one consistent state for the visitor.
    func read<Value: Sendable>(
        _ visit: Visit, _ body: @escaping @Sendable (borrowing Reading, Caller) throws -> Value
    ) async throws -> Value {
        let caller = Caller(owner: visit.caller.owner)
        return try await store.refusing { try body($0, caller) }
    }

    /// The day, and the minute of it, on the person's clock.
    func clock(_ visit: Visit) async throws -> (day: Day, minute: Int) {
        OpeningHours.local(secondsSince1970: now(), in: try await zone(visit))
    }

    /// The time zone of the person's calendar.
    func zone(_ visit: Visit) async throws -> TimeZone { try await read(visit) { try $0.calendarZone(of: $1.owner) } }

    /// The address at which a form is opened again that was refused because the entry had been changed elsewhere; off for other errors.
    static func reopening(_ errors: FormErrors, _ path: String?) -> TemplateValue {
        .optional(errors.status == .conflict ? path : nil)
    }

    /// What a form says about its clock; off once the person has a time zone. A script adds the zone of the device, which is kept with
    /// the form (``keepZone(_:_:)``).
    ///
    /// - Parameter fills: whether the script fills in day and time.
    func zoneNote(_ visit: Visit, fills: Bool = false) async throws -> TemplateValue {
        guard try await !hasZone(visit) else { return false }
        return ["href": .text(PagePaths.timeZone(hasAccounts: visit.host.hasAccounts)), "fills": .flag(fills)]
    }

    private func hasZone(_ visit: Visit) async throws -> Bool {
        try await read(visit) { try $0.chosenZone(of: $1.owner) != nil }
    }

    /// Keeps the time zone of the device that sent a form, if the person has none: day and time of the form are by its clock.
    func keepZone(_ visit: Visit, _ fields: PageKit.Fields) async throws {
        let (name, owner) = (fields["device_zone"], visit.caller.owner)
        guard !name.isEmpty, try await !hasZone(visit) else { return }
        try await store.change { try $0.keepTimeZone(name, of: owner) }
    }

    /// The links to the month before one, if the journal has any, and to the one after, if it is not in the future.
    func turns(
        from month: CalendarMonth, _ visit: Visit, _ view: JournalView, href: (CalendarMonth) -> String
    ) async throws -> TemplateValue {
        let first = try await read(visit) { try $0.firstMonth(of: $1.owner) }
        let now = CalendarMonth(try await clock(visit).day)
        let months = (first.map { $0 < month } ?? false ? [month - 1] : []) + (month < now ? [month + 1] : [])
        return .list(months.map { ["href": .text(href($0)), "label": .text(view.month($0)), "isBack": .flag($0 < month)] })
    }

    func categories(_ visit: Visit) async throws -> [ExpenseCategory] {
        try await read(visit) { try Categories().list($0, $1, Nothing()) }
    }

    /// All places with what was spent there, by name.
    func places(_ visit: Visit) async throws -> [PlaceUse] {
        let (filter, now) = (try Places.Filter.all, now())
        return try await read(visit) { try Places().list($0, $1, filter, at: now) }
    }

    func view(_ visit: Visit) async throws -> JournalView {
        JournalView(visit, try await categories(visit), try await store.wallets(of: visit.caller.owner))
    }

    // MARK: The frame

    /// A page of the journal.
    ///
    /// - Parameters:
    ///   - part: the entry of the menu that it is; nil for a page below one.
    ///   - back: the page that it is below.
    static func page(
        _ template: String, _ title: String, _ part: Part? = nil, back: Part? = nil, _ visit: Visit, _ values: Values
    ) -> Page {
        let menu: [TemplateValue] = Part.allCases.map {
            ["label": .text($0.label(visit.words)), "href": .text($0.path), "isCurrent": .flag($0 == part)]
        }
        let frame: Values = [
            "heading": .text(title), "menu": .list(menu), "hasMenu": .flag(part != nil),
            "back": back.map { ["href": .text($0.path), "label": .text($0.label(visit.words))] } ?? false, "undo": false,
            "general": false, "htmlClass": Amounts(visit).pageClass,
        ]
        return Page(template, title: title, place: .expenses, scripts: ["wallet-form"], frame.merging(values) { $1 })
    }

    /// A page of cards.
    ///
    /// - Parameter general: why something was refused.
    static func cards(
        _ title: String, _ part: Part? = nil, back: Part? = nil, _ visit: Visit, lead: String? = nil,
        action: (label: String, href: String)? = nil, general: String? = nil, _ cards: [CardView]
    ) -> Page {
        page(
            "expenses-cards", title, part, back: back, visit,
            [
                "lead": .optional(lead), "general": .optional(general), "cards": .list(cards.map(\.values)),
                "action": action.map { ["label": .text($0.label), "href": .text($0.href)] } ?? false,
            ])
    }

    // MARK: Confirmations

    /// Whether a form was sent by the page of ``confirmation(_:_:back:_:texts:action:submit:hidden:)``.
    static func isConfirmed(_ fields: PageKit.Fields) -> Bool { fields.has("confirmed") }

    /// A page that asks before a change that cannot be undone.
    ///
    /// - Parameters:
    ///   - cancel: the address to which people return without the change.
    ///   - hidden: what the form sends again.
    static func confirmation(
        _ title: String, back: Part, _ visit: Visit, texts: [String], action: String, submit: String, cancel: String,
        hidden: [(name: String, value: String)] = []
    ) -> Page {
        let words = visit.words
        var card = CardView("confirm", submit)
        card.texts = texts + [words("expenses.no-undo")]
        var form = FormView(action, submit: submit, kind: .danger)
        form.hidden = hidden + [("confirmed", "yes")]
        card.forms = [form.values()]
        card.link = (words("wallet.cancel"), cancel)
        return cards(title, back: back, visit, [card])
    }
}

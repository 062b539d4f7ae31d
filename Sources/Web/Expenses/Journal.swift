import Expenses
import Foundation
import HTMLTemplates
import Ledger
import Market
import Notices
import People
import Portfolio
import Server
import Store

/// What the pages of the expense journal read, and their frame.
struct Journal: Sendable {
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

    /// What a form says about the clock of its day and time; off once the person has chosen a time zone.
    ///
    /// - Parameters:
    ///   - isOfDevice: whether a script may say that they are by the clock of the device.
    ///   - fills: whether it fills them in.
    func zoneNote(_ visit: Visit, isOfDevice: Bool = false, fills: Bool = false) async throws -> TemplateValue {
        let isChosen = try await read(visit) { try $0.chosenZone(of: $1.owner) != nil }
        guard !isChosen else { return false }
        let path = visit.host.hasAccounts ? "/account#profile" : "\(NoticeSettingsPages.path)#ways-quiet"
        return ["href": .text(path), "isOfDevice": .flag(isOfDevice), "fills": .flag(fills)]
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
    static func isConfirmed(_ fields: Fields) -> Bool { fields.has("confirmed") }

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

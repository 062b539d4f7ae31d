import APIKit
import Alerts
import HTMLTemplates
import Languages
import PageKit
import Records

/// A person's alerts: the list, and one alert with its history.
package struct AlertsPages: Sendable {
    let operations: AlertsOperations
    let figures: AlertFigures

    static let path = Page.Place.alerts.path

    func add(to pages: inout PageList) {
        pages.get(Self.path, .scope(.read)) { .page(try await list($0)) }
        pages.get("\(Self.path)/:alert", .scope(.read)) { .page(try await page($0)) }
        pages.post("\(Self.path)/:alert/pause", .scope(.write)) { visit, fields in
            _ = try await visit.perform(operations.pause, ["alert": visit.path("alert")], key: fields.key)
            return .redirect("\(Self.path)/\(visit.path("alert"))?done=alert-paused")
        }
        pages.post("\(Self.path)/:alert/resume", .scope(.write)) { visit, fields in
            _ = try await visit.perform(operations.resume, ["alert": visit.path("alert")], key: fields.key)
            return .redirect("\(Self.path)/\(visit.path("alert"))?done=alert-resumed")
        }
        pages.post("\(Self.path)/:alert/remove", .scope(.write)) { visit, fields in
            _ = try await visit.perform(operations.remove, ["alert": visit.path("alert")], key: fields.key)
            return .redirect("\(Self.path)?undo=\(visit.path("alert"))")
        }
        pages.post("\(Self.path)/:alert/restore", .scope(.write)) { visit, fields in
            _ = try await visit.perform(operations.restore, ["alert": visit.path("alert")], key: fields.key)
            return .redirect("\(Self.path)/\(visit.path("alert"))?done=alert-restored")
        }
    }

    // MARK: The list

    private func list(_ visit: Visit) async throws -> Page {
        let words = visit.words
        let view = AlertView(visit, figures)
        var items: [ItemView] = []
        for alert in try await visit.perform(operations.list) {
            var item = ItemView(title: try await view.condition(alert), detail: view.detail(alert), icon: "bell")
            item.badge = view.badge(alert)
            item.link = (words("alerts.open"), "\(Self.path)/\(alert.id)")
            items.append(item)
        }
        var card = CardView("alerts", words("alerts.yours"))
        (card.items, card.emptyText) = (items, words("alerts.none"))
        var page = Self.page(words("alerts.title"), [card], lead: words("alerts.text"))
        page.values["action"] = ["href": "/alerts/new", "label": .text(words("alerts.new"))]
        if let id = visit.query("undo") {
            let form = FormView("\(Self.path)/\(URLForm.encoded(id))/restore", submit: words("script.undo"), kind: .plain)
            page.values["undo"] = form.values()
        }
        return page
    }

    static func page(_ title: String, _ cards: [CardView], lead: String? = nil, isBelow: Bool = false) -> Page {
        Page(
            "alerts", title: title, place: .alerts, scripts: ["wallet-form"],
            [
                "heading": .text(title), "cards": .list(cards.map(\.values)), "lead": .optional(lead), "isBelow": .flag(isBelow),
                "action": false, "undo": false,
            ])
    }

    // MARK: One alert

    private func page(_ visit: Visit) async throws -> Page {
        let words = visit.words
        let named = ["alert": visit.path("alert")] as KeyValuePairs<String, String?>
        let alert = try await visit.perform(operations.show, named)
        let view = AlertView(visit, figures)
        let title = try await view.condition(alert)
        var card = CardView("alert", words("alerts.settings"))
        card.pairs = view.pairs(alert) + (await view.now(alert.terms, alert.owner).map { [$0] } ?? [])
        if alert.state == .armed || alert.state == .waiting { card.notice = try await view.obstacle(alert) }
        if alert.state != .done {
            let step = alert.state == .paused ? "resume" : "pause"
            card.forms.append(FormView("\(Self.path)/\(alert.id)/\(step)", submit: words("alerts.\(step)"), kind: .plain).values())
        }
        card.forms.append(FormView("\(Self.path)/\(alert.id)/remove", submit: words("alerts.remove"), kind: .danger).values())
        var history = CardView("history", words("alerts.history"))
        history.items = try await visit.perform(operations.firings, named).map { view.item($0, alert) }
        history.emptyText = words("alerts.history-none")
        var cards = [card, history]
        if ![.staleness, .coverage].contains(alert.measure) { cards.append(try await trial(visit, alert, view)) }
        return Self.page(title, cards, isBelow: true)
    }

    /// What it would have fired, once the person asks: a year of forecasts takes a second.
    private func trial(_ visit: Visit, _ alert: Alert, _ view: AlertView) async throws -> CardView {
        let words = visit.words
        var card = CardView("trial", words("alerts.trial"))
        guard visit.query("trial") != nil else {
            // Figures of forecasts and shares take time, so that fewer days are tested.
            let isShort = alert.measure.isOfForecast || alert.measure == .share
            card.texts.append(words(isShort ? "alerts.trial-text-short" : "alerts.trial-text"))
            card.link = (words("alerts.trial-do"), "\(Self.path)/\(alert.id)?trial=1#trial")
            return card
        }
        let trial = try await visit.perform(operations.trial, ["alert": alert.id])
        guard let first = trial.first, let last = trial.last else {
            card.texts.append(trial.obstacle.map { view.obstacle($0, alert) } ?? words("alerts.trial-nothing"))
            return card
        }
        let span = ["first": view.moment(first.seconds), "last": view.moment(last.seconds)]
        let count = trial.firings.count
        card.texts.append(count == 0 ? words("alerts.trial-none", span) : words("alerts.trial-count", n: count, span))
        card.items = trial.firings.suffix(20).reversed().map { firing in
            ItemView(title: view.figure(firing.value, alert), detail: view.moment(firing.time.seconds), icon: "clock")
        }
        return card
    }
}

/// Alerts in the reader's words.
struct AlertView: Sendable {
    private let visit: Visit
    private let figures: AlertFigures
    private let sentences: AlertSentences

    init(_ visit: Visit, _ figures: AlertFigures) {
        (self.visit, self.figures) = (visit, figures)
        sentences = AlertSentences(visit.words.language)
    }

    private var words: Words { visit.words }

    func condition(_ alert: Alert) async throws -> String {
        sentences.condition(alert.terms, try await figures.subject(of: alert.terms, alert.owner))
    }

    /// Why the alert cannot fire now; nil if its newest figure is known.
    func obstacle(_ alert: Alert) async throws -> String? {
        try await figures.obstacle(of: alert.terms, alert.owner).map { obstacle($0, alert) }
    }

    func obstacle(_ obstacle: AlertObstacle, _ alert: Alert) -> String {
        words("alerts.obstacle", ["reason": sentences.obstacle(obstacle, alert.terms)])
    }

    func figure(_ value: Double, _ alert: Alert) -> String { sentences.figure(value, alert.terms) }

    /// The newest figure; nil if it is not known, or if it is an amount and amounts are hidden.
    func now(_ terms: AlertTerms, _ owner: String) async -> (name: String, value: String)? {
        guard terms.measure != .total || !Amounts(visit).isHidden, let newest = try? await figures.newest(of: terms, owner) else {
            return nil
        }
        return (words("alerts.now"), "\(sentences.figure(newest.value, terms)) (\(moment(newest.time)))")
    }

    func moment(_ seconds: Int) -> String { sentences.moment(seconds) }

    func badge(_ alert: Alert) -> (text: String, kind: String) {
        let isOver = alert.state != .done && alert.isOver(at: Moment(seconds: figures.now))
        let kind = isOver ? "" : alert.state == .armed ? "good" : alert.state == .waiting ? "accent" : ""
        return (words("alerts.state.\(isOver ? "over" : alert.state.rawValue)"), kind)
    }

    /// The note, and when it last fired.
    func detail(_ alert: Alert) -> String {
        let fired = alert.lastFiredAt.map {
            words("alerts.last-fired", ["moment": visit.format.moment(secondsSince1970: $0.seconds)])
        }
        return [alert.note.isEmpty ? nil : alert.note, fired].compactMap(\.self).dotted
    }

    func pairs(_ alert: Alert) -> [(name: String, value: String)] {
        var pairs = [
            (words("alerts.state"), badge(alert).text),
            (words("alerts.threshold"), sentences.figure(alert.threshold.doubleValue, alert.terms)),
            (words("alerts.margin"), sentences.margin(alert.margin, alert.measure)),
            (words("alerts.repeats"), words(alert.repeats ? "alerts.repeatedly" : "alerts.once")),
        ]
        if let day = alert.endsOn { pairs.append((words("alerts.ends"), visit.format.date(day))) }
        if !alert.note.isEmpty { pairs.append((words("alerts.note"), alert.note)) }
        return pairs.map { (name: $0.0, value: $0.1) }
    }

    func item(_ firing: AlertFiring, _ alert: Alert) -> ItemView {
        var item = ItemView(title: figure(firing.value, alert), detail: moment(firing.time.seconds), icon: "bell")
        if firing.isLate { item.badge = (words("alerts.late"), "warn") }
        return item
    }
}

import Alerts
import Languages
import Market
import Platform
import Records
import Text

/// Alerts and their firings as text for the terminal.
struct AlertText {
    private let figures: AlertFigures
    private let sentences = AlertSentences(.english)

    init(_ store: LocalStore) { figures = store.alertFigures }

    /// What an alert watches for.
    func condition(_ terms: AlertTerms) async throws -> String {
        sentences.condition(terms, try await figures.subject(of: terms, LocalStore.caller.owner))
    }

    /// Why an alert cannot fire now; nil if its newest figure is known.
    func obstacle(_ terms: AlertTerms) async throws -> String? {
        try await figures.obstacle(of: terms, LocalStore.caller.owner).map { sentences.obstacle($0, terms) }
    }

    /// An alert whose newest figure is not known, in one line.
    func line(_ obstacle: AlertObstacle, of alert: Alert) async throws -> String {
        let subject = try await figures.subject(of: alert.terms, alert.owner)
        return "no figure for the alert \(sentences.condition(alert.terms, subject)): \(sentences.obstacle(obstacle, alert.terms))"
    }

    /// Says that an alert cannot fire yet.
    func noteObstacle(to terms: AlertTerms) async throws {
        guard let reason = try await obstacle(terms) else { return }
        Console.note("the alert cannot fire yet: \(reason)")
    }

    /// What happened, in one line, with the note.
    func line(_ firing: AlertFiring, of alert: Alert) async throws -> String {
        let subject = try await figures.subject(of: alert.terms, alert.owner)
        let sentence = sentences.firing(
            alert.terms, subject, value: firing.value, time: firing.time.seconds, isLate: firing.isLate)
        return alert.note.isEmpty ? sentence : "\(sentence). \(alert.note)"
    }

    /// The settings of an alert, a line each.
    func settings(of alert: Alert) -> String {
        let margin = sentences.margin(alert.margin, alert.measure)
        var rows = [
            ("state", Self.state(alert)), ("fires", alert.repeats ? "at every crossing" : "once"), ("margin", margin),
            ("set", "\(MomentText.short(alert.createdAt.seconds)) UTC"),
        ]
        if let day = alert.endsOn { rows.append(("last day", "\(day)")) }
        if !alert.note.isEmpty { rows.append(("note", alert.note)) }
        return rows.map { name, text in name + String(repeating: " ", count: 10 - name.count) + text + "\n" }.joined()
    }

    /// Firings as a table, newest first.
    func table(_ firings: [AlertFiring], of alert: Alert) -> String {
        TextColumn.table([
            TextColumn("when (UTC)", firings.map { Self.moment($0.time) }, isText: true),
            TextColumn("figure", firings.map { sentences.figure($0.value, alert.terms) }),
            TextColumn("fired (UTC)", firings.map { MomentText.short($0.firedAt.seconds) }),
            TextColumn("", firings.map { $0.isLate ? "noticed late" : "" }, isText: true, minimum: 0),
        ])
    }

    /// What an alert would have fired, newest first.
    func trial(_ trial: AlertTrial, _ terms: AlertTerms) -> String {
        guard let first = trial.first, let last = trial.last else {
            let hasPast = terms.measure != .coverage && terms.measure != .staleness
            let reason = trial.obstacle.map { sentences.obstacle($0, terms) } ?? "nothing is stored to test it with"
            return hasPast ? "\(reason)\n" : "its past figures are not known, so it cannot be tested\n"
        }
        let (count, period) = (trial.firings.count, "from \(Self.moment(first)) to \(Self.moment(last))")
        guard count > 0 else { return "would not have fired \(period)\n" }
        let firings = Array(trial.firings.reversed())
        return "would have fired \(count.counted("time")) \(period)\n"
            + TextColumn.table([
                TextColumn("when (UTC)", firings.map { Self.moment($0.time) }, isText: true),
                TextColumn("figure", firings.map { sentences.figure($0.value, terms) }),
            ])
    }

    /// The day of a close, or the time of a quote.
    private static func moment(_ moment: Moment) -> String {
        moment.seconds % 86_400 == 0 ? "\(Day(secondsSince1970: moment.seconds - 1))" : MomentText.short(moment.seconds)
    }

    /// The state, in the words of the page.
    static func state(_ alert: Alert) -> String {
        guard alert.state == .done || !alert.isOver(at: Moment(seconds: ProcessState.secondsSince1970)) else { return "ended" }
        return switch alert.state {
        case .armed: "watching"
        case .waiting: "waits until the figure is back"
        case .paused: "paused"
        case .done: "has fired"
        }
    }

    /// Says that an alert waits.
    static func noteState(of alert: Alert) {
        guard alert.state == .waiting else { return }
        Console.note("the threshold is passed already; the alert waits until the figure has gone back by the margin")
    }
}

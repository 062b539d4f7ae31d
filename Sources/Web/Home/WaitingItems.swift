import HTMLTemplates
import Identity
import Languages
import MarketsWeb
import PageKit
import Trading
import TradingWeb

/// What waits for the reader: a verification, payments, and long-running work such as an import.
struct WaitingItems: Sendable {
    let trading: Trading
    let hasAccounts: Bool
    let board: TaskBoard

    func values(_ visit: Visit) async throws -> [TemplateValue] {
        try await verification(visit) + payments(visit)
            + board.tasks(of: visit.caller.owner).filter { !$0.isOver }.map { task in
                let view = TaskView(task, visit.words)
                let state = visit.words("tasks.state.\(view.state.rawValue)")
                return Self.item("clock", view.title, state, href: view.href ?? Page.Place.tasks.path)
            }
    }

    private func verification(_ visit: Visit) async throws -> [TemplateValue] {
        guard hasAccounts else { return [] }
        let state = try await trading.identity.verifications.status(of: visit.caller.owner).verification.state
        guard [.pending, .moreNeeded, .refused].contains(state) else { return [] }
        let words = visit.words
        return [
            Self.item(
                "shield", words("account.menu.verification"), words("verification.state.\(state.rawValue)"),
                href: AccountFrame.Part.verification.rawValue)
        ]
    }

    private func payments(_ visit: Visit) async throws -> [TemplateValue] {
        let write = TradingWords(visit, trading)
        return try await trading.accounts.state(of: visit.caller.owner).openPayments.map { payment in
            let due = write.words("trade.home.due", ["moment": write.moment(payment.dueAt)])
            return Self.item(
                "bank", write.words("trade.kind.\(payment.kind.rawValue)"), due, href: "/trading/history/\(payment.id)",
                isPractice: true)
        }
    }

    private static func item(
        _ icon: String, _ title: String, _ state: String, href: String, isPractice: Bool = false
    ) -> TemplateValue {
        [
            "icon": .text(icon), "title": .text(title), "state": .text(state), "href": .text(href),
            "isPractice": .flag(isPractice),
        ]
    }
}

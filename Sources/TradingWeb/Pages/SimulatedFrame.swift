import APIKit
import HTMLTemplates
import PageKit

/// The common parts of pages about the simulated account and its owner: each says that the money is simulated.
enum SimulatedFrame {
    static func page(_ visit: Visit, _ part: AccountFrame.Part, title: String, _ cards: [CardView]) -> Page {
        var page = AccountFrame.page(visit, part, title: title, cards)
        page.template = "simulated"
        // Without accounts there is no account menu.
        page.values["hasMenu"] = .flag(visit.host.hasAccounts)
        page.values["isPractice"] = true
        page.values.merge(["error": .optional(nil), "back": false, "hasDecision": false, "decision": false]) { $1 }
        if !visit.host.hasAccounts { page.place = .practice }
        return page
    }

    /// The same for operators.
    ///
    /// - Parameters:
    ///   - decision: stands beside the other cards, so that it is in sight with what it is about.
    ///   - back: the page that this one was opened from.
    static func operatorPage(
        _ title: String, _ cards: [CardView], decision: CardView? = nil, back: (text: String, href: String), error: String? = nil
    ) -> Page {
        Page(
            "simulated", title: title, place: .operators, scripts: ["account"],
            [
                "heading": .text(title), "menu": .list([]), "lead": .optional(nil), "hasMenu": false, "isPractice": true,
                "cards": .list(cards.map(\.values)), "error": .optional(error),
                "hasDecision": .flag(decision != nil), "decision": decision.map(\.values) ?? false,
                "back": ["text": .text(back.text), "href": .text(back.href)],
            ])
    }
}

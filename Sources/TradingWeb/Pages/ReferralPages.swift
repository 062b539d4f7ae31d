import APIKit
import HTMLTemplates
import PageKit
import Trading

/// The person's referral code, and the code of the person who referred them.
package struct ReferralPages: Sendable {
    let operations: ReferralOperations
    let trades: TradeOperations

    func add(to pages: inout PageList) {
        pages.get("/trading/referral", .scope(.read)) { .page(try await page($0)) }
        pages.post(
            "/trading/referral", .scope(.write),
            operations.use.form(to: "/trading/referral?done=referral-used", ["code"]) {
                try await page($0, $1, typed: $2)
            })
        pages.post("/trading/referral/own", .scope(.write)) { visit, fields in
            // An account has a code from the beginning.
            _ = try await visit.perform(trades.open, key: fields.key)
            return .redirect("/trading/referral")
        }
    }

    private func page(_ visit: Visit, _ errors: FormErrors = FormErrors(), typed: Fields? = nil) async throws -> Page {
        let words = visit.words
        guard visit.host.hasAccounts else {
            let card = CardView("own", words("referral.own"), words("referral.alone"))
            return SimulatedFrame.page(visit, .referral, title: words("referral.title"), [card])
        }
        let status = try await visit.perform(operations.show)
        let reward = ["reward": "\(words.format.money("\(status.reward)")) USD"]
        var own = CardView(
            "own", words("referral.own"), status.code == nil ? words("referral.none", reward) : words("referral.text", reward))
        own.secret = status.code
        // Viewing opens no account, so a new person has no code yet.
        if status.code == nil { own.forms = [FormView("/trading/referral/own", submit: words("referral.make")).values()] }
        own.pairs = [
            (words("referral.referred"), "\(status.referredCount)"), (words("referral.rewards"), "\(status.rewardCount)"),
        ]
        var used = CardView("used", words("referral.used"))
        if status.canUseCode {
            used.texts = [words("referral.used-text")]
            let field = FieldView("code", .text, words("referral.code"), hint: words("referral.code-hint"))
            used.forms = [FormView("/trading/referral", [field], submit: words("referral.submit")).values(errors, typed: typed)]
        } else {
            used.texts = [words(status.hasUsedCode ? "referral.was-used" : "referral.too-late")]
        }
        return SimulatedFrame.page(visit, .referral, title: words("referral.title"), [own, used]).with(errors)
    }
}

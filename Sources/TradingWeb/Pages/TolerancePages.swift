import APIKit
import HTMLTemplates
import Languages
import Ledger
import PageKit
import Trading

/// The limits that people set for themselves: how far a price may move, and the largest amount that leaves without the password.
package struct TolerancePages: Sendable {
    let trading: Trading
    let operations: TradeOperations
    /// Without accounts there are no passwords.
    let asksForPasswords: Bool

    func add(to pages: inout PageList) {
        pages.get("/trading/tolerance", .scope(.read)) { visit in
            .page(try await page(visit, typed: nil, next: visit.query("next") ?? "", FormErrors()))
        }
        pages.post("/trading/tolerance", .scope(.write), send)
    }

    private func send(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let words = visit.words
        var errors = FormErrors()
        let (badTolerance, badLimit) = ("trade.tolerance.bad", "trade.password-above.bad")
        let tolerance = fields.decimal("tolerance", words, &errors, missing: badTolerance, bad: badTolerance)
        let limit = asksForPasswords ? fields.decimal("password-above", words, &errors, missing: badLimit, bad: badLimit) : nil
        if errors.isEmpty {
            do {
                _ = try await visit.perform(
                    operations.change, ["tolerance_percent": tolerance, "password_above_usd": limit], key: fields.key)
                let next = LocalPath.checked(fields["next"]) ?? Page.Place.practice.path
                return .redirect(LocalPath.done(next, "trade-tolerance-changed"))
            } catch {
                let found = try FormErrors(
                    error, ["/tolerance_percent": "tolerance", "/password_above_usd": "password-above"], words)
                let isOfLimit = found.byField["password-above"] != nil
                errors.add(words(isOfLimit ? badLimit : badTolerance), to: isOfLimit ? "password-above" : "tolerance")
            }
        }
        return .page(try await page(visit, typed: fields, next: fields["next"], errors).with(errors))
    }

    private func page(_ visit: Visit, typed: Fields?, next: String, _ errors: FormErrors) async throws -> Page {
        let words = visit.words
        let account = try await trading.accounts.state(of: visit.caller.owner).account
        var shown = [
            FieldView(
                "tolerance", .amount(unit: "%"), words("trade.tolerance.field"), hint: words("trade.tolerance.hint"),
                value: visit.format.exact("\(account.tolerance.percent)"), isRequired: true)
        ]
        if asksForPasswords {
            shown.append(
                FieldView(
                    "password-above", .amount(unit: Currency.usd.code), words("trade.password-above.field"),
                    hint: words("trade.password-above.hint"), value: visit.format.exact("\(account.passwordAbove)"),
                    isRequired: true))
        }
        let back = LocalPath.checked(next) ?? Page.Place.practice.path
        return Page(
            "trade-tolerance", title: words("trade.tolerance.title"), place: .practice, scripts: ["wallet-form"],
            ["fields": .list(shown.map { $0.values(errors, typed: typed) }), "next": .text(back)])
    }
}

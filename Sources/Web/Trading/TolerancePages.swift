import HTMLTemplates
import Languages
import Ledger
import Server
import Trading

/// The limits that people set for themselves: how far a price may move, and the largest amount that leaves without the password.
struct TolerancePages: Sendable {
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
        let tolerance = words.format.decimal(typed: fields["tolerance"])
        let limit = asksForPasswords ? words.format.decimal(typed: fields["password-above"]) : nil
        if tolerance == nil { errors.add(words("trade.tolerance.bad"), to: "tolerance") }
        if limit == nil, asksForPasswords { errors.add(words("trade.password-above.bad"), to: "password-above") }
        if errors.isEmpty {
            do {
                _ = try await visit.perform(
                    operations.change, ["tolerance_percent": tolerance, "password_above_usd": limit], key: fields.key)
                let next = LocalPath.checked(fields["next"]) ?? "/trading"
                return .redirect(LocalPath.done(next, "trade-tolerance-changed"))
            } catch {
                let found = try FormErrors(
                    error, ["/tolerance_percent": "tolerance", "/password_above_usd": "password-above"], words)
                let isOfLimit = found.byField["password-above"] != nil
                errors.add(
                    words(isOfLimit ? "trade.password-above.bad" : "trade.tolerance.bad"),
                    to: isOfLimit ? "password-above" : "tolerance")
            }
        }
        return .page(try await page(visit, typed: fields, next: fields["next"], errors).with(errors))
    }

    private func page(_ visit: Visit, typed: Fields?, next: String, _ errors: FormErrors) async throws -> Page {
        let words = visit.words
        let account = try await trading.accounts.state(of: visit.caller.owner).account
        let stored = visit.format.amount("\(account.tolerance.percent)")
        var field = FormField.amount(
            "tolerance", words("trade.tolerance.field"), typed?["tolerance"] ?? stored, unit: "%",
            hint: words("trade.tolerance.hint"))
        field.isRequired = true
        var shown = [field]
        if asksForPasswords {
            var limit = FormField.amount(
                "password-above", words("trade.password-above.field"),
                typed?["password-above"] ?? visit.format.amount("\(account.passwordAbove)"), unit: Currency.usd.code,
                hint: words("trade.password-above.hint"))
            limit.isRequired = true
            shown.append(limit)
        }
        let back = LocalPath.checked(next) ?? "/trading"
        return Page(
            "trade-tolerance", title: words("trade.tolerance.title"), place: .trading, scripts: ["wallet-form"],
            ["fields": .list(shown.map { $0.values(errors) }), "next": .text(back)])
    }
}

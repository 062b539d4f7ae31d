import HTMLTemplates
import JSONText
import Languages
import Server
import Trading

/// How far a price may move between a preview and its confirmation.
struct TolerancePages: Sendable {
    let parts: ServerParts

    func add(to pages: inout PageList) {
        pages.get("/trading/tolerance", .scope(.read)) { visit in
            .page(try await page(visit, typed: nil, next: visit.query("next") ?? "", FormErrors()))
        }
        pages.post("/trading/tolerance", .scope(.write), send)
    }

    private func send(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let (text, words) = (fields["tolerance"], visit.words)
        var errors = FormErrors()
        let plain = words.format.decimal(typed: text)
        if plain == nil { errors.add(words("trade.tolerance.bad"), to: "tolerance") }
        if let plain {
            do {
                _ = try await visit.perform(
                    "changeTradingAccount", .members(["tolerance_percent": .string(plain)]), key: fields.key)
                let next = LocalPath.checked(fields["next"]) ?? "/trading"
                return .redirect(LocalPath.done(next, "trade-tolerance-changed"))
            } catch {
                _ = try FormErrors(error, ["/tolerance_percent": "tolerance"], words)
                errors.add(words("trade.tolerance.bad"), to: "tolerance")
            }
        }
        return .page(try await page(visit, typed: text, next: fields["next"], errors).with(errors))
    }

    private func page(_ visit: Visit, typed: String?, next: String, _ errors: FormErrors) async throws -> Page {
        let (trading, words) = (parts.trading, visit.words)
        let account = try await trading.accounts.state(of: visit.caller.owner).account
        let stored = visit.format.amount(TradingWords.plainPercent(account.tolerance))
        var field = FormField.amount(
            "tolerance", words("trade.tolerance.field"), typed ?? stored, unit: "%", hint: words("trade.tolerance.hint"))
        field.isRequired = true
        let back = LocalPath.checked(next) ?? "/trading"
        return Page(
            "trade-tolerance", title: words("trade.tolerance.title"), place: .trading, scripts: ["wallet-form"],
            ["fields": .list([field.values(errors)]), "next": .text(back)])
    }
}

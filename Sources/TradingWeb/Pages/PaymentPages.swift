import APIKit
import HTMLTemplates
import HTTPEdge
import Languages
import Ledger
import PageKit
import Trading

/// Simulated deposits: the account details, and the announcement of a deposit.
package struct PaymentPages: Sendable {
    let trading: Trading
    let operations: PaymentOperations
    let offer: PracticeOffer

    func add(to pages: inout PageList) {
        pages.get("/trading/deposit", .scope(.read)) { visit in
            .page(try await deposit(try await PaymentPlace(visit, trading), typed: nil, nil))
        }
        pages.post("/trading/deposit", .scope(.write), announce)
        pages.get("/trading/payments/:payment", .scope(.read)) { visit in .page(try await payment(visit, failure: nil)) }
        pages.post("/trading/payments/:payment", .scope(.write), cancel)
    }

    // MARK: Deposits

    private func deposit(_ place: PaymentPlace, typed: Fields?, _ refusal: PaymentRefusal?) async throws -> Page {
        let words = place.words
        let details = try await place.trading.payments.depositDetails(of: place.visit.caller.owner)
        let chosen = typed?["currency"] ?? Currency.eur.code
        var values = place.values(heading: words("pay.deposit.title"))
        values.merge([
            "details": .list(Self.rows(details, words)),
            "arrives": .text(
                details.isInstant
                    ? words("pay.deposit.at-once") : words("pay.deposit.arrives", ["moment": place.bankMoment(details.arrivesAt)])),
            "isInstant": .flag(details.isInstant),
            "amount": .text(typed?["amount"] ?? ""),
            "currencies": .list([Currency.eur, .usd].map { ["value": .text($0.code), "isChosen": .flag($0.code == chosen)] }),
            "limits": .text(
                words(
                    "pay.deposit.limits",
                    [
                        "least": place.write.format.money("\(place.rules.leastDeposit.amount)"),
                        "most": place.write.format.money("\(place.rules.mostDeposit.amount)"),
                    ])),
        ]) { $1 }
        if let refusal { values.merge(refusal.values(["amount", "currency"], words)) { $1 } }
        var page = Page("pay-deposit", title: words("pay.deposit.title"), place: .practice, values).with(refusal?.errors)
        page.add(try await offer.notices(place.visit, next: "/trading/deposit"))
        return page
    }

    /// The details, each with the text to copy: numbers without the spaces that make them readable.
    private static func rows(_ details: Payments.DepositDetails, _ words: Words) -> [TemplateValue] {
        func row(_ label: String, _ text: String, copied: String? = nil) -> TemplateValue {
            [
                "label": .text(label), "value": .text(text), "copied": .text(copied ?? text),
                "copyLabel": .text(words("pay.copy-of", ["what": label])),
            ]
        }
        return [
            row(words("pay.recipient"), details.recipient), row(words("pay.bank"), details.bank),
            row(words("pay.iban"), details.iban.description, copied: details.iban.compact),
            row(words("pay.reference"), details.reference.description, copied: details.reference.compact),
        ]
    }

    private func announce(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let place = try await PaymentPlace(visit, trading)
        var errors = FormErrors()
        guard let amount = fields.decimal("amount", visit.words, &errors) else {
            return .page(try await deposit(place, typed: fields, PaymentRefusal(errors)))
        }
        do {
            let payment = try await visit.perform(
                operations.deposit, ["currency": fields["currency"], "amount": amount], key: fields.key)
            return .redirect("/trading/payments/\(payment.id)")
        } catch {
            let members = ["/amount": "amount", "/currency": "currency"]
            let refusal = try PaymentRefusal(error, members, amount: "amount", place.write, place.rules)
            return .page(try await deposit(place, typed: fields, refusal))
        }
    }

    // MARK: One payment

    /// - Parameter failure: why the payment could not be cancelled.
    private func payment(_ visit: Visit, failure: String?) async throws -> Page {
        let place = try await PaymentPlace(visit, trading)
        let payment = try await place.trading.payments.payment(visit.path("payment"), of: visit.caller.owner)
        let entry = try await place.trading.accounts.entry(payment.id, of: visit.caller.owner)
        let view = PaymentView(payment: payment, method: entry.other, place: place)
        var values = place.values(heading: view.heading)
        values.merge(view.values) { $1 }
        values["failure"] = .optional(failure)
        // With a fast bank, the page updates itself. The answer to a refused form cannot be loaded again without sending the form
        // again.
        let isWatched = view.isOpen && failure == nil && place.state.clockSpeed != 1
        if isWatched { values["refreshSeconds"] = .text("3") }
        var page = Page("pay-payment", title: view.heading, place: .practice, values)
        page.isPassing = isWatched
        if isWatched { page.scripts = ["reload"] }
        return page
    }

    private func cancel(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let id = visit.path("payment")
        do {
            _ = try await visit.perform(operations.cancel, ["payment": id], key: fields.key)
            return .redirect("/trading/payments/\(URLForm.encoded(id))?done=pay-cancelled")
        } catch {
            let problem = Problem(error)
            guard problem.code == "not-cancellable" else { throw error }
            return .page(try await payment(visit, failure: visit.words("pay.refused.not-cancellable")).with(problem.status))
        }
    }
}

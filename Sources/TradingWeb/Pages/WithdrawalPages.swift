import APIKit
import HTMLTemplates
import HTTPEdge
import Languages
import Ledger
import Market
import PageKit
import Trading

/// Simulated withdrawals: an amount and a card or account, a preview with fee and times, a confirmation.
package struct WithdrawalPages: Sendable {
    let trading: Trading
    let operations: PaymentOperations

    func add(to pages: inout PageList) {
        pages.get("/trading/withdraw", .scope(.read)) { visit in
            let place = try await PaymentPlace(visit, trading)
            return .page(try await page(place, WithdrawalForm(visit.fields), nil))
        }
        pages.post("/trading/withdraw", .scope(.write), send)
    }

    // MARK: The form

    private func page(_ place: PaymentPlace, _ form: WithdrawalForm, _ refusal: PaymentRefusal?) async throws -> Page {
        let words = place.words
        let methods = try await place.trading.methods.all(of: place.visit.caller.owner)
        let currency = form.currency ?? place.currencies[0]
        var values = place.values(heading: words("pay.withdraw.title"))
        values.merge([
            "hasMethods": .flag(!methods.isEmpty), "isVerified": .flag(place.isAllowed(.withdrawal)),
            "amount": .text(form.amount),
            "currencies": .list([Currency.eur, .usd].map { ["value": .text($0.code), "isChosen": .flag($0 == currency)] }),
            "methods": .list(
                methods.map { method in
                    ["id": .text(method.id), "name": .text(MethodView.line(method)), "isChosen": .flag(method.id == form.method)]
                }),
            "free": .list([Currency.eur, .usd].map { place.write.amounts.view(place.write.cash(place.free($0), $0)) }),
            "fee": .text(
                words(
                    "pay.withdraw.fee",
                    [
                        "fee": place.write.format.money("\(place.rules.withdrawalFee.amount)"),
                        "least": place.write.format.money("\(place.rules.leastWithdrawal.amount)"),
                    ])),
            "days": .text(words("pay.withdraw.days", n: place.rules.withdrawalDays)),
        ]) { $1 }
        if let refusal { values.merge(refusal.values(WithdrawalForm.fields, words)) { $1 } }
        return Page("pay-withdraw", title: words("pay.withdraw.title"), place: .practice, values).with(refusal?.errors)
    }

    private func send(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let place = try await PaymentPlace(visit, trading)
        let form = WithdrawalForm(fields)
        if fields["do"] == "change" { return .page(try await page(place, form, nil)) }
        let (input, errors) = form.input(visit.words)
        guard errors.isEmpty else { return .page(try await page(place, form, PaymentRefusal(errors))) }
        do {
            guard fields["do"] == "confirm" else {
                return .page(try await page(of: try await visit.perform(operations.preview, input), form, place))
            }
            let payment = try await visit.perform(operations.withdraw, input, key: fields.key)
            return .redirect("/trading/payments/\(payment.id)")
        } catch  where Problem(error).code == "not-fresh" {
            return .redirect(PaymentPlace.confirmation(then: "/trading/withdraw", with: form.pairs))
        } catch {
            let refusal = try PaymentRefusal(error, WithdrawalForm.members, amount: "amount", place.write, place.rules)
            return .page(try await page(place, form, refusal))
        }
    }

    // MARK: The preview

    private func page(of preview: Payments.Preview, _ form: WithdrawalForm, _ place: PaymentPlace) async throws -> Page {
        let words = place.words
        func cash(_ amount: FixedDecimal) -> String { place.write.cash(amount, preview.currency) }
        let method = try await place.trading.methods.all(of: place.visit.caller.owner).first { $0.id == form.method }
        let whole = preview.amount + preview.fee
        // With a bank whose day passes in a moment, the dates change with each view.
        let dates = place.state.clockSpeed == 1 ? [(name: "due_at", value: MomentText.iso(preview.arrivesAt))] : []
        var values = place.values(heading: words("pay.withdraw.title"))
        values.merge([
            "question": .text(words("pay.withdraw.question", ["amount": cash(preview.amount)])),
            "pairs": .list([
                PaymentPlace.pair(words("pay.to"), method.map(MethodView.line) ?? ""),
                PaymentPlace.pair(words("pay.amount"), cash(preview.amount)),
                PaymentPlace.pair(words("pay.fee"), cash(preview.fee)),
                PaymentPlace.pair(words("pay.leaves"), cash(whole), isStrong: true),
                PaymentPlace.pair(words("pay.left"), place.write.veiled(cash(place.free(preview.currency) - whole))),
                PaymentPlace.pair(words("pay.cancel-until"), place.bankMoment(preview.sentAt), note: words("pay.bank-clock")),
                PaymentPlace.pair(words("pay.arrives"), place.bankMoment(preview.arrivesAt), note: words("pay.bank-clock")),
            ]),
            "path": "/trading/withdraw",
            "hiddenFields": .list((form.pairs + dates).map { ["name": .text($0.name), "value": .text($0.value)] }),
        ]) { $1 }
        return Page("pay-preview", title: words("pay.withdraw.title"), place: .practice, values)
    }
}

/// The form of a withdrawal with the typed values.
struct WithdrawalForm: Sendable {
    static let fields = ["amount", "currency", "method"]
    static let members = ["/amount": "amount", "/currency": "currency", "/method": "method"]

    private let typed: Fields
    let currency: Currency?

    var amount: String { typed["amount"] }
    var method: String { typed["method"] }

    /// - Parameter typed: the fields as they were sent, or as a link fills them in.
    init(_ typed: Fields) { (self.typed, currency) = (typed, Currency(rawValue: typed["currency"])) }

    var pairs: [(name: String, value: String)] {
        [("amount", amount), ("currency", currency?.code ?? ""), ("method", method)]
    }

    /// Returns the input of the operations, and the errors that can be found without them.
    func input(_ words: Words) -> (texts: KeyValuePairs<String, String?>, errors: FormErrors) {
        var errors = FormErrors()
        let plain = typed.decimal("amount", words, &errors)
        if currency == nil { errors.add(words("wallet.error.missing"), to: "currency") }
        if method.isEmpty { errors.add(words("pay.withdraw.choose-method"), to: "method") }
        // After the bank's cut-off, the previewed withdrawal would arrive at another time.
        return (["currency": currency?.code, "amount": plain, "method": method, "due_at": typed["due_at"]], errors)
    }
}

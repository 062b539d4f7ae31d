import APIKit
import HTMLTemplates
import HTTPEdge
import Languages
import PageKit
import Trading

/// Cards and bank accounts: linked, renamed, removed. Numbers are checked and never shown again.
package struct MethodPages: Sendable {
    let trading: Trading
    let operations: PaymentOperations

    static let path = "/trading/methods"

    func add(to pages: inout PageList) {
        pages.get(Self.path, .scope(.read)) { visit in .page(try await page(visit, Forms(next: visit.next()))) }
        pages.post(Self.path, .scope(.write), link)
        pages.post("\(Self.path)/:method", .scope(.write), change)
    }

    /// The submitted values, and their errors.
    private struct Forms {
        /// The page to go to once a card or account is linked; nil to stay.
        var next: String?
        var card: (form: CardForm, refusal: PaymentRefusal)?
        var account: (form: BankAccountForm, refusal: PaymentRefusal)?
        var label: (method: String, typed: Fields, refusal: PaymentRefusal)?

        var refusal: PaymentRefusal? { card?.refusal ?? account?.refusal ?? label?.refusal }
    }

    // MARK: The page

    private func page(_ visit: Visit, _ forms: Forms) async throws -> Page {
        let place = try await PaymentPlace(visit, trading)
        let words = place.words
        let methods = try await place.trading.methods.all(of: visit.caller.owner)
        var values = place.values(heading: words("pay.methods.title"))
        let rows = methods.map { method in
            let sent = forms.label?.method == method.id ? forms.label : nil
            return MethodView(method: method, words: words).values(typed: sent?.typed, sent?.refusal.errors)
        }
        values.merge([
            "methods": .list(rows), "isEmpty": .flag(methods.isEmpty), "mustConfirm": .flag(mustConfirm(visit)),
            "confirmHref": .text(LocalPath.page("/confirm", next: LocalPath.page(Self.path, next: forms.next))),
            "next": .optional(forms.next),
            "cardFields": .list(CardForm.views(forms.card?.form, forms.card?.refusal.errors ?? FormErrors(), words)),
            "accountFields": .list(
                BankAccountForm.views(forms.account?.form, forms.account?.refusal.errors ?? FormErrors(), words)),
            "isCardOpen": .flag(forms.card != nil || (methods.isEmpty && forms.account == nil)),
            "isAccountOpen": .flag(forms.account != nil),
        ]) { $1 }
        if let refusal = forms.refusal { values.merge(refusal.values([], words)) { $1 } }
        return Page("pay-methods", title: words("pay.methods.title"), place: .practice, values).with(forms.refusal?.errors)
    }

    /// On a server with accounts, the password must have been given recently: it is better to say so before a number is typed.
    private func mustConfirm(_ visit: Visit) -> Bool { visit.host.hasAccounts && visit.caller.standing?.isFresh != true }

    // MARK: Linking

    private func link(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        var forms = Forms(next: visit.next(fields))
        let next = forms.next ?? Self.path
        if fields["kind"] == "bank-account" {
            let form = BankAccountForm(typed: fields)
            let refused = try await refusal(
                of: operations.addAccount, fields, form.errors(visit.words), BankAccountForm.members, visit)
            guard let refused else { return .redirect(LocalPath.done(next, "pay-account-linked")) }
            forms.account = (form, refused)
        } else {
            let form = CardForm(typed: fields)
            let state = try await trading.accounts.state(of: visit.caller.owner)
            let errors = form.errors(bankTime: state.bankTime, isFast: state.clockSpeed != 1, visit.words)
            let refused = try await refusal(of: operations.addCard, fields, errors, CardForm.members, visit)
            guard let refused else { return .redirect(LocalPath.done(next, "pay-card-linked")) }
            forms.card = (form, refused)
        }
        return .page(try await page(visit, forms))
    }

    /// Links a card or account.
    ///
    /// - Parameter errors: those that can be found without the operation.
    /// - Returns: nil if it is linked.
    private func refusal<Input>(
        of link: TypedOperation<Input, PaymentMethod>, _ fields: Fields, _ errors: FormErrors, _ members: [String: String],
        _ visit: Visit
    ) async throws -> PaymentRefusal? {
        guard errors.isEmpty else {
            var all = errors
            if let others = visit.faults(of: link, fields) { all.add(try refusal(others, members, visit).errors) }
            return PaymentRefusal(all)
        }
        do {
            _ = try await visit.perform(link, fields)
            return nil
        } catch {
            return try refusal(error, members, visit)
        }
    }

    private func refusal(_ error: any Error, _ members: [String: String], _ visit: Visit) throws -> PaymentRefusal {
        try PaymentRefusal(error, members, amount: "amount", TradingWords(visit, trading), trading.parts.rules)
    }

    // MARK: Changing

    private func change(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let id = visit.path("method")
        let next = visit.next(fields)
        let path = LocalPath.page(Self.path, next: next)
        // Each method has forms of its own, with the key of the page.
        let key = fields.key.map { "\($0)-\(id)" }
        if fields["do"] == "remove" {
            try await visit.perform(operations.remove, ["method": id], key: key)
            return .redirect(LocalPath.done(path, "pay-method-removed"))
        }
        do {
            _ = try await visit.perform(operations.rename, ["method": id, "label": fields["label"]], key: key)
            return .redirect(LocalPath.done(path, "pay-method-renamed"))
        } catch {
            guard Problem(error).status != .notFound else { throw error }
            var forms = Forms(next: next)
            let refusal = try refusal(error, ["/label": "label"], visit)
            forms.label = (id, fields, refusal)
            return .page(try await page(visit, forms))
        }
    }
}

/// A card or account in a list.
struct MethodView: Sendable {
    let method: PaymentMethod
    let words: Words

    /// The name that a person recognizes: "Holiday card (•••• 4242)".
    static func line(_ method: PaymentMethod) -> String {
        method.label.hasSuffix(method.lastFour) ? method.label : "\(method.label) (\(masked(method)))"
    }

    private static func masked(_ method: PaymentMethod) -> String { "\u{2022}\u{2022}\u{2022}\u{2022} \(method.lastFour)" }

    /// - Parameters:
    ///   - typed: the form with a refused name; nil for the present one.
    ///   - errors: those of a refused name.
    func values(typed: Fields?, _ errors: FormErrors?) -> TemplateValue {
        var label = FieldView("label", .text, words("pay.method.label"), value: method.label)
        label.maximumLength = 60
        let number = "\(method.network) \(Self.masked(method))"
        return [
            "id": .text(method.id), "label": .text(method.label), "isOpen": .flag(errors != nil),
            "path": .text("\(MethodPages.path)/\(method.id)"), "icon": .text(method.kind == .card ? "card" : "bank"),
            "number": .text(method.expires.map { words("pay.card.line", ["number": number, "expires": $0]) } ?? number),
            "labelField": label.values(errors ?? FormErrors(), typed: typed, prefix: "\(method.id)-"),
            "changeLabel": .text(words("pay.method.change", ["name": method.label])),
        ]
    }
}

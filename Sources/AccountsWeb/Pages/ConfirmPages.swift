import APIKit
import PageKit
import People

/// Asks for the password again before a change that could let others in. The session gets a new secret.
package struct ConfirmPages: Sendable {
    let people: People
    let operations: SessionOperations

    func add(to pages: inout PageList) {
        pages.get("/confirm", .session(.any)) { visit in
            .page(try ConfirmForm.page(visit, next: visit.next() ?? "/account"))
        }
        pages.post("/confirm", .session(.any), confirm)
    }

    private func confirm(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let next = visit.next(fields) ?? "/account"
        let kept = fields.has("waits") ? Self.kept(fields) : nil
        let signedIn: SignedIn
        do {
            let factor = FactorFields(fields)
            signedIn = try await visit.perform(
                operations.confirm,
                ["password": fields.exact("password"), "code": factor.code, "recovery_code": factor.recoveryCode])
        } catch {
            let errors = try FormErrors(error, ["password"] + FactorFields.names, visit.words)
            return .page(try ConfirmForm.page(visit, next: next, kept: kept, errors, typed: fields))
        }
        guard let kept else { return .redirect(next, signedIn.cookies(people)) }
        return .page(proceed(visit, to: next, kept, signedIn))
    }

    private static func kept(_ fields: Fields) -> Fields {
        Fields(
            fields.values.filter { $0.name.hasPrefix(ConfirmForm.mark) }.map {
                (String($0.name.dropFirst(ConfirmForm.mark.count)), $0.value)
            })
    }

    /// The waiting form, to be sent with one click: a form cannot be forwarded automatically in the answer to another form.
    private func proceed(_ visit: Visit, to path: String, _ kept: Fields, _ signedIn: SignedIn) -> Page {
        let words = visit.words
        var form = FormView(path, [], submit: words("account.confirm.proceed"))
        form.hidden = kept.values.map { ($0.name, $0.value) }
        var card = CardView("confirmed", words("account.confirm.done"), words("account.confirm.proceed-text"))
        card.forms = [form.values()]
        var page = AccountFrame.page(visit, nil, title: words("account.confirm.title"), [card])
        page.headers = signedIn.cookies(people)
        // The session's secret is new, and so is the token of its forms.
        page.values["csrf"] = .text(FormToken.masked(signedIn.formToken(people) ?? ""))
        return page
    }
}

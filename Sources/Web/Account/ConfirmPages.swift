import People
import Server

/// Asks for the password again before a change that could let others in. The session gets a new secret.
struct ConfirmPages: Sendable {
    let people: People
    let operations: SessionOperations

    func add(to pages: inout PageList) {
        pages.get("/confirm", .session(.any)) { visit in
            .page(try Self.page(visit, next: visit.next() ?? "/account"))
        }
        pages.post("/confirm", .session(.any), confirm)
    }

    /// The prefix of the fields of the waiting form.
    private static let mark = "kept-"
    /// Fields that are never kept: secrets, and values that each page makes anew.
    private static func isKept(_ name: String) -> Bool {
        let words = ["csrf", "key", "password", "pin", "code", "token", "sign_in", "next", mark]
        return !words.contains { name.contains($0) }
    }

    /// - Parameters:
    ///   - next: the address to go to afterwards.
    ///   - kept: the fields of a form that was refused; it is sent to `next` afterwards.
    static func page(
        _ visit: Visit, next: String, kept: Fields? = nil, _ errors: FormErrors = FormErrors(), typed: Fields? = nil
    ) throws -> Page {
        let words = visit.words
        var form = FormView("/confirm", [], submit: words("account.confirm.submit"))
        form.username = try visit.account.email.text
        form.fields = [FieldView("password", .password, words("account.field.password"))] + FactorFields.of(visit)
        form.hidden = [("next", next)]
        if let kept {
            form.hidden.append(("waits", "yes"))
            form.hidden += kept.values.filter { isKept($0.name) }.map { (mark + $0.name, $0.value) }
        }
        var card = CardView("confirm", words("account.confirm.heading"), words("account.confirm.text"))
        card.forms = [form.values(errors, typed: typed)]
        return AccountFrame.page(visit, nil, title: words("account.confirm.title"), [card]).with(errors)
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
            return .page(try Self.page(visit, next: next, kept: kept, errors, typed: fields))
        }
        guard let kept else { return .redirect(next, signedIn.cookies(people)) }
        return .page(proceed(visit, to: next, kept, signedIn))
    }

    private static func kept(_ fields: Fields) -> Fields {
        Fields(fields.values.filter { $0.name.hasPrefix(mark) }.map { (String($0.name.dropFirst(mark.count)), $0.value) })
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

/// The second factor in a form that asks for the password.
struct FactorFields {
    let code: String
    /// Empty if there is a code.
    let recoveryCode: String

    init(_ fields: Fields) {
        // Apps show the digits in two groups.
        code = fields["code"].filter { !$0.isWhitespace }
        recoveryCode = code.isEmpty ? fields["recovery_code"] : ""
    }

    /// Returns the fields for a person who has a second factor; none for others.
    static func of(_ visit: Visit) -> [FieldView] {
        guard visit.person?.hasSecondFactor == true else { return [] }
        return all(visit.words)
    }

    static func all(_ words: Words) -> [FieldView] {
        [
            FieldView("code", .code, words("account.field.code"), hint: words("account.field.code-hint")),
            FieldView("recovery_code", .recoveryCode, words("account.field.recovery"), hint: words("account.field.recovery-hint")),
        ]
    }

    static let names = ["code", "recovery_code"]
}

import APIKit
import HTMLTemplates
import PageKit
import People

/// The pages that mailed links open, except those for sign-up. Each asks for a click, says what will happen, and says what to do if
/// the link is old, used or mistyped.
package struct LinkPages: Sendable {
    let operations: CredentialOperations
    let account: OwnAccountOperations

    func add(to pages: inout PageList) {
        pages.get("/reset", .nobody) { .page(resetPage($0)) }
        pages.post("/reset", .nobody, reset)
        pages.post("/reset/mail", .nobody, askForReset)
        pages.get("/address", .nobody) { .page(addressPage($0)) }
        pages.post("/address", .session(.full), takeAddress)
        pages.get("/second-factor/removal", .nobody) { .page(removalPage($0)) }
        pages.post("/second-factor/removal", .nobody, remove)
        pages.get("/second-factor/stop", .nobody) { .page(stopPage($0)) }
        pages.post("/second-factor/stop", .nobody, stop)
    }

    private static func link(_ words: Words) -> FieldView {
        FieldView("token", .link, words("account.field.link"), hint: words("account.field.link-hint"))
    }

    private static func toSignIn(_ words: Words) -> [WelcomePage.Link] { [.init(text: words("signin.again"), href: "/sign-in")] }

    /// Returns the secret of a link.
    ///
    /// - Throws: ``PeopleError/unknownLink`` if there is none.
    private static func secret(_ fields: Fields) throws -> String {
        let secret = LinkSecret.text(fields["token"])
        guard !secret.isEmpty else { throw PeopleError.unknownLink }
        return secret
    }

    // MARK: Forgotten password

    /// With the link: the form for a new password. Without it: the form that asks for a link. Scripts show only the one that is
    /// needed.
    private func resetPage(
        _ visit: Visit, _ errors: FormErrors = FormErrors(), typed: Fields? = nil, asking: FormErrors = FormErrors(),
        asked: Fields? = nil
    ) -> Page {
        let words = visit.words
        let ask = FormView(
            "/reset/mail", [FieldView("email", .email, words("account.field.email"), autocomplete: "username")],
            submit: words("reset.ask"), kind: typed == nil ? .main : .plain)
        let set = FormView(
            "/reset",
            [
                Self.link(words),
                FieldView(
                    "password", .newPassword, words("account.field.new-password"), hint: words("account.field.password-hint")),
                FieldView("password_again", .newPassword, words("account.field.new-password-again")),
            ]
                + FactorFields.all(words).map { field in
                    var field = field
                    if field.name == "code" { field.hint = words("reset.code-hint") }
                    return field
                }, submit: words("reset.submit"), kind: typed == nil ? .plain : .main)
        let forms = [ask.values(asking, typed: asked), set.values(errors, typed: typed)]
        return WelcomePage.page(
            visit, title: words("reset.title"), texts: [words("reset.text")], forms: typed == nil ? forms : forms.reversed(),
            links: Self.toSignIn(words), takesLink: true
        ).with(errors).with(asking)
    }

    private func askForReset(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let words = visit.words
        do {
            try await visit.perform(operations.requestReset, fields)
        } catch {
            let errors = try FormErrors(error, ["email"], words)
            return .page(resetPage(visit, asking: errors, asked: fields))
        }
        return .page(
            WelcomePage.page(
                visit, title: words("reset.mailed.title"), texts: [words("reset.mailed.text", ["email": fields["email"]])],
                links: Self.toSignIn(words)))
    }

    private func reset(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        do {
            let factor = FactorFields(fields)
            try await visit.perform(
                operations.reset,
                [
                    "token": Self.secret(fields), "password": fields.exact("password"),
                    "password_again": fields.exact("password_again"), "code": factor.code, "recovery_code": factor.recoveryCode,
                ])
            return .redirect("/sign-in?done=password-reset")
        } catch {
            let errors = try FormErrors(error, ["token", "password", "password_again"] + FactorFields.names, visit.words)
            return .page(resetPage(visit, errors, typed: fields))
        }
    }

    // MARK: New address

    private func addressPage(_ visit: Visit, _ errors: FormErrors = FormErrors(), typed: Fields? = nil) -> Page {
        let words = visit.words
        guard visit.person != nil else {
            // The part after # is lost during sign-in, but the link in the mail still works.
            return WelcomePage.page(
                visit, title: words("address.title"), texts: [words("address.signed-out")],
                links: [.init(text: words("signin.title"), href: "/sign-in")])
        }
        let form = FormView("/address", [Self.link(words)], submit: words("address.submit"))
        return WelcomePage.page(
            visit, title: words("address.title"), texts: [words("address.text")], forms: [form.values(errors, typed: typed)],
            links: [.init(text: words("nav.account"), href: "/account")], takesLink: true
        ).with(errors)
    }

    private func takeAddress(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        do {
            _ = try await visit.perform(account.verifyEmail, ["token": Self.secret(fields)])
            return .redirect("/account?done=address-changed")
        } catch {
            let errors = try FormErrors(error, ["token"], visit.words)
            return .page(addressPage(visit, errors, typed: fields))
        }
    }

    // MARK: Lost second factor

    private func removalPage(_ visit: Visit, _ errors: FormErrors = FormErrors(), typed: Fields? = nil) -> Page {
        let words = visit.words
        let form = FormView(
            "/second-factor/removal",
            [Self.link(words), FieldView("password", .password, words("account.field.password"))],
            submit: words("removal.submit"), kind: .danger)
        return WelcomePage.page(
            visit, title: words("removal.title"), texts: [words("removal.text")], forms: [form.values(errors, typed: typed)],
            links: Self.toSignIn(words), takesLink: true
        ).with(errors)
    }

    private func remove(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        do {
            _ = try await visit.perform(
                operations.confirmLoss, ["token": Self.secret(fields), "password": fields.exact("password")])
            return .redirect("/sign-in?done=removal-started")
        } catch {
            let errors = try FormErrors(error, ["token", "password"], visit.words)
            return .page(removalPage(visit, errors, typed: fields))
        }
    }

    private func stopPage(_ visit: Visit, _ errors: FormErrors = FormErrors(), typed: Fields? = nil) -> Page {
        let words = visit.words
        let form = FormView("/second-factor/stop", [Self.link(words)], submit: words("stop.submit"))
        return WelcomePage.page(
            visit, title: words("stop.title"), texts: [words("stop.text")], forms: [form.values(errors, typed: typed)],
            links: Self.toSignIn(words), takesLink: true
        ).with(errors)
    }

    private func stop(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        do {
            try await visit.perform(operations.stopRemoval, ["token": Self.secret(fields)])
            return .redirect("/sign-in?done=removal-stopped")
        } catch {
            let errors = try FormErrors(error, ["token"], visit.words)
            return .page(stopPage(visit, errors, typed: fields))
        }
    }
}

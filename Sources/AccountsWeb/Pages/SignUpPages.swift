import APIKit
import HTMLTemplates
import HTTPEdge
import PageKit
import People

/// Sign-up, with an invitation or by a mail that verifies the address.
package struct SignUpPages: Sendable {
    let people: People
    let operations: SignUpOperations
    let sessions: SessionOperations

    func add(to pages: inout PageList) {
        pages.get("/sign-up", .nobody) { .page(signUpPage($0)) }
        pages.post("/sign-up", .nobody, signUp)
        pages.get("/invitation", .nobody) { .page(invitationPage($0)) }
        pages.post("/invitation", .nobody, accept)
        pages.get("/verify", .nobody) { .page(verifyPage($0)) }
        pages.post("/verify", .nobody, verify)
        pages.post("/verify/mail", .nobody, sendAgain)
    }

    private func tabs(_ visit: Visit) -> [TemplateValue] {
        WelcomePage.tabs(visit, .signUp, hasPIN: false, canSignUp: people.signUps.policy != .closed, next: nil)
    }

    // MARK: Signing up

    private func signUpPage(_ visit: Visit, _ errors: FormErrors = FormErrors(), typed: Fields? = nil) -> Page {
        let words = visit.words
        guard people.signUps.policy == .open else {
            let isClosed = people.signUps.policy == .closed
            return WelcomePage.page(
                visit, title: words("signup.title"), texts: [words(isClosed ? "signup.closed" : "signup.invited-only")],
                tabs: tabs(visit),
                links: [.init(text: words("signin.again"), href: "/sign-in")]
                    + (isClosed ? [] : [.init(text: words("signup.have-invitation"), href: "/invitation")]))
        }
        let form = FormView(
            "/sign-up",
            [
                FieldView("name", .text, words("account.field.name"), autocomplete: "name"),
                FieldView("email", .email, words("account.field.email"), autocomplete: "username"),
                // The page of the mailed link asks for it once more.
                Self.password(words), Self.terms(words),
            ], submit: words("signup.submit"))
        return WelcomePage.page(
            visit, title: words("signup.title"), tabs: tabs(visit), forms: [form.values(errors, typed: typed)]
        ).with(errors)
    }

    private static func password(_ words: Words) -> FieldView {
        FieldView("password", .newPassword, words("account.field.password"), hint: words("account.field.password-hint"))
    }

    private static func terms(_ words: Words) -> FieldView {
        FieldView("accept_terms", .check, words("signup.terms"), hint: words("signup.terms-hint"))
    }

    private func signUp(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let words = visit.words
        let texts = Self.texts(fields, words, ("email", fields["email"]))
        let errors = try await errors(of: fields, texts, visit) { _ = try await visit.perform(operations.signUp, texts) }
        guard errors.isEmpty else { return .page(signUpPage(visit, errors, typed: fields)) }
        return .page(mailedPage(visit, fields["email"]))
    }

    private static func texts(_ fields: Fields, _ words: Words, _ proof: (String, String)) -> KeyValuePairs<String, String?> {
        [
            "name": fields["name"], "password": fields.exact("password"), "accept_terms": String(fields["accept_terms"] == "yes"),
            "language": words.language.rawValue, proof.0: proof.1,
        ]
    }

    /// Performs a sign-up after comparing the passwords, if the form has two: the API takes one.
    private func errors(
        of fields: Fields, _ texts: KeyValuePairs<String, String?>, _ visit: Visit, _ perform: () async throws -> Void
    ) async throws -> FormErrors {
        let names = ["name", "email", "password", "accept_terms", "invitation"]
        var errors = FormErrors()
        if fields.has("password_again"), fields.exact("password") != fields.exact("password_again") {
            errors.add(visit.words("problem.code.passwords-differ"), to: "password_again")
        }
        guard errors.isEmpty else {
            if let others = visit.faults(of: operations.signUp, texts) { errors.add(try FormErrors(others, names, visit.words)) }
            return errors
        }
        do {
            try await perform()
            return errors
        } catch {
            return try FormErrors(error, names, visit.words)
        }
    }

    /// The same page for every address, known or not.
    private func mailedPage(_ visit: Visit, _ email: String) -> Page {
        let words = visit.words
        return WelcomePage.page(
            visit, title: words("signup.mailed.title"), texts: [words("signup.mailed.text", ["email": email])],
            forms: [againForm(visit, email: email).values()],
            links: [.init(text: words("signin.again"), href: "/sign-in")])
    }

    // MARK: Invitations

    private func invitationPage(_ visit: Visit, _ errors: FormErrors = FormErrors(), typed: Fields? = nil) -> Page {
        let words = visit.words
        let form = FormView(
            "/invitation",
            [
                FieldView("invitation", .link, words("account.field.invitation"), hint: words("account.field.link-hint")),
                FieldView("name", .text, words("account.field.name"), autocomplete: "name"), Self.password(words),
                FieldView("password_again", .newPassword, words("account.field.password-again")), Self.terms(words),
            ], submit: words("signup.submit"))
        return WelcomePage.page(
            visit, title: words("invitation.title"), texts: [words("invitation.text")], forms: [form.values(errors, typed: typed)],
            links: [.init(text: words("signin.again"), href: "/sign-in")], takesLink: true
        ).with(errors)
    }

    private func accept(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        var person: Person?
        let secret = LinkSecret.text(fields["invitation"])
        let texts = Self.texts(fields, visit.words, ("invitation", secret))
        let errors = try await errors(of: fields, texts, visit) {
            guard !secret.isEmpty else { throw PeopleError.unknownInvitation }
            if case .created(let created) = try await visit.perform(operations.signUp, texts) { person = created }
        }
        guard errors.isEmpty else { return .page(invitationPage(visit, errors, typed: fields)) }
        return await signedIn(person, fields, visit, to: "/?done=signed-up")
    }

    // MARK: Verification

    private func verifyPage(
        _ visit: Visit, _ errors: FormErrors = FormErrors(), typed: Fields? = nil, again: FormErrors = FormErrors(),
        typedAgain: Fields? = nil
    ) -> Page {
        let words = visit.words
        let form = FormView(
            "/verify",
            [
                FieldView("token", .link, words("account.field.link"), hint: words("account.field.link-hint")),
                FieldView("password", .password, words("account.field.password"), hint: words("verify.password-hint")),
            ], submit: words("verify.submit"))
        return WelcomePage.page(
            visit, title: words("verify.title"), texts: [words("verify.text")],
            forms: [form.values(errors, typed: typed), againForm(visit).values(again, typed: typedAgain)],
            links: [.init(text: words("signin.again"), href: "/sign-in")], takesLink: true
        ).with(errors).with(again)
    }

    private func verify(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        do {
            let secret = LinkSecret.text(fields["token"])
            guard !secret.isEmpty else { throw PeopleError.unknownLink }
            let texts: KeyValuePairs<String, String?> = ["token": secret, "password": fields.exact("password")]
            let person = try await visit.perform(operations.verify, texts)
            return await signedIn(person, fields, visit, to: "/?done=verified")
        } catch {
            let errors = try FormErrors(error, ["token", "password"], visit.words)
            return .page(verifyPage(visit, errors, typed: fields))
        }
    }

    /// Signs a new person in with the password that was just typed. If that fails, such as on a busy server, the account exists
    /// all the same: the page for signing in says so.
    private func signedIn(_ person: Person?, _ fields: Fields, _ visit: Visit, to path: String) async -> Outcome {
        guard let person,
            case .signedIn(let session)? = try? await visit.perform(
                sessions.signIn, ["email": person.email.text, "password": fields.exact("password"), "cookie": "true"])
        else { return .redirect("/sign-in?done=account-ready") }
        return .redirect(path, session.cookies(people))
    }

    private func againForm(_ visit: Visit, email: String = "") -> FormView {
        let words = visit.words
        let field = FieldView("email", .email, words("account.field.email"), hint: words("verify.again-hint"), value: email)
        return FormView("/verify/mail", [field], submit: words("verify.again"), kind: .plain)
    }

    private func sendAgain(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        do {
            try await visit.perform(operations.sendAgain, fields)
            return .page(mailedPage(visit, fields["email"]))
        } catch {
            let errors = try FormErrors(error, ["email"], visit.words)
            return .page(verifyPage(visit, again: errors, typedAgain: fields))
        }
    }
}

/// The secret of a mailed or printed link.
enum LinkSecret {
    /// Returns the part of a link after the `#`, or the text itself: people paste either.
    static func text(_ typed: String) -> String {
        let part = typed.split(separator: "#", omittingEmptySubsequences: false).last ?? ""
        return String(part.filter { !$0.isWhitespace })
    }
}

import APIKit
import HTMLTemplates
import HTTPEdge
import PageKit
import People

/// Sign-in with a password and a second factor, or with the PIN of this device; and sign-out.
package struct SignInPages: Sendable {
    let people: People
    let operations: SessionOperations

    func add(to pages: inout PageList) {
        pages.get("/sign-in", .nobody, signIn)
        pages.post("/sign-in", .nobody, sendPassword)
        pages.get("/sign-in/pin", .nobody, signInByPIN)
        pages.post("/sign-in/pin", .nobody, sendPIN)
        // The second step is an answer to the first; reloading it starts again.
        pages.get("/sign-in/code", .nobody) { .redirect(LocalPath.page("/sign-in", next: $0.next())) }
        pages.post("/sign-in/code", .nobody, sendCode)
        pages.post("/sign-out", .session(.any), signOut)
    }

    private func holder(_ visit: Visit) async throws -> Person? {
        guard let secret = visit.host.deviceSecret(of: visit.request) else { return nil }
        return try await people.pins.holder(of: secret)
    }

    private var canSignUp: Bool { people.signUps.policy != .closed }

    /// The address to go to after sign-in.
    private static func goal(_ next: String?) -> String { next ?? "/" }

    // MARK: Password

    private func signIn(_ visit: Visit) async throws -> Outcome {
        let next = visit.next()
        guard visit.person == nil else { return .redirect(Self.goal(next)) }
        // A person with a PIN on this device gets the quicker way first.
        if visit.query("with") != "password", visit.query("done") == nil, try await holder(visit) != nil {
            return .redirect(LocalPath.page("/sign-in/pin", next: next))
        }
        return .page(try await passwordPage(visit, next: next))
    }

    private func passwordPage(
        _ visit: Visit, next: String?, _ errors: FormErrors = FormErrors(), typed: Fields? = nil
    ) async throws -> Page {
        let words = visit.words
        var form = FormView(
            "/sign-in",
            [
                FieldView("email", .email, words("account.field.email"), autocomplete: "username"),
                FieldView("password", .password, words("account.field.password")),
                FieldView("remember", .check, words("signin.remember"), hint: words("signin.remember-hint")),
            ], submit: words("signin.submit"))
        form.hidden = next.map { [("next", $0)] } ?? []
        let tabs = WelcomePage.tabs(visit, .password, hasPIN: try await holder(visit) != nil, canSignUp: canSignUp, next: next)
        return WelcomePage.page(
            visit, title: words("signin.title"), texts: next == nil ? [] : [words("signin.needed")], tabs: tabs,
            forms: [form.values(errors, typed: typed)],
            links: [.init(text: words("signin.forgot"), href: "/reset")]
        ).with(errors)
    }

    private func sendPassword(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let next = visit.next(fields)
        do {
            let outcome = try await visit.perform(
                operations.signIn,
                [
                    "email": fields["email"], "password": fields.exact("password"), "cookie": "true",
                    "remember_me": String(fields["remember"] == "yes"),
                ])
            switch outcome {
            case .signedIn(let signedIn): return .redirect(Self.goal(next), signedIn.cookies(people))
            case .needsCode(let secret, _): return .page(codePage(visit, secret, next: next))
            }
        } catch {
            let errors = try Self.errors(error, visit.words)
            return .page(try await passwordPage(visit, next: next, errors, typed: fields))
        }
    }

    /// For any fault of an address or a password, the answer is the same: that for wrong ones.
    private static func errors(_ error: any Error, _ words: Words) throws -> FormErrors {
        guard ["invalid-value", "missing-value"].contains(Problem(error).code) else {
            return try FormErrors(error, ["email", "password"], words)
        }
        return FormErrors(words("problem.code.wrong-credentials"), to: nil)
    }

    // MARK: Second step

    private func codePage(
        _ visit: Visit, _ secret: String, next: String?, _ errors: FormErrors = FormErrors(), typed: Fields? = nil
    ) -> Page {
        let words = visit.words
        var form = FormView("/sign-in/code", FactorFields.all(words), submit: words("signin.submit"))
        form.hidden = [("sign_in", secret)] + (next.map { [("next", $0)] } ?? [])
        return WelcomePage.page(
            visit, title: words("signin.code.title"), texts: [words("signin.code.text")],
            forms: [form.values(errors, typed: typed)],
            links: [.init(text: words("signin.again"), href: LocalPath.page("/sign-in", next: next))]
        ).with(errors)
    }

    private func sendCode(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let (next, secret) = (visit.next(fields), fields["sign_in"])
        do {
            let factor = FactorFields(fields)
            let signedIn = try await visit.perform(
                operations.complete, ["sign_in": secret, "code": factor.code, "recovery_code": factor.recoveryCode])
            return .redirect(Self.goal(next), signedIn.cookies(people))
        } catch {
            let errors = try FormErrors(error, FactorFields.names, visit.words)
            // An expired sign-in cannot be completed.
            guard Problem(error).field != "/sign_in" else {
                return .page(try await passwordPage(visit, next: next, errors))
            }
            return .page(codePage(visit, secret, next: next, errors, typed: fields))
        }
    }

    // MARK: PIN

    private func signInByPIN(_ visit: Visit) async throws -> Outcome {
        let next = visit.next()
        guard visit.person == nil else { return .redirect(Self.goal(next)) }
        guard let person = try await holder(visit) else { return .redirect(LocalPath.page("/sign-in", next: next)) }
        return .page(pinPage(visit, person, next: next))
    }

    private func pinPage(
        _ visit: Visit, _ person: Person, next: String?, _ errors: FormErrors = FormErrors()
    ) -> Page {
        let words = visit.words
        let other = LocalPath.page("/sign-in", next: next)
        var page = WelcomePage.page(
            visit, title: words("signin.title"),
            tabs: WelcomePage.tabs(visit, .pin, hasPIN: true, canSignUp: canSignUp, next: next)
                .map { Self.withoutDetour($0) }
        ).with(errors)
        page.values["pin"] = [
            "who": .text(words("signin.pin.who", ["name": person.name])),
            "error": .optional(errors.byField["pin"] ?? errors.general),
            "next": .optional(next), "other": .text(other + (next == nil ? "?" : "&") + "with=password"),
            "hasError": .flag(!errors.isEmpty),
        ]
        return page
    }

    /// The password tab must lead to the password, not back to the PIN.
    private static func withoutDetour(_ tab: TemplateValue) -> TemplateValue {
        guard case .group(var values) = tab, case .text(let href)? = values["href"], href.hasPrefix("/sign-in"),
            !href.hasPrefix("/sign-in/")
        else { return tab }
        values["href"] = .text(href + (href.contains("?") ? "&" : "?") + "with=password")
        return .group(values)
    }

    private func sendPIN(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let next = visit.next(fields)
        do {
            let signedIn = try await visit.perform(operations.signInByPIN, ["pin": fields["pin"], "cookie": "true"])
            return .redirect(Self.goal(next), signedIn.cookies(people))
        } catch {
            let errors = try FormErrors(error, ["pin"], visit.words)
            guard let person = try await holder(visit) else {
                // The fifth wrong PIN removes it: only the password helps then.
                return .page(try await passwordPage(visit, next: next, errors))
            }
            return .page(pinPage(visit, person, next: next, errors))
        }
    }

    // MARK: Out

    private func signOut(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        try await visit.perform(operations.signOut)
        return .redirect("/sign-in?done=signed-out", try visit.standing.signOutHeaders)
    }
}

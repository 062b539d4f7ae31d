import APIKit
import HTMLTemplates
import PageKit
import People

/// Changes the password, and the PIN of this device.
package struct PasswordPages: Sendable {
    let people: People
    let operations: CredentialOperations

    func add(to pages: inout PageList) {
        pages.get("/account/password", .session(.any)) { .page(try passwordPage($0)) }
        pages.post("/account/password", .session(.any), changePassword)
        pages.get("/account/pin", .session(.full)) { .page(try await pinPage($0)) }
        // A PIN is a secret: the person types it again after the password.
        pages.postFresh("/account/pin", .session(.full), again: "/account/pin", setPIN)
        pages.postFresh("/account/pin/removal", .session(.full), operations.removePIN.form(to: "/account/pin?done=pin-removed"))
    }

    // MARK: Password

    private func passwordPage(_ visit: Visit, _ errors: FormErrors = FormErrors(), typed: Fields? = nil) throws -> Page {
        let words = visit.words
        var form = FormView(
            "/account/password",
            [
                FieldView("current_password", .password, words("account.field.current-password")),
                FieldView(
                    "password", .newPassword, words("account.field.new-password"), hint: words("account.field.password-hint")),
                FieldView("password_again", .newPassword, words("account.field.new-password-again")),
            ] + FactorFields.of(visit), submit: words("account.password.submit"))
        form.username = try visit.account.email.text
        var card = CardView("password", words("account.password.heading"), words("account.password.text"))
        if try visit.account.mustChangePassword { card.notice = words("account.password.leaked") }
        card.forms = [form.values(errors, typed: typed)]
        return AccountFrame.page(visit, .password, title: words("account.password.title"), [card]).with(errors)
    }

    private func changePassword(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        do {
            let factor = FactorFields(fields)
            let signedIn = try await visit.perform(
                operations.changePassword,
                [
                    "current_password": fields.exact("current_password"), "password": fields.exact("password"),
                    "password_again": fields.exact("password_again"), "code": factor.code, "recovery_code": factor.recoveryCode,
                ])
            return .redirect("/account/password?done=password-changed", signedIn.cookies(people))
        } catch {
            let names = ["current_password", "password", "password_again"] + FactorFields.names
            let errors = try FormErrors(error, names, visit.words)
            return .page(try passwordPage(visit, errors, typed: fields))
        }
    }

    // MARK: PIN

    private func pinPage(_ visit: Visit, _ errors: FormErrors = FormErrors()) async throws -> Page {
        let words = visit.words
        var card = CardView("pin", words("account.pin.heading"), words("account.pin.text"))
        let hasPIN = try await people.sessions.current(visit.standing).device?.pin != nil
        if try visit.account.isOperator {
            card.notice = words("problem.code.operators-have-no-pin")
        } else {
            let form = FormView(
                "/account/pin",
                [
                    FieldView("pin", .pin, words("account.field.pin"), hint: words("account.field.pin-hint")),
                    FieldView("pin_again", .pin, words("account.field.pin-again")),
                ], submit: words(hasPIN ? "account.pin.change" : "account.pin.set"))
            card.pairs = [(words("account.pin.state"), words(hasPIN ? "account.state.on" : "account.state.off"))]
            card.forms = [form.values(errors)]
            if hasPIN {
                card.forms.append(FormView("/account/pin/removal", submit: words("account.pin.remove"), kind: .danger).values())
            }
        }
        return AccountFrame.page(visit, .pin, title: words("account.pin.title"), [card]).with(errors)
    }

    private func setPIN(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        do {
            try await visit.perform(operations.setPIN, ["pin": fields["pin"], "pin_again": fields["pin_again"]])
            return .redirect("/account/pin?done=pin-set")
        } catch {
            let errors = try FormErrors(error, ["pin", "pin_again"], visit.words)
            return .page(try await pinPage(visit, errors))
        }
    }
}

import APIKit
import HTMLTemplates
import PageKit
import People

/// The export of all data, and the deletion of an account.
package struct LeavingPages: Sendable {
    let operations: OwnAccountOperations

    func add(to pages: inout PageList) {
        let export = AccountFrame.Part.export.rawValue
        pages.get(export, .session(.full)) { .page(exportPage($0)) }
        pages.postFresh(export, .session(.full), again: export) { visit, _ in
            do {
                return .response(try await visit.perform(operations.export).asResponse)
            } catch {
                return .page(exportPage(visit, try FormErrors(error, [:], visit.words)))
            }
        }
        let deletion = AccountFrame.Part.deletion.rawValue
        pages.get(deletion, .session(.any)) { .page(try deletionPage($0)) }
        pages.post(deletion, .session(.any), schedule)
        pages.post("\(deletion)/undo", .session(.any), operations.undoDeletion.form(to: "/account?done=account-kept"))
    }

    private func exportPage(_ visit: Visit, _ errors: FormErrors = FormErrors()) -> Page {
        let words = visit.words
        var form = FormView(AccountFrame.Part.export.rawValue, submit: words("account.export.submit"))
        form.isDownload = true
        var card = CardView("export", words("account.export.heading"), words("account.export.text"))
        card.forms = [form.values(errors)]
        return AccountFrame.page(visit, .export, title: words("account.export.title"), [card]).with(errors)
    }

    // MARK: Deletion

    private func deletionPage(_ visit: Visit, _ errors: FormErrors = FormErrors(), typed: Fields? = nil) throws -> Page {
        let words = visit.words
        let path = AccountFrame.Part.deletion.rawValue
        var card = CardView("deletion", words("account.deletion.heading"))
        if let time = try visit.account.deletedFrom {
            card.notice = words("account.deletion.scheduled", ["date": AccountFrame.moment(time, visit)])
            card.texts = [words("account.deletion.undo-text")]
            card.forms = [FormView("\(path)/undo", submit: words("account.deletion.undo")).values()]
        } else {
            let address = try visit.account.email.text
            var form = FormView(
                path,
                [
                    FieldView(
                        "email", .text, words("account.field.typed-email", ["email": address]),
                        hint: words("account.field.typed-email-hint")),
                    FieldView("password", .password, words("account.field.password")),
                ] + FactorFields.of(visit), submit: words("account.deletion.submit"), kind: .danger)
            form.username = address
            card.texts = [words("account.deletion.text"), words("account.deletion.export-first")]
            card.link = (words("account.export.title"), AccountFrame.Part.export.rawValue)
            card.forms = [form.values(errors, typed: typed)]
            card.isDanger = true
        }
        return AccountFrame.page(visit, .deletion, title: words("account.deletion.title"), [card]).with(errors)
    }

    private func schedule(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        do {
            let factor = FactorFields(fields)
            _ = try await visit.perform(
                operations.scheduleDeletion,
                [
                    "password": fields.exact("password"), "email": fields["email"], "code": factor.code,
                    "recovery_code": factor.recoveryCode,
                ])
            return .redirect(AccountFrame.Part.deletion.rawValue)
        } catch {
            let errors = try FormErrors(error, ["email", "password"] + FactorFields.names, visit.words)
            return .page(try deletionPage(visit, errors, typed: fields))
        }
    }
}

import Languages

/// The page that asks for the password again.
package enum ConfirmForm {
    /// The prefix of the fields of the waiting form.
    package static let mark = "kept-"
    /// Fields that are never kept: secrets, and values that each page makes anew.
    private static func isKept(_ name: String) -> Bool {
        let words = ["csrf", "key", "password", "pin", "code", "token", "sign_in", "next", mark]
        return !words.contains { name.contains($0) }
    }

    /// - Parameters:
    ///   - next: the address to go to afterwards.
    ///   - kept: the fields of a form that was refused; it is sent to `next` afterwards.
    package static func page(
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
}

/// The second factor in a form that asks for the password.
package struct FactorFields {
    package let code: String
    /// Empty if there is a code.
    package let recoveryCode: String

    package init(_ fields: Fields) {
        // Apps show the digits in two groups.
        code = fields["code"].filter { !$0.isWhitespace }
        recoveryCode = code.isEmpty ? fields["recovery_code"] : ""
    }

    /// Returns the fields for a person who has a second factor; none for others.
    package static func of(_ visit: Visit) -> [FieldView] {
        guard visit.person?.hasSecondFactor == true else { return [] }
        return all(visit.words)
    }

    package static func all(_ words: Words) -> [FieldView] {
        [
            FieldView("code", .code, words("account.field.code"), hint: words("account.field.code-hint")),
            FieldView("recovery_code", .recoveryCode, words("account.field.recovery"), hint: words("account.field.recovery-hint")),
        ]
    }

    package static let names = ["code", "recovery_code"]
}

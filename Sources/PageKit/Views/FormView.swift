import HTMLTemplates

/// A form of accounts and settings, for the template `account-form`.
package struct FormView: Sendable {
    /// The path to which the form is sent.
    let action: String
    var fields: [FieldView]
    let submit: String
    var kind = Kind.main
    /// The values sent in addition to the fields.
    package var hidden: [(name: String, value: String)] = []
    /// For password managers, which store a password with a name: the address of the account.
    package var username: String?
    /// Whether its answer is a file, so that the page stays and the button must not stay busy.
    package var isDownload = false

    package enum Kind: String, Sendable { case main, plain = "", danger }

    package init(_ action: String, _ fields: [FieldView] = [], submit: String, kind: Kind = .main) {
        (self.action, self.fields, self.submit, self.kind) = (action, fields, submit, kind)
    }

    /// - Parameters:
    ///   - errors: the errors of this form.
    ///   - typed: the submitted values; nil for a form that is shown for the first time.
    ///   - id: distinguishes it from other forms of the page with the same action.
    package func values(_ errors: FormErrors = FormErrors(), typed: Fields? = nil, id: String? = nil) -> TemplateValue {
        let prefix = (action.split(separator: "/").map(String.init) + (id.map { [$0] } ?? [])).joined(separator: "-") + "-"
        return [
            "action": .text(action), "submit": .text(submit), "buttonClass": .text(kind.rawValue),
            "hidden": .list(hidden.map { ["name": .text($0.name), "value": .text($0.value)] }),
            "username": .optional(username), "general": .optional(errors.general), "isDownload": .flag(isDownload),
            "isUpload": .flag(fields.contains { $0.accept != nil }),
            "fields": .list(fields.map { $0.values(errors, typed: typed, prefix: prefix) }),
        ]
    }
}

extension Page {
    /// Returns the page with the status of a form's errors, if there are any.
    package func with(_ errors: FormErrors?) -> Page {
        guard let errors, !errors.isEmpty else { return self }
        var page = with(errors.status)
        if let seconds = errors.retryAfterSeconds { page.headers[.retryAfter] = "\(seconds)" }
        return page
    }
}

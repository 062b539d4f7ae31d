import HTMLTemplates

/// A field in forms of accounts and settings, for the template `account-field`.
struct FieldView: Sendable {
    enum Kind: Sendable {
        case text, email, password, newPassword, pin, code, recoveryCode, link
        case check, phone, search
        /// A text of several lines.
        case longText
        /// A file of these media types.
        case file(accept: String)
        case choice([(value: String, text: String)])
    }

    let name: String
    let kind: Kind
    let label: String
    var hint: String?
    /// The initial value.
    var value = ""
    var autocomplete = "off"
    var maximumLength = 512

    init(_ name: String, _ kind: Kind, _ label: String, hint: String? = nil, value: String = "", autocomplete: String? = nil) {
        (self.name, self.kind, self.label, self.hint, self.value) = (name, kind, label, hint, value)
        switch kind {
        case .email: (self.autocomplete, maximumLength) = ("email", 254)
        case .password: self.autocomplete = "current-password"
        case .newPassword: self.autocomplete = "new-password"
        case .pin: maximumLength = 12
        case .code: (self.autocomplete, maximumLength) = ("one-time-code", 7)
        case .recoveryCode: maximumLength = 60
        case .phone: (self.autocomplete, maximumLength) = ("tel", 40)
        default: break
        }
        if let autocomplete { self.autocomplete = autocomplete }
    }

    /// Whether the typed value may be shown again: secrets must be typed again, so that no answer repeats them.
    var isKept: Bool {
        switch kind {
        case .text, .email, .check, .choice, .link, .phone, .search, .longText: true
        case .password, .newPassword, .pin, .code, .recoveryCode, .file: false
        }
    }

    /// - Parameters:
    ///   - prefix: of the id, if a page has two forms with a field of the same name.
    ///   - typed: the submitted values; nil for a form that is shown for the first time.
    func values(prefix: String, _ errors: FormErrors, typed: Fields?) -> TemplateValue {
        let id = prefix + name
        let value = isKept ? typed.map { $0[name] } ?? value : value
        let error = errors.byField[name]
        let described = [hint == nil ? nil : "\(id)-hint", "\(id)-error"].compactMap(\.self).joined(separator: " ")
        return [
            "id": .text(id), "name": .text(name), "label": .text(label), "hint": .optional(hint), "value": .text(value),
            "autocomplete": .text(autocomplete), "maximumLength": "\(maximumLength)", "described": .text(described),
            "error": .optional(error), "type": .text(type), "inputMode": .optional(inputMode), "inputClass": .text(inputClass),
            "isSecret": .flag(isSecret), "isNew": .flag(isNew), "isCheck": .flag(isCheck), "isLink": .flag(isLink),
            "isInput": .flag(isInput), "isLong": .flag(isLong), "isFile": .flag(accept != nil), "accept": .text(accept ?? ""),
            "isChoice": .flag(!choices.isEmpty),
            "isChecked": .flag(value == "yes"),
            "choices": .list(
                choices.map { ["value": .text($0.value), "text": .text($0.text), "isChosen": .flag($0.value == value)] }),
        ]
    }

    private var choices: [(value: String, text: String)] { if case .choice(let choices) = kind { choices } else { [] } }
    private var isCheck: Bool { if case .check = kind { true } else { false } }
    private var isLong: Bool { if case .longText = kind { true } else { false } }
    private var isInput: Bool { !isCheck && choices.isEmpty && !isLong && accept == nil }
    /// The media types of a file; nil for other fields.
    var accept: String? { if case .file(let accept) = kind { accept } else { nil } }
    private var isLink: Bool { if case .link = kind { true } else { false } }
    private var isNew: Bool { if case .newPassword = kind { true } else { false } }

    private var isSecret: Bool {
        switch kind {
        case .password, .newPassword, .pin: true
        default: false
        }
    }

    private var type: String {
        switch kind {
        case .email: "email"
        case .phone: "tel"
        case .search: "search"
        case .password, .newPassword, .pin: "password"
        default: "text"
        }
    }

    private var inputMode: String? {
        switch kind {
        case .email: "email"
        case .phone: "tel"
        case .pin, .code: "numeric"
        default: nil
        }
    }

    private var inputClass: String {
        switch kind {
        case .pin, .code: "code"
        case .link, .recoveryCode: "mono"
        default: ""
        }
    }
}

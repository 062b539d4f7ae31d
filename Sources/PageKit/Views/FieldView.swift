import HTMLTemplates

/// A field of a form with its label, hint and error, for the template `form-field`.
package struct FieldView: Sendable {
    package enum Kind: Sendable {
        case text, email, password, newPassword, pin, code, recoveryCode, link, phone, check, date
        /// A number that is no amount, such as that of a card.
        case digits
        case amount(unit: String? = nil)
        case coin(CoinPicker)
        /// A text of several lines.
        case longText
        /// A file of these media types.
        case file(accept: String)
        case choice([(value: String, text: String)])
    }

    package let name: String
    let label: String
    package var hint: String?
    /// The initial value.
    let value: String
    let isRequired: Bool
    package var maximumLength: Int?
    package var placeholder: String?
    /// `password` hides what is typed.
    package var type = "text"
    /// Whether the typed value may be shown again: secrets must be typed again, so that no answer repeats them.
    package var isKept = true
    private(set) var accept: String?
    private var autocomplete = "off"
    private var inputMode: String?
    /// With the space before it.
    private var inputClass = ""
    private var unit: String?
    private var picker: CoinPicker?
    private var choices: [(value: String, text: String)] = []
    private var isCheck = false
    private var isLink = false
    private var isLong = false

    package init(
        _ name: String, _ kind: Kind, _ label: String, hint: String? = nil, value: String = "", autocomplete: String? = nil,
        isRequired: Bool = false
    ) {
        (self.name, self.label, self.hint, self.value, self.isRequired) = (name, label, hint, value, isRequired)
        switch kind {
        case .text: break
        case .email: (type, inputMode, self.autocomplete, maximumLength) = ("email", "email", "email", 254)
        case .phone: (type, inputMode, self.autocomplete, maximumLength) = ("tel", "tel", "tel", 40)
        case .password: (type, self.autocomplete, maximumLength, isKept) = ("password", "current-password", 512, false)
        case .newPassword: (type, self.autocomplete, maximumLength, isKept) = ("password", "new-password", 512, false)
        case .pin: (type, inputMode, inputClass, maximumLength, isKept) = ("password", "numeric", " code", 12, false)
        case .code:
            (inputMode, inputClass, self.autocomplete, maximumLength, isKept) = ("numeric", " code", "one-time-code", 7, false)
        case .recoveryCode: (inputClass, maximumLength, isKept) = (" mono", 60, false)
        case .link: (inputClass, maximumLength, isLink) = (" mono", 512, true)
        case .digits: inputMode = "numeric"
        case .amount(let unit): (self.unit, inputMode) = (unit, "decimal")
        case .coin(let picker): (self.picker, maximumLength) = (picker, picker.isSeveral ? 1000 : 100)
        case .date: type = "date"
        case .check: isCheck = true
        case .longText: isLong = true
        case .file(let accept): (self.accept, type, isKept) = (accept, "file", false)
        case .choice(let choices): self.choices = choices
        }
        if let autocomplete { self.autocomplete = autocomplete }
    }

    /// - Parameters:
    ///   - typed: the submitted values; nil for a form that is shown for the first time.
    ///   - prefix: of the id, if a page has two forms with a field of the same name.
    package func values(_ errors: FormErrors = FormErrors(), typed: Fields? = nil, prefix: String = "") -> TemplateValue {
        let id = prefix + name
        let value = isKept ? typed?[name] ?? value : value
        let isSecret = type == "password" && !isKept
        let isInput = !isCheck && !isLong && choices.isEmpty
        let described = hint == nil ? "\(id)-error" : "\(id)-error \(id)-hint"
        return [
            "id": .text(id), "name": .text(name), "label": .text(label), "hint": .optional(hint), "value": .text(value),
            "error": .optional(errors.byField[name]), "described": .text(described),
            "type": .text(type), "inputMode": .optional(inputMode), "inputClass": .text(inputClass),
            "autocomplete": .text(autocomplete), "maximumLength": .optional(maximumLength.map { "\($0)" }),
            "isRequired": .flag(isRequired), "placeholder": .optional(placeholder), "coins": picker?.values ?? false,
            "unit": .optional(unit), "accept": .optional(accept),
            "isSecret": .flag(isSecret), "isBoxed": .flag(isSecret || unit != nil),
            "isNew": .flag(autocomplete == "new-password"), "isLink": .flag(isLink), "isCheck": .flag(isCheck),
            "isLong": .flag(isLong), "isChoice": .flag(!choices.isEmpty),
            "isInput": .flag(isInput), "isChecked": .flag(value == "yes"),
            "choices": .list(
                choices.map { ["value": .text($0.value), "text": .text($0.text), "isChosen": .flag($0.value == value)] }),
        ]
    }
}

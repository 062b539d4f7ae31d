import HTMLTemplates
import Languages

/// A field of a form with its label, hint and error: `form-field.mustache`.
struct FormField: Sendable {
    let name: String
    let label: String
    var value = ""
    var hint: String?
    var unit: String?
    var type = "text"
    /// `decimal` for amounts, so that phones show digits.
    var inputMode = "text"
    /// The id of a list of suggestions.
    var list: String?
    var isRequired = false
    var isLong = false

    static func amount(_ name: String, _ label: String, _ value: String, unit: String? = nil, hint: String? = nil) -> FormField {
        var field = FormField(name: name, label: label, value: value)
        (field.hint, field.unit, field.inputMode) = (hint, unit, "decimal")
        return field
    }

    func values(_ errors: FormErrors) -> TemplateValue {
        [
            "name": .text(name), "label": .text(label), "value": .text(value), "hint": .optional(hint), "unit": .optional(unit),
            "type": .text(type), "inputMode": .text(inputMode), "list": .optional(list), "isRequired": .flag(isRequired),
            "error": .optional(errors.byField[name]), "isLong": .flag(isLong), "hasError": .flag(errors.byField[name] != nil),
        ]
    }
}

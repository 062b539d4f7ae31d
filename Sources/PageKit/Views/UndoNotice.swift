import HTMLTemplates

/// A notice that something was removed, with a button that undoes it: the template `undo`.
package enum UndoNotice {
    /// - Parameters:
    ///   - action: the address of the form.
    ///   - fields: what the form sends, besides the key and the token of all forms.
    package static func values(
        _ text: String, label: String, action: String, _ fields: KeyValuePairs<String, String> = [:]
    ) -> TemplateValue {
        [
            "text": .text(text), "label": .text(label), "action": .text(action),
            "hidden": .list(fields.map { ["name": .text($0.key), "value": .text($0.value)] }),
        ]
    }
}

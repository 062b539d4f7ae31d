/// A value for a template.
///
/// There is no case for a missing value: a template gets all values that it uses, and optional values are sections of
/// ``optional(_:)``. Misspelled names are therefore found.
package enum TemplateValue: Sendable, Equatable {
    /// Text, escaped where it is shown: `{{name}}`.
    case text(String)
    /// HTML or SVG from our own code, shown unchanged: `{{{name}}}`. Never text from outside.
    case html(String)
    /// For sections: `{{#name}}…{{/name}}`, `{{^name}}…{{/name}}`.
    case flag(Bool)
    /// A section is repeated for each element.
    case list([TemplateValue])
    /// A section that sees these values first, then those around it.
    case group([String: TemplateValue])

    /// Text that may be missing: `{{#name}}<p>{{.}}</p>{{/name}}`.
    package static func optional(_ text: String?) -> TemplateValue { text.map(TemplateValue.text) ?? .flag(false) }
}

extension TemplateValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .text(text) }
    package init(booleanLiteral flag: Bool) { self = .flag(flag) }
    package init(arrayLiteral elements: TemplateValue...) { self = .list(elements) }
    package init(dictionaryLiteral members: (String, TemplateValue)...) {
        self = .group(Dictionary(uniqueKeysWithValues: members))
    }
}

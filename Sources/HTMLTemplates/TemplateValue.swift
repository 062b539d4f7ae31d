/// A value for a template.
///
/// There is no case for what is missing: a template gets all that it names, and what may be missing is a section of
/// ``optional(_:)``. So a name that is spelled wrong is found.
package enum TemplateValue: Sendable, Equatable {
    /// Text, escaped where it is shown: `{{name}}`.
    case text(String)
    /// HTML or SVG that our own code wrote, shown as it is: `{{{name}}}`. Never text from outside.
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

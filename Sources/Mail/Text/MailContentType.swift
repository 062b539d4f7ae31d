import Mustache
import Platform

/// Escapes text for HTML by Unicode scalar. Mustache's own type escapes by character, so a quote followed by U+200D, which is
/// another character, would pass and end an attribute.
struct MailContentType: MustacheContentType {
    /// Its name in templates: `{{% CONTENT_TYPE:MAIL}}`.
    static let name = "MAIL"

    func escapeText(_ text: String) -> String { HTMLText.escaped(text) }
}

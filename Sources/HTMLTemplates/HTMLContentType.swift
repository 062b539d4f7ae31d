import Mustache
import Platform

/// Escapes text for HTML by Unicode scalar. Mustache's own type escapes by character, so a quote followed by U+200D, which is
/// another character, would pass and end an attribute.
struct HTMLContentType: MustacheContentType {
    func escapeText(_ text: String) -> String { HTMLText.escaped(text) }

    /// The line that each template must begin with: Mustache starts every template and every partial with its own type.
    static let pragma: String = {
        // A static property is made once, whichever threads ask for it; Mustache guards its list with a lock.
        MustacheContentTypes.register(HTMLContentType(), named: "CLOSECAST-HTML")
        return "{{% CONTENT_TYPE:CLOSECAST-HTML}}\n"
    }()
}

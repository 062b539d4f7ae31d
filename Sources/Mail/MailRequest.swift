/// A mail to be sent, without its text.
package struct MailRequest: Sendable, Equatable {
    package var kind: MailKind
    /// The address as the person wrote it.
    package var recipient: String
    /// The name for header and greeting; empty if unknown. May contain anything that a person can type.
    package var recipientName: String
    /// One of ``MailTexts/languages``; anything else means English.
    package var language: String
    /// A complete URL below the address of the service. Secrets are after its `#`.
    package var link: String?
    /// The values that the text shows, by the names of ``MailKind/fields``: `"duration": "24 h"`.
    package var fields: [String: String]
    /// The sentences of a ``MailKind/digest``.
    package var lines: [String] = []
    /// Identifies the mail. It becomes part of the `Message-ID`, so that a repeated delivery is recognised. At most 100 bytes.
    package var id: String

    package init(
        kind: MailKind, recipient: String, recipientName: String = "", language: String = "en", link: String? = nil,
        fields: [String: String] = [:], id: String
    ) {
        (self.kind, self.recipient, self.recipientName, self.language) = (kind, recipient, recipientName, language)
        (self.link, self.fields, self.id) = (link, fields, id)
    }
}

import People

/// Whom people can ask about this server, as its operator has set it.
package struct ServiceContacts: Equatable, Sendable {
    /// Where the source code of this server is.
    package var source: ContactAddress?
    package var general: ContactAddress?
    /// Where to report security problems.
    package var security: ContactAddress?

    package init() {}
}

/// An email address, or the address of a page.
package struct ContactAddress: Equatable, Sendable {
    /// As a person writes it.
    package let text: String
    /// As a link has it.
    package let href: String

    /// - Returns: nil unless `text` is an email address or begins with `https://`.
    package init?(_ text: String) {
        self.text = text
        if text.hasPrefix("https://") {
            guard (9...300).contains(text.utf8.count),
                text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"<>\\^`{|}".utf8.contains($0) })
            else { return nil }
            href = text
        } else {
            guard (try? EmailAddress(text)) != nil, !text.contains("?"), !text.contains("%") else { return nil }
            href = "mailto:\(text)"
        }
    }
}

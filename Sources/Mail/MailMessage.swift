/// A complete mail: its envelope and its bytes.
package struct MailMessage: Sendable, Equatable {
    package let kind: MailKind
    /// As in ``MailRequest/id``, in characters that are safe in headers and file names.
    package let id: String
    package let sender: MailAddress
    package let recipient: MailAddress
    /// When it was written, in seconds since 1970-01-01 UTC.
    package let writtenAt: Int
    /// Headers and body (RFC 5322) in ASCII, with CRLF.
    package let bytes: [UInt8]
}

/// Delivers mails.
package protocol MailTransport: Sendable {
    /// Returns when the next program has accepted the mail; that program reports later failures to the sender's address.
    ///
    /// - Throws: ``MailError``. After a temporary failure, the same mail may be sent again.
    func send(_ mail: MailMessage) async throws(MailError)
}

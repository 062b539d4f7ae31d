/// The last step of a conversation with a server.
package enum SMTPStep: Int, Sendable, Equatable, CaseIterable {
    case connect, hello, tls, login, sender, recipient, message

    /// Whether a reply to it is about one mail, and not about us or the server.
    var isOfMessage: Bool { self == .sender || self == .recipient || self == .message }

    var refusal: String {
        switch self {
        case .connect, .hello: "the connection"
        case .tls: "STARTTLS"
        case .login: "the login"
        case .sender: "the sender"
        case .recipient: "the recipient"
        case .message: "the message"
        }
    }

    var moment: String {
        switch self {
        case .connect: "at its start"
        case .hello: "after EHLO"
        case .tls: "after STARTTLS"
        case .login: "during the login"
        case .sender: "after MAIL"
        case .recipient: "after RCPT"
        case .message: "after DATA"
        }
    }
}

/// The codes of a server's reply. Its text is not kept: it may contain addresses and parts of the mail.
package struct SMTPReply: Sendable, Equatable, CustomStringConvertible {
    /// Such as 550; 0 if the server did not reply.
    package let code: Int
    /// Such as `5.1.1` (RFC 3463); empty if there is none.
    package let extended: String

    package init(code: Int, extended: String = "") { (self.code, self.extended) = (code, extended) }

    package var description: String {
        code == 0 ? "no reply" : extended.isEmpty ? "reply \(code)" : "reply \(code) \(extended)"
    }
}

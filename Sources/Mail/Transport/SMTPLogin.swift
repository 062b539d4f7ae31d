/// How we authenticate to a mail server.
package struct SMTPLogin: Sendable, Equatable {
    package let user: String
    package let password: MailPassword

    package init(user: String, password: MailPassword) { (self.user, self.password) = (user, password) }
}

/// A password that is never printed: its text, and that of anything that contains it, shows `[password]`.
package struct MailPassword: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package let secret: String

    package init(_ secret: String) { self.secret = secret }

    /// `[password]`.
    package var description: String { "[password]" }
    /// `[password]`.
    package var debugDescription: String { "[password]" }
    /// An empty mirror, so that reflection does not reveal the password.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

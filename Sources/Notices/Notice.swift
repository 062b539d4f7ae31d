import Platform

/// A message to a person that waits to be delivered. It contains no text and no secret: its link is made when it is delivered, so a
/// stolen database opens no account.
package struct Notice: Equatable, Sendable {
    /// What a notice reports, such as `password-changed`. Each capability declares its kinds as static members.
    package struct Kind: Hashable, Sendable, CustomStringConvertible {
        package let name: String

        package init(_ name: String) { self.name = name }

        package var description: String { name }
    }

    /// A link in a notice.
    package struct Link: Equatable, Sendable {
        /// The full URL.
        package let url: String
        /// How long the link works, in seconds; nil for a link that does not expire.
        package let seconds: Int?

        package init(url: String, seconds: Int? = nil) { (self.url, self.seconds) = (url, seconds) }
    }

    /// 24 hexadecimal digits, the same for each attempt, so that recipients can recognise a repeated delivery.
    package let id: String
    package let kind: Kind
    /// The id of what it concerns, such as a person or an invitation.
    package let subject: String
    /// The mail address.
    package let recipient: String
    package let recipientName: String
    /// Such as `en`.
    package let language: String
    /// The values that the text mentions, such as a device.
    package let fields: [String: String]
    package let createdAt: Int
    /// The earliest time to deliver it.
    package internal(set) var dueAt: Int
    /// The number of failed attempts.
    package internal(set) var attempts: Int

    /// - Parameter dueAt: nil for a notice that is due at once.
    package init(
        id: String = RandomID.hexadecimal(digits: 24), kind: Kind, subject: String, recipient: String, recipientName: String,
        language: String, fields: [String: String], createdAt: Int, dueAt: Int? = nil, attempts: Int = 0
    ) {
        (self.id, self.kind, self.subject, self.recipient) = (id, kind, subject, recipient)
        (self.recipientName, self.language, self.fields) = (recipientName, language, fields)
        (self.createdAt, self.dueAt, self.attempts) = (createdAt, dueAt ?? createdAt, attempts)
    }
}

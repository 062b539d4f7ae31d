import Records
import Store

/// The messages of the caller.
package struct SupportThread: Record {
    package let unread: Int
    /// Oldest first.
    package let messages: [SupportMessage]

    init(unread: Int, messages: [SupportMessage]) { (self.unread, self.messages) = (unread, messages) }

    package init(_ field: inout Fields<Self>) throws {
        unread = try field("unread", \.unread, nil, Self.unreadNote)
        messages = try field("messages", \.messages, most: Support.shownMessages, Self.messagesNote)
    }

    package static var schemaName: String? { "SupportThread" }
    fileprivate static let unreadNote = "Messages of the other side that are not marked as read."
    fileprivate static let messagesNote = "The newest 500, oldest first."
}

/// The messages of a person, as operators see them.
package struct SupportThreadOfAccount: Record {
    /// The id of the account with which the person signs in.
    package let account: String
    package let name, email: String
    package let unread: Int
    /// Oldest first.
    package let messages: [SupportMessage]

    init(_ writer: Writer, _ thread: SupportThread) {
        (account, name, email) = (writer.account, writer.name, writer.email)
        (unread, messages) = (thread.unread, thread.messages)
    }

    package init(_ field: inout Fields<Self>) throws {
        account = try field("account", \.account, Writer.accountSchema)
        name = try field("name", \.name, Writer.nameSchema)
        email = try field("email", \.email, Writer.emailSchema)
        unread = try field("unread", \.unread, nil, SupportThread.unreadNote)
        messages = try field("messages", \.messages, most: Support.shownMessages, SupportThread.messagesNote)
    }

    package static var schemaName: String? { "SupportThreadOfAccount" }
}

/// A thread in the operators' list.
package struct ListedSupportThread: Record {
    /// The id of the account with which the person signs in.
    package let account: String
    package let name, email: String
    package let unread: Int
    package let last: SupportMessage

    init(_ writer: Writer, unread: Int, last: SupportMessage) {
        (account, name, email) = (writer.account, writer.name, writer.email)
        (self.unread, self.last) = (unread, last)
    }

    package init(_ field: inout Fields<Self>) throws {
        account = try field("account", \.account, Writer.accountSchema)
        name = try field("name", \.name, Writer.nameSchema)
        email = try field("email", \.email, Writer.emailSchema)
        unread = try field("unread", \.unread)
        last = try field("last", \.last)
    }

    package static var schemaName: String? { "ListedSupportThread" }
}

/// The person who wrote the messages.
struct Writer {
    let account: String
    let owner: String
    let name: String
    let email: String

    init(_ row: StoredRow) throws {
        account = try row.decode(forColumn: "account")
        owner = try row.decode(forColumn: "owner")
        name = try row.decode(forColumn: "name")
        email = try row.decode(forColumn: "email")
    }

    static let accountSchema = Schema.text(22...22)
    static let nameSchema = Schema.text(1...80)
    static let emailSchema = Schema.text(3...254)
}

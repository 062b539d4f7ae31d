import Records
import Store

/// The messages of the caller.
package struct SupportThread: Record {
    package let unread: Int
    /// Oldest first.
    package let messages: [SupportMessage]

    init(unread: Int, messages: [SupportMessage]) { (self.unread, self.messages) = (unread, messages) }

    package init(_ field: inout Fields<Self>) throws {
        unread = try field("unread", \.unread, nil, "Messages of the other side that are not marked as read.")
        messages = try field("messages", \.messages, most: Support.shownMessages, "The newest 500, oldest first.")
    }

    package static var schemaName: String? { "SupportThread" }
}

/// The messages of a person, as operators see them.
package struct SupportThreadOfAccount: Record {
    package let person: SupportedPerson
    package let thread: SupportThread

    init(_ person: SupportedPerson, _ thread: SupportThread) { (self.person, self.thread) = (person, thread) }

    package init(_ field: inout Fields<Self>) throws {
        person = try field(\.person)
        thread = try field(\.thread)
    }

    package static var schemaName: String? { "SupportThreadOfAccount" }
}

/// A thread in the operators' list.
package struct ListedSupportThread: Record {
    package let person: SupportedPerson
    package let unread: Int
    package let last: SupportMessage

    init(_ person: SupportedPerson, unread: Int, last: SupportMessage) {
        (self.person, self.unread, self.last) = (person, unread, last)
    }

    package init(_ field: inout Fields<Self>) throws {
        person = try field(\.person)
        unread = try field("unread", \.unread)
        last = try field("last", \.last)
    }

    package static var schemaName: String? { "ListedSupportThread" }
}

/// The person who wrote the messages.
package struct SupportedPerson: Record {
    /// The id of the account with which the person signs in.
    package let account: String
    package let owner, name, email: String

    init(_ row: StoredRow) throws {
        account = try row.decode(forColumn: "account")
        owner = try row.decode(forColumn: "owner")
        name = try row.decode(forColumn: "name")
        email = try row.decode(forColumn: "email")
    }

    package init(_ field: inout Fields<Self>) throws {
        account = try field("account", \.account, .text(22...22))
        owner = try field("owner", \.owner, inDocuments: false)
        name = try field("name", \.name, .text(1...80))
        email = try field("email", \.email, .text(3...254))
    }
}

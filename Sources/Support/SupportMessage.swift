import Platform
import Records
import Store

/// A message between a person and the operators.
package struct SupportMessage: Equatable, StoredRecord {
    package enum Author: String, FieldChoice { case person, `operator` }

    /// `s_` and 16 hexadecimal digits.
    package let id: String
    /// The owner of the thread.
    package let owner: String
    package let author: Author
    /// The account of the operator who wrote it.
    package let operatorAccount: String?
    package let text: String
    package let createdAt: Moment
    package let readAt: Moment?

    init(of owner: String, _ author: Author, operatorAccount: String? = nil, _ text: String, _ now: Moment) {
        id = "s_" + RandomID.hexadecimal(digits: 16)
        (self.owner, self.author, self.operatorAccount) = (owner, author, operatorAccount)
        (self.text, createdAt, readAt) = (text, now, nil)
    }

    package init(_ field: inout Fields<Self>) throws {
        id = try field("id", \.id, .id("s_"))
        owner = try field("owner", \.owner, inDocuments: false)
        author = try field("author", \.author)
        operatorAccount = try field("operator", \.operatorAccount, inDocuments: false)
        text = try field("text", \.text, .text(1...Support.longestMessage))
        createdAt = try field("created_at", \.createdAt)
        readAt = try field("read_at", \.readAt, nil, "When the other side read it.")
    }

    package static var schemaName: String? { "SupportMessage" }
    package static let table = Table<SupportMessage>("support_messages")
}

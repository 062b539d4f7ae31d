/// A message between a person and the operators.
package struct SupportMessage: Equatable, Sendable {
    package enum Author: String, CaseIterable, Sendable { case person, `operator` }

    /// `s_` and 16 hexadecimal digits.
    package let id: String
    /// Whose thread it is in.
    package let owner: String
    package let author: Author
    /// The account of the operator who wrote it.
    package let operatorAccount: String?
    package let text: String
    /// Seconds since 1970-01-01 UTC.
    package let createdAt: Int
    /// When the other side read it.
    package var readAt: Int?

    package init(
        id: String, owner: String, author: Author, operatorAccount: String?, text: String, createdAt: Int, readAt: Int? = nil
    ) {
        (self.id, self.owner, self.author, self.operatorAccount) = (id, owner, author, operatorAccount)
        (self.text, self.createdAt, self.readAt) = (text, createdAt, readAt)
    }
}

/// Threads of messages, in one transaction.
package protocol SupportRecords {
    func supportMessage(id: String) throws -> SupportMessage?
    /// The newest messages of a thread, oldest first.
    func supportMessages(of owner: String, limit: Int) throws -> [SupportMessage]
    /// When a person wrote messages after a time, oldest first.
    func supportMessageTimes(of owner: String, after time: Int) throws -> [Int]
    func insert(_ message: SupportMessage) throws
    /// Marks what one side wrote as read by the other.
    func markSupportRead(of owner: String, by author: SupportMessage.Author, at time: Int) throws
    func unreadSupportCount(of owner: String, by author: SupportMessage.Author) throws -> Int
    /// All threads: those with unread messages first, then the newest.
    func supportThreads(limit: Int) throws -> [(contact: PersonContact, unread: Int, last: SupportMessage)]
}

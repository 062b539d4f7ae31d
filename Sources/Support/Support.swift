import Languages
import Notices
import Platform
import Records
import Store

/// Messages between people and the operators: each person has one thread.
package struct Support: Sendable {
    package static let longestMessage = 4000
    /// The limit for one person.
    package static let mostMessagesAnHour = 20
    /// The number of newest messages that are shown.
    package static let shownMessages = 500
    /// The maximum number of threads in the operators' list.
    private static let listedThreads = 1000

    /// Whether there are operators who can answer: a server without accounts has none.
    package let isAnswered: Bool

    package init(isAnswered: Bool) { self.isAnswered = isAnswered }

    // MARK: The person

    /// A message that a person writes.
    package struct Draft: Record {
        package let text: String

        package init(_ field: inout Fields<Self>) throws { text = try field("text", \.text, .text(0...longestMessage)) }
    }

    package func thread(_ reading: borrowing Reading, _ caller: Caller, _: Nothing) throws -> SupportThread {
        try Self.thread(reading, of: caller.owner, unreadOf: .operator)
    }

    /// Sends a message to the operators. Their earlier messages count as read.
    ///
    /// - Throws: ``SupportError/badText(most:)``, ``SupportError/tooManyMessages(retryAfterSeconds:)``,
    ///   ``SupportError/nobodyAnswers``.
    package func send(_ change: inout Change, _ caller: Caller, _ draft: Draft) throws -> SupportMessage {
        guard isAnswered else { throw SupportError.nobodyAnswers }
        let text = try Self.checked(draft.text)
        try Self.checkPace(change, caller.owner)
        try change.ensureOwner(caller.owner)
        let message = SupportMessage(of: caller.owner, .person, text, change.now)
        try change.insert(message)
        try Self.markRead(change, caller.owner, by: .operator)
        return message
    }

    private static func checkPace(_ change: borrowing Change, _ owner: String) throws {
        let anHourAgo = change.now.seconds - 3600
        let sent = try change.reading.rows(
            SupportMessage.self, "WHERE owner = ? AND author = 'person' AND created_at > ? ORDER BY created_at", owner, anHourAgo)
        guard sent.count >= mostMessagesAnHour else { return }
        let first = sent[sent.count - mostMessagesAnHour].createdAt.seconds
        throw SupportError.tooManyMessages(retryAfterSeconds: first - anHourAgo)
    }

    /// Marks the operators' answers as read.
    package func markRead(_ change: inout Change, _ caller: Caller, _: Nothing) throws {
        try Self.markRead(change, caller.owner, by: .operator)
    }

    // MARK: Operators

    /// The account whose thread is requested.
    package struct Person: Record {
        package let account: String

        package init(account: String) { self.account = account }

        package init(_ field: inout Fields<Self>) throws { account = try field("account", \.account, accountName, accountNote) }
    }

    /// An operator's answer to a person.
    package struct Answer: Record {
        package let account, text: String

        package init(_ field: inout Fields<Self>) throws {
            account = try field("account", \.account, accountName, accountNote)
            text = try field("text", \.text, .text(0...longestMessage))
        }
    }

    private static let (accountName, accountNote) = (Schema.text(1...254), "The account's id.")

    /// All threads: those with unread messages first, then the newest.
    package func threads(_ reading: borrowing Reading, _: Caller, _: Nothing) throws -> [ListedSupportThread] {
        let listed = try reading.rows(
            """
            SELECT people.id AS account, people.owner, people.name, people.email, threads.unread, threads.position
            FROM (
                SELECT owner, max(position) AS position, sum(author = 'person' AND read_at IS NULL) AS unread
                FROM support_messages GROUP BY owner
            ) AS threads
            JOIN people ON people.owner = threads.owner
            ORDER BY threads.unread > 0 DESC, threads.position DESC LIMIT ?
            """, [Self.listedThreads])
        var threads: [ListedSupportThread] = []
        for row in listed {
            let position: Int = try row.decode(forColumn: "position")
            guard let last = try reading.rows(SupportMessage.self, "WHERE position = ?", position).first else { continue }
            threads.append(try ListedSupportThread(SupportedPerson(row), unread: row.decode(forColumn: "unread"), last: last))
        }
        return threads
    }

    /// - Throws: ``SupportError/noThread(_:)``.
    package func thread(_ reading: borrowing Reading, _: Caller, _ person: Person) throws -> SupportThreadOfAccount {
        let writer = try Self.writer(reading, person.account)
        return SupportThreadOfAccount(writer, try Self.thread(reading, of: writer.owner, unreadOf: .person))
    }

    /// Answers a person. The person's earlier messages count as read.
    ///
    /// - Throws: ``SupportError/noThread(_:)``, ``SupportError/badText(most:)``, ``SupportError/ownThread``.
    package func answer(_ change: inout Change, _ caller: Caller, _ answer: Answer) throws -> SupportMessage {
        let text = try Self.checked(answer.text)
        let writer = try Self.writer(change.reading, answer.account)
        guard writer.account != caller.person else { throw SupportError.ownThread }
        let message = SupportMessage(of: writer.owner, .operator, operatorAccount: caller.person, text, change.now)
        try change.insert(message)
        try change.tell(writer.owner, .answer(message.id))
        try Self.markRead(change, writer.owner, by: .person)
        return message
    }

    /// Marks a person's messages as read by the operators, without an answer.
    ///
    /// - Throws: ``SupportError/noThread(_:)``.
    package func markThreadRead(_ change: inout Change, _: Caller, _ person: Person) throws {
        try Self.markRead(change, Self.writer(change.reading, person.account).owner, by: .person)
    }

    // MARK: Rows

    private static func checked(_ text: String) throws(SupportError) -> String {
        guard let text = KeptText.checked(text, most: longestMessage) else { throw .badText(most: longestMessage) }
        return text
    }

    static func thread(
        _ reading: borrowing Reading, of owner: String, unreadOf author: SupportMessage.Author
    ) throws -> SupportThread {
        let unread: Int? = try reading.value(
            "SELECT COUNT(*) FROM support_messages WHERE owner = ? AND author = ? AND read_at IS NULL", [owner, author.rawValue])
        let newest = try reading.rows(SupportMessage.self, "WHERE owner = ? ORDER BY position DESC LIMIT ?", owner, shownMessages)
        return SupportThread(unread: unread ?? 0, messages: newest.reversed())
    }

    /// Marks one side's messages as read by the other.
    private static func markRead(_ change: borrowing Change, _ owner: String, by author: SupportMessage.Author) throws {
        try change.run(
            "UPDATE support_messages SET read_at = ? WHERE owner = ? AND author = ? AND read_at IS NULL", change.now, owner,
            author.rawValue)
    }

    /// Returns a person who has a thread.
    private static func writer(_ reading: borrowing Reading, _ account: String) throws -> SupportedPerson {
        let row = try reading.row(
            """
            SELECT id AS account, owner, name, email FROM people
            WHERE id = ? AND EXISTS (SELECT 1 FROM support_messages WHERE support_messages.owner = people.owner)
            """, [account])
        guard let row else { throw SupportError.noThread(account) }
        return try SupportedPerson(row)
    }
}

extension Announcement {
    /// - Parameter message: the id of the operators' message.
    fileprivate static func answer(_ message: String) -> Announcement {
        Announcement(.support, subject: message, link: "/help") { language in
            switch language {
            case .english: "The operators have answered your message"
            case .italian: "Gli operatori hanno risposto al tuo messaggio"
            case .russian: "Операторы ответили на ваше сообщение"
            case .kazakh: "Операторлар хабарламаңызға жауап берді"
            }
        }
    }
}

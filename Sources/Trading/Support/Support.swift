/// Messages between people and the operators: one thread a person.
package struct Support: Sendable {
    let parts: TradingParts

    package static let longestMessage = 4000
    /// Of one person.
    package static let mostMessagesAnHour = 20
    /// The newest ones, which are shown.
    package static let shownMessages = 500

    /// Whether there is somebody to answer.
    package var isAnswered: Bool { parts.identity != nil }

    /// A thread as one side sees it.
    package struct Thread: Sendable {
        package let messages: [SupportMessage]
        /// Messages of the other side that were not marked as read.
        package let unreadCount: Int
    }

    /// A thread as operators list it.
    package struct Listed: Sendable {
        package let contact: PersonContact
        package let unreadCount: Int
        package let last: SupportMessage
    }

    // MARK: The person

    package func thread(of owner: String) async throws -> Thread {
        try await parts.read { try $0.thread(of: owner, unreadOf: .operator) }
    }

    /// Sends a message to the operators. What they wrote before counts as read.
    ///
    /// - Parameter key: the same key gives the same message again; nil for a new one.
    /// - Throws: ``SupportError/badText(most:)``, ``SupportError/tooManyMessages(retryAfterSeconds:)``,
    ///   ``SupportError/nobodyAnswers``.
    package func send(_ text: String, of owner: String, key: String? = nil) async throws -> SupportMessage {
        guard isAnswered else { throw SupportError.nobodyAnswers }
        let text = try Self.checked(text)
        return try await parts.change { change in
            let id = TradingParts.id("s_", key: key, of: owner)
            if let message = try change.records.supportMessage(id: id) {
                guard message.owner == owner, message.text == text else { throw TradingError.keyReused }
                return message
            }
            let times = try change.records.supportMessageTimes(of: owner, after: change.now - 3600)
            if times.count >= Self.mostMessagesAnHour {
                let wait = times[times.count - Self.mostMessagesAnHour] + 3600 - change.now
                throw SupportError.tooManyMessages(retryAfterSeconds: wait)
            }
            // It makes the owner known, too.
            _ = try change.account(of: owner)
            let message = SupportMessage(
                id: id, owner: owner, author: .person, operatorAccount: nil, text: text, createdAt: change.now)
            try change.records.insert(message)
            try change.records.markSupportRead(of: owner, by: .operator, at: change.now)
            return message
        }
    }

    /// Marks the operators' answers as read.
    package func markRead(of owner: String) async throws {
        try await parts.change { try $0.records.markSupportRead(of: owner, by: .operator, at: $0.now) }
    }

    // MARK: Operators

    /// All threads: those with unread messages first, then the newest.
    package func threads() async throws -> [Listed] {
        try await parts.read { change in
            try change.records.supportThreads(limit: 1000).map {
                Listed(contact: $0.contact, unreadCount: $0.unread, last: $0.last)
            }
        }
    }

    /// - Parameter person: the account's id.
    /// - Throws: ``SupportError/noThread(_:)``.
    package func thread(ofPerson person: String) async throws -> (contact: PersonContact, thread: Thread) {
        try await parts.read { change in
            let contact = try change.writer(person)
            return (contact, try change.thread(of: contact.owner, unreadOf: .person))
        }
    }

    /// Answers somebody. What the person wrote before counts as read.
    ///
    /// - Parameters:
    ///   - operatorAccount: the operator's account.
    ///   - key: the same key gives the same answer again; nil for a new one.
    /// - Throws: ``SupportError/noThread(_:)``, ``SupportError/badText(most:)``, ``SupportError/ownThread``.
    package func answer(
        _ text: String, _ person: String, by operatorAccount: String, key: String? = nil
    ) async throws -> SupportMessage {
        let text = try Self.checked(text)
        return try await parts.change { change in
            let contact = try change.writer(person)
            guard contact.person != operatorAccount else { throw SupportError.ownThread }
            let id = TradingParts.id("s_", key: key, of: operatorAccount)
            if let message = try change.records.supportMessage(id: id) {
                guard message.owner == contact.owner, message.operatorAccount == operatorAccount, message.text == text else {
                    throw TradingError.keyReused
                }
                return message
            }
            let message = SupportMessage(
                id: id, owner: contact.owner, author: .operator, operatorAccount: operatorAccount, text: text,
                createdAt: change.now)
            try change.records.insert(message)
            try change.records.markSupportRead(of: contact.owner, by: .person, at: change.now)
            return message
        }
    }

    /// Marks what somebody wrote as read by the operators, without an answer.
    ///
    /// - Throws: ``SupportError/noThread(_:)``.
    package func markRead(ofPerson person: String) async throws {
        try await parts.change { change in
            try change.records.markSupportRead(of: try change.writer(person).owner, by: .person, at: change.now)
        }
    }

    private static func checked(_ text: String) throws(SupportError) -> String {
        guard let text = KeptText.checked(text, most: longestMessage) else { throw .badText(most: longestMessage) }
        return text
    }
}

extension TradingChange {
    /// Returns somebody who has a thread.
    fileprivate func writer(_ person: String) throws -> PersonContact {
        guard let contact = try records.contact(ofPerson: person),
            try !records.supportMessages(of: contact.owner, limit: 1).isEmpty
        else { throw SupportError.noThread(person) }
        return contact
    }

    fileprivate func thread(of owner: String, unreadOf author: SupportMessage.Author) throws -> Support.Thread {
        Support.Thread(
            messages: try records.supportMessages(of: owner, limit: Support.shownMessages),
            unreadCount: try records.unreadSupportCount(of: owner, by: author))
    }
}

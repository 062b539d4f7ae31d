import Foundation
import Platform
import Records
import Store

/// An article on budgeting, which the first screen of all journals links to.
package struct ReadingTopic: Equatable, StoredRecord {
    /// `j_` and 16 hexadecimal digits.
    package let id: String
    /// Grows with each change, also of the picture.
    package let version: Int
    /// Its place in the list.
    package let number: Int
    package let texts: TopicTexts
    package let hasPicture: Bool

    static let numbers = 1...99

    init(_ id: String, _ draft: ReadingTopicDraft, version: Int, hasPicture: Bool) {
        (self.id, self.version, self.hasPicture) = (id, version, hasPicture)
        (number, texts) = (draft.number, draft.texts)
    }

    package init(_ field: inout Fields<Self>) throws {
        id = try field("id", \.id, .id("j_"))
        version = try field("version", \.version, nil, "Grows with each change, also of the picture.")
        number = try field("number", \.number, .integer(Self.numbers), "Its place in the list.")
        texts = try field("texts", \.texts, nil, "What a language lacks is shown in English, or in the first language that has it.")
        hasPicture = try field("has_picture", \.hasPicture)
    }

    package static var schemaName: String? { "ReadingTopic" }
    package static let table = Table<ReadingTopic>("expense_topics")
}

package struct ReadingTopicDraft: Record {
    package let number: Int
    package let texts: TopicTexts

    package init(_ field: inout Fields<Self>) throws {
        number = try field("number", \.number, .integer(ReadingTopic.numbers), "Its place in the list.")
        texts = try field("texts", \.texts)
    }

    package static var schemaName: String? { "ReadingTopicDraft" }
}

/// What the journals show: the sample list of the pages, the operator's own, or nothing.
package enum ShownTopics: String, FieldChoice { case sample, own, none }

/// The articles on budgeting, which the operator chooses for all people.
package struct ReadingTopics: Sendable {
    package static let most = 20

    package init() {}

    package struct List: Equatable, Record {
        package let shown: ShownTopics
        /// The operator's own.
        package let topics: [ReadingTopic]

        init(shown: ShownTopics, topics: [ReadingTopic]) { (self.shown, self.topics) = (shown, topics) }

        package init(_ field: inout Fields<Self>) throws {
            shown = try field("shown", \.shown, nil, "`sample` is a list that is part of the pages.")
            topics = try field("topics", \.topics, most: ReadingTopics.most, "The operator's own, in their order.")
        }

        package static var schemaName: String? { "ReadingList" }
    }

    package struct Choice: Record {
        package let shown: ShownTopics

        package init(_ field: inout Fields<Self>) throws { shown = try field("shown", \.shown) }
    }

    package struct Named: Record {
        package let id: String

        package init(_ field: inout Fields<Self>) throws { id = try field("topic", \.id, .text(1...40), "The topic's id.") }
    }

    package struct Pictured: Record {
        package let id: String
        let version: Int?

        package init(_ field: inout Fields<Self>) throws {
            id = try field("topic", \.id, .text(1...40), "The topic's id.")
            version = try field(
                "version", \.version, Int.schema, "Not read: an address of its own for each version, because answers are cached.")
        }
    }

    package struct Edit: Record {
        package let id: String
        package let version: Int
        package let draft: ReadingTopicDraft

        package init(_ field: inout Fields<Self>) throws {
            id = try field("topic", \.id, .text(1...40), "The topic's id.")
            version = try field("version", \.version, nil, "As it was read. Another one is refused.")
            draft = try field(\.draft)
        }
    }

    // MARK: Reading

    package func list(_ reading: borrowing Reading, _ caller: Caller, _: Nothing) throws -> List {
        let shown: ShownTopics? = try reading.value("SELECT shown FROM expense_topics_shown", [])
        return List(shown: shown ?? .sample, topics: try reading.rows(ReadingTopic.self, "ORDER BY number, rowid"))
    }

    private func topic(_ reading: borrowing Reading, _ id: String) throws -> ReadingTopic {
        guard let topic = try reading.rows(ReadingTopic.self, "WHERE id = ?", id).first else { throw ExpenseError.noTopic(id) }
        return topic
    }

    /// - Returns: a JPEG.
    /// - Throws: ``ExpenseError/noPicture(_:)``.
    package func picture(_ reading: borrowing Reading, _ caller: Caller, _ input: Pictured) throws -> [UInt8] {
        let jpeg: Data? = try reading.value("SELECT jpeg FROM expense_topic_pictures WHERE topic = ?", [input.id])
        guard let jpeg else { throw ExpenseError.noPicture(input.id) }
        return Array(jpeg)
    }

    // MARK: Changing

    package func choose(_ change: inout Change, _ caller: Caller, _ choice: Choice) throws -> List {
        try show(choice.shown, change)
        return try list(change.reading, caller, Nothing())
    }

    private func show(_ shown: ShownTopics, _ change: borrowing Change) throws {
        try change.run(
            "INSERT INTO expense_topics_shown (only, shown) VALUES (1, ?) ON CONFLICT DO UPDATE SET shown = excluded.shown", shown)
    }

    /// Adds a topic to the operator's own list, which is shown from now on.
    ///
    /// - Throws: ``ExpenseError``.
    package func add(_ change: inout Change, _ caller: Caller, _ draft: ReadingTopicDraft) throws -> ReadingTopic {
        try draft.texts.check()
        let count: Int = try change.reading.value("SELECT count(*) FROM expense_topics", []) ?? 0
        guard count < Self.most else { throw ExpenseError.tooMany(.topics, most: Self.most) }
        let topic = ReadingTopic("j_" + RandomID.hexadecimal(digits: 16), draft, version: 1, hasPicture: false)
        try change.insert(topic)
        try show(.own, change)
        return topic
    }

    /// - Throws: ``ExpenseError``, such as ``ExpenseError/changedMeanwhile(_:)`` for another version.
    package func edit(_ change: inout Change, _ caller: Caller, _ edit: Edit) throws -> ReadingTopic {
        let old = try topic(change.reading, edit.id)
        guard old.version == edit.version else { throw ExpenseError.changedMeanwhile(edit.id) }
        try edit.draft.texts.check()
        let new = ReadingTopic(old.id, edit.draft, version: old.version + 1, hasPicture: old.hasPicture)
        try change.replace(old.id, with: new)
        return new
    }

    /// - Throws: ``ExpenseError/noTopic(_:)``.
    package func remove(_ change: inout Change, _ caller: Caller, _ named: Named) throws {
        try change.run("DELETE FROM expense_topics WHERE id = ?", try topic(change.reading, named.id).id)
    }

    /// - Parameter jpeg: the re-encoded picture; nil removes the present one.
    /// - Throws: ``ExpenseError/noTopic(_:)``.
    package func setPicture(_ change: inout Change, _ jpeg: [UInt8]?, of id: String) throws {
        _ = try topic(change.reading, id)
        try change.run("DELETE FROM expense_topic_pictures WHERE topic = ?", id)
        if let jpeg { try change.run("INSERT INTO expense_topic_pictures (topic, jpeg) VALUES (?, ?)", id, Data(jpeg)) }
        try change.run(
            "UPDATE expense_topics SET has_picture = ?, version = version + 1 WHERE id = ?", jpeg == nil ? 0 : 1, id)
    }
}

import JSONText
import Languages
import Platform
import Records
import Store

/// A notice that a person reads in the app.
package struct InboxNotice: Equatable, StoredRecord {
    /// What a notice is about; people choose by kind how they are told.
    package enum Kind: String, FieldChoice {
        case alert
        /// Payments and orders of the simulated account.
        case practice
        case security
        /// Verification and messages of the operators.
        case support
        case task
        /// The weekly score of the diary.
        case diary
        /// A budget of the expense journal that is nearly or completely spent.
        case budget
        /// A newer version of the program.
        case version
        /// Sent by the person, to try the ways of delivery.
        case test

        /// The kinds for which people choose ways of delivery.
        package static let chosen = allCases.filter { $0 != .test }
    }

    /// `n_` and 16 hexadecimal digits, the same in every way of delivery, so that receivers recognise a repeated one.
    package let id: String
    package let owner: String
    package let kind: Kind
    /// The id of what it is about.
    package let subject: String
    /// The path of the page that shows more.
    package let link: String
    /// In English.
    package let text: String
    /// In the other languages, as JSON.
    let translations: String
    package let createdAt: Moment
    package internal(set) var readAt: Moment?

    init(_ announcement: Announcement, of owner: String, at now: Moment) {
        id = "n_" + RandomID.hexadecimal(digits: 16)
        (self.owner, kind, subject, link) = (owner, announcement.kind, announcement.subject, announcement.link)
        text = announcement.text(.english)
        var writer = JSONWriter()
        writer.object { writer in
            for language in Language.allCases where language != .english {
                writer.member(language.rawValue, announcement.text(language))
            }
        }
        translations = String(decoding: writer.bytes, as: UTF8.self)
        (createdAt, readAt) = (now, nil)
    }

    package init(_ field: inout Fields<Self>) throws {
        id = try field("id", \.id, .id("n_"))
        owner = try field("owner", \.owner, inDocuments: false)
        kind = try field("kind", \.kind)
        subject = try field("subject", \.subject, nil, "The id of what it is about.")
        link = try field("link", \.link, nil, "The path of the page that shows more.")
        text = try field("text", \.text, nil, "In English.")
        translations = try field("translations", \.translations, inDocuments: false)
        createdAt = try field("created_at", \.createdAt)
        readAt = try field("read_at", \.readAt)
    }

    package static var schemaName: String? { "Notice" }
    package static let table = Table<InboxNotice>("notices")

    /// The sentence in a language.
    package func text(in language: Language) -> String {
        guard language != .english, let texts = try? JSONValue(parsing: Array(translations.utf8)) else { return text }
        return texts[language.rawValue]?.string ?? text
    }
}

/// Something that a person is told.
package struct Announcement: Sendable {
    let kind: InboxNotice.Kind
    let subject: String
    let link: String
    let hasOwnMail: Bool
    let text: @Sendable (Language) -> String

    /// - Parameters:
    ///   - subject: the id of what it is about.
    ///   - link: the path of the page that shows more.
    ///   - hasOwnMail: whether a mail about it is sent anyway, so that the person does not get a second one.
    ///   - text: returns the sentence in a language.
    package init(
        _ kind: InboxNotice.Kind, subject: String, link: String, hasOwnMail: Bool = false,
        text: @escaping @Sendable (Language) -> String
    ) {
        (self.kind, self.subject, self.link, self.hasOwnMail, self.text) = (kind, subject, link, hasOwnMail, text)
    }
}

extension Change {
    /// Tells a person something in the app, and later in the ways that the person has turned on, in the same transaction as what it is
    /// about.
    @discardableResult package func tell(_ owner: String, _ announcement: Announcement) throws -> InboxNotice {
        let notice = InboxNotice(announcement, of: owner, at: now)
        try insert(notice)
        try enqueue(notice, hasOwnMail: announcement.hasOwnMail)
        return notice
    }

    /// Tells a person something unless the person was told something of the same kind and subject before.
    ///
    /// - Returns: nil if the person was told before.
    @discardableResult package func tellOnce(_ owner: String, _ announcement: Announcement) throws -> InboxNotice? {
        let isTold: Int? = try reading.value(
            "SELECT 1 FROM notices WHERE subject = ? AND owner = ? AND kind = ? LIMIT 1",
            [announcement.subject, owner, announcement.kind.rawValue])
        return isTold == nil ? try tell(owner, announcement) : nil
    }
}

import JSONText

/// The texts of all mails in one language, from its file in `Messages`.
package struct MailTexts: Sendable {
    /// The text of one kind of mail. All of it may contain placeholders such as `{{device}}`.
    package struct Text: Sendable, Equatable {
        package var subject: String
        package var paragraphs: [String]
        /// Lines such as `Device: Firefox on Linux`, left out if their value is empty.
        package var facts: [Fact]
        /// The label of the link's button.
        package var link: String
        /// Paragraphs after the link.
        package var notes: [String]

        /// All templates of the text.
        package var templates: [String] { [subject, link] + paragraphs + facts.flatMap { [$0.label, $0.value] } + notes }
    }

    package struct Fact: Sendable, Equatable {
        package var label: String
        package var value: String
    }

    /// The languages with texts, English first.
    package static let languages = ["en", "it"]

    /// `en`, …
    package let language: String
    package let greeting: String
    package let greetingWithoutName: String
    /// Introduces the link below its button.
    package let linkCopy: String
    package let footer: String
    private let texts: [MailKind: Text]

    package subscript(kind: MailKind) -> Text { texts[kind]! }

    /// Returns the texts of a language; English for any other.
    package static func language(_ language: String) -> MailTexts { language == "it" ? italian : english }

    private static let english = MailTexts(language: "en", file: PackageResources.en_json)
    private static let italian = MailTexts(language: "it", file: PackageResources.it_json)

    /// The files are part of the program, so an error in one is a bug.
    private init(language: String, file: [UInt8]) {
        do {
            self = try MailTexts(language: language, JSONValue(parsing: file))
        } catch {
            fatalError("Messages/\(language).json: \(error)")
        }
    }

    private init(language: String, _ file: JSONValue) throws(MailTextsError) {
        self.language = language
        func common(_ name: String) throws(MailTextsError) -> String {
            guard let text = file["common"]?[name]?.string else { throw MailTextsError(place: "common.\(name)") }
            return text
        }
        greeting = try common("greeting")
        greetingWithoutName = try common("greetingWithoutName")
        linkCopy = try common("linkCopy")
        footer = try common("footer")
        let link = try common("link")
        var texts: [MailKind: Text] = [:]
        for member in file["mails"]?.members ?? [] {
            guard let kind = MailKind(rawValue: member.key), let text = Self.text(member.value, link: link) else {
                throw MailTextsError(place: "mails.\(member.key)")
            }
            texts[kind] = text
        }
        for kind in MailKind.allCases where texts[kind] == nil { throw MailTextsError(place: "mails.\(kind.rawValue)") }
        self.texts = texts
    }

    /// Returns nil unless every member is of its type and none is unknown.
    private static func text(_ value: JSONValue, link: String) -> Text? {
        guard let members = value.members, let subject = value["subject"]?.string,
            let paragraphs = strings(value["paragraphs"]), let notes = strings(value["notes"] ?? .array([])),
            members.allSatisfy({ ["subject", "paragraphs", "facts", "link", "notes"].contains($0.key) })
        else { return nil }
        let facts = (value["facts"]?.members ?? []).compactMap { member in
            member.value.string.map { Fact(label: member.key, value: $0) }
        }
        return Text(subject: subject, paragraphs: paragraphs, facts: facts, link: value["link"]?.string ?? link, notes: notes)
    }

    private static func strings(_ value: JSONValue?) -> [String]? {
        guard let values = value?.array else { return nil }
        let texts = values.compactMap(\.string)
        return texts.count == values.count ? texts : nil
    }
}

/// A member of a file of texts is missing or malformed.
private struct MailTextsError: Error {
    let place: String
}

import JSONText
import Platform

/// The texts of all mails in one language, from its file in `Messages`.
package struct MailTexts: Sendable {
    /// The text of one kind of mail. Every part may contain placeholders such as `{{device}}`.
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
    package static let languages = ["en", "it", "ru", "kk"]

    /// `en`, …
    package let language: String
    package let greeting: String
    package let greetingWithoutName: String
    /// Introduces the link below its button.
    package let linkCopy: String
    package let footer: String
    private let texts: [MailKind: Text]
    /// The forms of each unit: one for all numbers; for 1 and others; or, as in Russian, for 1, 2 to 4, and others.
    private let durations: [RoundedDuration.Unit: [String]]

    package subscript(kind: MailKind) -> Text { texts[kind]! }

    /// Returns the texts of a language; English for any other.
    package static func language(_ language: String) -> MailTexts {
        switch language {
        case "it": italian
        case "ru": russian
        case "kk": kazakh
        default: english
        }
    }

    /// Returns a span of time, such as `7 days`, in the form used in sentences: in Russian, the accusative.
    package func duration(_ duration: RoundedDuration) -> String {
        let forms = durations[duration.unit]!
        return "\(duration.count) \(forms[Self.form(duration.count, of: forms.count)])"
    }

    /// The plural rules of the Unicode CLDR for whole numbers.
    private static func form(_ number: Int, of forms: Int) -> Int {
        switch (forms, number % 10, number % 100) {
        case (1, _, _): 0
        case (2, _, _): number == 1 ? 0 : 1
        case (_, 1, let rest) where rest != 11: 0
        case (_, 2...4, let rest) where !(12...14).contains(rest): 1
        default: 2
        }
    }

    /// The texts are part of the program, so an error in one is a bug.
    ///
    /// - Parameter json: a literal, which the compiler stores as text. A resource that SwiftPM embeds becomes an array of numbers, whose
    ///   type checking took half of the time of this module.
    init(language: String, json: String) {
        do {
            self = try MailTexts(language: language, JSONValue(parsing: Array(json.utf8)))
        } catch {
            fatalError("the mails in \"\(language)\": \(error)")
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
        var durations: [RoundedDuration.Unit: [String]] = [:]
        for unit in RoundedDuration.Unit.allCases {
            guard let forms = Self.strings(file["common"]?["durations"]?[unit.rawValue]), (1...3).contains(forms.count) else {
                throw MailTextsError(place: "common.durations.\(unit.rawValue)")
            }
            durations[unit] = forms
        }
        self.durations = durations
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

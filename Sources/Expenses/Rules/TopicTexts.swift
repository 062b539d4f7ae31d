import JSONText
import Languages
import Notices
import Records

/// What a topic of the reading list says in a language. Empty texts are those of another language.
package struct TopicText: Hashable, Sendable {
    package let language: Language
    package let title, text, link: String

    package init(_ language: Language, title: String, text: String, link: String) {
        (self.language, self.title, self.text, self.link) = (language, title, text, link)
    }

    package static let titleLength = 120
    package static let textLength = 300
    package static let linkLength = 1000

    /// The host of an https address without a user; nil for any other text.
    package static func host(of link: String) -> String? {
        guard (1...linkLength).contains(link.utf8.count), link.lowercased().hasPrefix("https://"),
            link.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"<>\\^`{|}".utf8.contains($0) })
        else { return nil }
        let authority = link.dropFirst("https://".count).prefix { !"/?#".contains($0) }
        return OutgoingURL("https://\(authority)")?.host
    }
}

/// The texts of a topic, each language once.
package struct TopicTexts: Hashable, Sendable {
    package let texts: [TopicText]

    package init(_ texts: [TopicText]) { self.texts = texts }

    /// The texts for a reader. What the reader's language lacks is English, or of the first language that has it.
    package func shown(in language: Language) -> TopicText {
        let order = ([language, .english] + Language.allCases).compactMap { language in texts.first { $0.language == language } }
        let titled = order.first { !$0.title.isEmpty }
        return TopicText(
            titled?.language ?? language, title: titled?.title ?? "", text: titled?.text ?? "",
            link: order.first { !$0.link.isEmpty }?.link ?? "")
    }

    /// - Throws: ``ExpenseError/noTitle``, ``ExpenseError/badLink(_:index:)``.
    func check() throws {
        guard texts.contains(where: { !$0.title.isEmpty }) else { throw ExpenseError.noTitle }
        guard texts.contains(where: { !$0.link.isEmpty }) else { throw ExpenseError.badLink(nil, index: 0) }
        for (index, text) in texts.enumerated() where !text.link.isEmpty && TopicText.host(of: text.link) == nil {
            throw ExpenseError.badLink(text.link, index: index)
        }
    }
}

extension TopicTexts: StoredList {
    package static var listed: Schema {
        .array(
            .object([
                .init("language", .choice(Language.allCases.map(\.rawValue))),
                .optional("title", .kept(0...TopicText.titleLength), "In at least one language."),
                .optional("text", .kept(0...TopicText.textLength), "A sentence about the article."),
                .optional("link", .kept(0...TopicText.linkLength), "An https address, in at least one language."),
            ]), count: 1...Language.allCases.count)
    }
    package static var example: TopicTexts { TopicTexts([]) }

    package func write(_ writer: inout JSONWriter) {
        writer.array { writer in
            for text in texts {
                writer.object { writer in
                    writer.member("language", text.language.rawValue)
                    writer.member("title", text.title)
                    writer.member("text", text.text)
                    writer.member("link", text.link)
                }
            }
        }
    }

    package func writeStored(_ writer: inout JSONWriter) { write(&writer) }
    package static func stored(_ json: JSONValue) -> TopicTexts? { from(json: json) }

    package static func from(json: JSONValue) -> TopicTexts? {
        let elements = json.array ?? []
        let texts = elements.compactMap { element in
            element["language"]?.string.flatMap(Language.init(rawValue:)).map { language in
                func text(_ name: String) -> String { String((element[name]?.string ?? "").trimmed) }
                return TopicText(language, title: text("title"), text: text("text"), link: text("link"))
            }
        }
        let isWhole = texts.count == elements.count && Set(texts.map(\.language)).count == texts.count
        return isWhole ? TopicTexts(texts) : nil
    }
}

import APIKit
import Expenses
import HTMLTemplates
import Languages
import NIOCore
import PageKit

/// The articles on budgeting on the first screen of all journals. With accounts an operator edits the list, on one person's machine
/// the person.
package struct ReadingPages: Sendable {
    let operations: ReadingTopicOperations
    /// Has the sample list in all languages.
    let files: WebFiles
    let hasAccounts: Bool

    static let path = PagePaths.readingTopics
    private static let new = "\(path)/new"
    private static let own = "\(path)/:topic"

    func add(to pages: inout PageList) {
        let need = ReadingTopicOperations.need
        pages.get(Self.path, need) { .page(try await list($0, FormErrors())) }
        pages.post(Self.path, need, operations.choose.form(to: "\(Self.path)?done=saved"))
        pages.post("\(Self.path)/sample", need, copySample)
        pages.get(Self.new, need) { .page(try await form($0, nil, FormErrors(), nil)) }
        pages.post(Self.new, need) { try await save($0, $1, nil) }
        pages.get(Self.own, need) { .page(try await page($0)) }
        pages.post(Self.own, need) { visit, fields in try await save(visit, fields, try await topic(visit)) }
        pages.post("\(Self.own)/picture", need, maximumBytes: 11 << 20, setPicture)
        pages.post("\(Self.own)/picture/removal", need) { visit, fields in
            _ = try await visit.perform(operations.removePicture, ["topic": visit.path("topic")])
            return .redirect("\(Self.path)/\(visit.path("topic"))?done=saved")
        }
        pages.post("\(Self.own)/remove", need) { visit, fields in
            _ = try await visit.perform(operations.remove, ["topic": visit.path("topic")], key: fields.key)
            return .redirect("\(Self.path)?done=topic-removed")
        }
    }

    static func mayChange(_ visit: Visit) -> Bool {
        if case .scope(let scope) = ReadingTopicOperations.need { visit.caller.scope.allows(scope) } else { false }
    }

    // MARK: On the journal

    private static let icons = ["wallet", "home", "coins"]

    /// The topics of the journal's first screen, in the reader's language.
    static func topics(_ list: ReadingTopics.List, _ words: Words) -> [TemplateValue] {
        switch list.shown {
        case .none: []
        case .sample: sample([words]).enumerated().map { values($1, $0, picture: nil, words.language) }
        case .own:
            list.topics.enumerated().map { number, topic in
                let picture = "/v1/expenses/reading/\(topic.id)/picture?version=\(topic.version)"
                return values(topic.texts, number, picture: topic.hasPicture ? picture : nil, words.language)
            }
        }
    }

    private static func values(_ texts: TopicTexts, _ number: Int, picture: String?, _ language: Language) -> TemplateValue {
        let shown = texts.shown(in: language)
        return [
            "title": .text(shown.title), "text": .optional(shown.text.isEmpty ? nil : shown.text), "href": .text(shown.link),
            "host": .text(TopicText.host(of: shown.link) ?? ""), "language": .text(shown.language.tag),
            "picture": .optional(picture), "icon": .text(icons[number % icons.count]),
        ]
    }

    /// The sample list, with the texts of some languages.
    private static func sample(_ all: [Words]) -> [TopicTexts] {
        (1...).lazy.prefix { number in all.allSatisfy { $0.has("reading.title.\(number)") } }.map { number in
            TopicTexts(
                all.map { words in
                    TopicText(
                        words.language, title: words("reading.title.\(number)"), text: words("reading.text.\(number)"),
                        link: words("reading.link.\(number)"))
                })
        }
    }

    // MARK: The list

    private func cards(_ title: String, _ visit: Visit, isTopic: Bool, _ cards: [CardView], lead: String? = nil) -> Page {
        let words = visit.words
        var page = Journal.cards(
            title, nil, visit, lead: lead, action: isTopic ? nil : (words("reading.new"), Self.new), cards)
        page.place = hasAccounts ? .operators : .expenses
        let place = hasAccounts ? Page.Place.operators : .expenses
        let back = isTopic ? (href: Self.path, label: words("reading.title")) : (href: place.path, label: place.label(words))
        page.values["back"] = ["href": .text(back.href), "label": .text(back.label)]
        return page
    }

    private func list(_ visit: Visit, _ errors: FormErrors) async throws -> Page {
        let (words, list) = (visit.words, try await visit.perform(operations.list))
        var shown = CardView("shown", words("reading.shown"))
        let field = FieldView(
            "shown", .choice(ShownTopics.allCases.map { ($0.rawValue, words("reading.shown.\($0.rawValue)")) }),
            words("reading.shown-label"), value: list.shown.rawValue)
        shown.forms = [FormView(Self.path, [field], submit: words("expenses.save"), kind: .plain).values(errors)]
        var own = CardView("topics", words("reading.shown.own"))
        own.items = list.topics.map { topic in
            let shown = topic.texts.shown(in: words.language)
            var item = ItemView(title: shown.title, detail: "\(topic.number) · \(TopicText.host(of: shown.link) ?? "")")
            item.link = (words("expenses.change"), "\(Self.path)/\(topic.id)")
            return item
        }
        own.emptyText = words("reading.none")
        if list.topics.count + 3 <= ReadingTopics.most {
            own.forms = [FormView("\(Self.path)/sample", submit: words("reading.copy-sample"), kind: .plain).values()]
        }
        return cards(words("reading.title"), visit, isTopic: false, [shown, own], lead: words("reading.lead")).with(errors)
    }

    /// Adds the topics of the sample list to the own ones.
    private func copySample(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let all = Language.allCases.compactMap { files.current.words[$0] }
        do {
            for (number, texts) in Self.sample(all).enumerated() {
                // Each has a key of its own, so that a form that is sent twice adds it once.
                _ = try await visit.perform(
                    operations.add, Self.texts(number + 1, texts.texts), key: fields.key.map { "\($0)-\(number)" })
            }
        } catch {
            return .page(try await list(visit, try FormErrors(error, [], visit.words)))
        }
        return .redirect("\(Self.path)?done=saved")
    }

    private static func texts(_ number: Int, _ texts: [TopicText]) -> [(name: String, text: String)] {
        [(name: "number", text: "\(number)")]
            + texts.enumerated().flatMap { index, text in
                [
                    (name: "texts/\(index)/language", text: text.language.rawValue), ("texts/\(index)/title", text.title),
                    ("texts/\(index)/text", text.text), ("texts/\(index)/link", text.link),
                ]
            }
    }

    // MARK: A topic

    private func topic(_ visit: Visit) async throws -> ReadingTopic {
        let id = visit.path("topic")
        guard let topic = try await visit.perform(operations.list).topics.first(where: { $0.id == id }) else {
            throw ExpenseError.noTopic(id).refusal
        }
        return topic
    }

    private func page(_ visit: Visit) async throws -> Page { try await form(visit, try await topic(visit), FormErrors(), nil) }

    /// - Parameter topic: nil for a new one.
    private func form(_ visit: Visit, _ topic: ReadingTopic?, _ errors: FormErrors, _ typed: Fields?) async throws -> Page {
        let words = visit.words
        let last = try await visit.perform(operations.list).topics.last?.number ?? 0
        let number = topic?.number ?? min(last + 1, 99)
        var fields = [FieldView("number", .digits, words("reading.number"), value: "\(number)", isRequired: true)]
        for language in Language.allCases {
            let stored = topic?.texts.texts.first { $0.language == language }
            func field(_ name: String, _ value: String?) -> FieldView {
                FieldView(
                    "\(name)-\(language.rawValue)", .text, words("reading.field.\(name)", ["language": language.ownName]),
                    value: value ?? "")
            }
            fields += [field("title", stored?.title), field("text", stored?.text), field("link", stored?.link)]
        }
        let path = topic.map { "\(Self.path)/\($0.id)" } ?? Self.new
        var save = FormView(path, fields, submit: words("expenses.save"))
        if let topic { save.hidden = [("version", "\(topic.version)")] }
        let isPicture = errors.byField["picture"] != nil
        var card = CardView("texts", words("reading.texts"), words("reading.texts-text"))
        card.forms = [save.values(isPicture ? FormErrors() : errors, typed: typed)]
        var all = [card]
        if let topic { all += pictureAndRemoval(topic, words, isPicture ? errors : FormErrors()) }
        let title = topic?.texts.shown(in: words.language).title ?? words("reading.new")
        return cards(title, visit, isTopic: true, all).with(errors)
    }

    private func pictureAndRemoval(_ topic: ReadingTopic, _ words: Words, _ errors: FormErrors) -> [CardView] {
        let path = "\(Self.path)/\(topic.id)"
        var picture = CardView("picture", words("reading.picture"), words("reading.picture-text"))
        let file = FieldView(
            "picture", .file(accept: SentPicture.types), words("account.picture.file"), hint: words("account.picture.hint"))
        picture.forms = [
            FormView("\(path)/picture", [file], submit: words("account.picture.submit"), kind: .plain).values(errors)
        ]
        if topic.hasPicture {
            picture.forms.append(
                FormView("\(path)/picture/removal", submit: words("account.picture.remove"), kind: .plain).values())
        }
        var remove = CardView("remove", words("expenses.remove"))
        remove.forms = [FormView("\(path)/remove", submit: words("expenses.remove"), kind: .danger).values()]
        return [picture, remove]
    }

    private static let pointers: [String: String] = {
        var pointers = ["/number": "number"]
        for (index, language) in Language.allCases.enumerated() {
            for name in ["title", "text", "link"] { pointers["/texts/\(index)/\(name)"] = "\(name)-\(language.rawValue)" }
        }
        return pointers
    }()

    private static let limits = Language.allCases.flatMap { language in
        [("title", TopicText.titleLength), ("text", TopicText.textLength), ("link", TopicText.linkLength)].map {
            (name: "\($0.0)-\(language.rawValue)", most: $0.1)
        }
    }

    /// - Parameter topic: nil for a new one.
    private func save(_ visit: Visit, _ fields: Fields, _ topic: ReadingTopic?) async throws -> Outcome {
        let typed = Language.allCases.map { language in
            func text(_ name: String) -> String { fields["\(name)-\(language.rawValue)"] }
            return TopicText(language, title: text("title"), text: text("text"), link: text("link"))
        }
        var texts = Self.texts(0, typed)
        texts[0] = (name: "number", text: fields["number"])
        var errors = FormErrors()
        errors.addLongTexts(Self.limits, fields, visit.words)
        guard errors.isEmpty else { return .page(try await form(visit, topic, errors, fields)) }
        do {
            if let topic {
                texts += [(name: "topic", text: topic.id), (name: "version", text: fields["version"])]
                _ = try await visit.perform(operations.edit, texts, key: fields.key)
            } else {
                _ = try await visit.perform(operations.add, texts, key: fields.key)
            }
            return .redirect("\(Self.path)?done=saved")
        } catch {
            return .page(try await form(visit, topic, try FormErrors(error, Self.pointers, visit.words), fields))
        }
    }

    private func setPicture(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let (topic, words) = (try await topic(visit), visit.words)
        guard let file = fields.file("picture") else {
            return .page(try await form(visit, topic, FormErrors(words("account.picture.missing"), to: "picture"), nil))
        }
        guard let type = SentPicture.type(of: file) else {
            return .page(try await form(visit, topic, FormErrors(words("problem.code.not-a-picture"), to: "picture"), nil))
        }
        do {
            _ = try await visit.perform(
                operations.setPicture, ["topic": topic.id], bytes: ByteBuffer(bytes: file.bytes), type: type)
            return .redirect("\(Self.path)/\(topic.id)?done=saved")
        } catch {
            return .page(try await form(visit, topic, try FormErrors(error, ["body": "picture"], words), nil))
        }
    }
}

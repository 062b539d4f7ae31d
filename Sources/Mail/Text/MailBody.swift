import HTMLTemplates

/// A mail's subject and both its parts, with all values in place.
struct MailBody: Sendable {
    let language: String
    let subject: String
    private let greeting: String
    private let paragraphs: [String]
    private let facts: [(label: String, value: String)]
    private let lines: [String]
    private let link: (label: String, url: String)?
    private let linkCopy: String
    private let notes: [String]
    private let footer: String

    /// - Parameters:
    ///   - texts: those of the request's language.
    ///   - values: by the names of placeholders, cleaned already.
    ///   - lines: those of a list, cleaned already.
    init(
        _ kind: MailKind, _ texts: MailTexts, values: [String: String], lines: [String] = [], greetingName: String?, link: String?
    ) {
        let text = texts[kind]
        func filled(_ template: String) -> String { Self.filled(template, values) }
        let tied = values.mapValues { $0.replacing(" ", with: Self.tie) }
        func sentences(_ template: String) -> String { Self.filled(template, tied) }
        language = texts.language
        subject = filled(text.subject)
        greeting =
            greetingName.map { Self.filled(texts.greeting, ["name": $0]) } ?? texts.greetingWithoutName
        paragraphs = text.paragraphs.map(sentences)
        facts = text.facts.map { (filled($0.label), filled($0.value)) }.filter { !$0.1.isEmpty }
        self.lines = lines
        self.link = link.map { (filled(text.link), $0) }
        linkCopy = texts.linkCopy
        notes = text.notes.map(sentences)
        footer = filled(texts.footer)
    }

    /// A non-breaking space: values in sentences, such as "24 h", stay together.
    private static let tie = "\u{A0}"

    /// Puts the values into one of our templates. Values are never parsed as templates.
    private static func filled(_ template: String, _ values: [String: String]) -> String {
        do {
            return try HTMLTemplates.plainText(template, values)
        } catch {
            // The templates are part of the program, and tests send each kind of mail.
            fatalError("\(template): \(error)")
        }
    }

    // MARK: Parts

    /// The lines of the text part.
    var textLines: [String] {
        var blocks = [[greeting]] + paragraphs.map(Self.wrapped)
        if !facts.isEmpty { blocks.append(facts.map { "  \($0.label): \($0.value)" }) }
        if !lines.isEmpty { blocks.append(lines.map { "- \($0)" }) }
        if let link { blocks.append(["\(link.label):", link.url]) }
        blocks += notes.map(Self.wrapped)
        blocks.append(["-- "] + Self.wrapped(footer))
        return Array(blocks.joined(separator: [""]))
    }

    /// The lines of the HTML part. All values are escaped here and nowhere else.
    var htmlLines: [String] {
        let link = link.map { ["label": .text($0.label), "url": .text($0.url), "copy": .text(linkCopy)] as TemplateValue }
        let values: [String: TemplateValue] = [
            "language": .text(language), "subject": .text(subject), "greeting": .text(greeting),
            "paragraphs": .list(paragraphs.map(TemplateValue.text)), "hasFacts": .flag(!facts.isEmpty),
            "facts": .list(facts.map { ["label": .text($0.label), "value": .text($0.value)] }), "link": link ?? false,
            "hasLines": .flag(!lines.isEmpty), "lines": .list(lines.map(TemplateValue.text)),
            "notes": .list(notes.map(TemplateValue.text)), "footer": .text(footer),
        ]
        return Self.layout.render("layout", values).split(separator: "\n").map(String.init)
    }

    private static let layout: HTMLTemplates = {
        do {
            return try HTMLTemplates(["layout": MailLayout.text]) { faults in assertionFailure("\(faults)") }
        } catch {
            fatalError("\(error)")
        }
    }()

    /// Breaks a paragraph into lines of at most 72 characters, unless a word is longer.
    private static func wrapped(_ paragraph: String) -> [String] {
        var lines = [""]
        for word in paragraph.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= 72 {
                lines[lines.count - 1] = line + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.map { $0.replacing(tie, with: " ") }
    }
}

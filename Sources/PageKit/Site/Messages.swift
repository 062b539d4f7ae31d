import HTMLTemplates
import JSONText
import Languages

/// The texts of the pages in one language.
struct Messages: Sendable {
    /// A text, or one for each plural form.
    enum Text: Sendable, Equatable {
        case plain(String)
        case plural([PluralForm: String])
    }

    let language: Language
    let texts: [String: Text]
    /// The texts without placeholders, for templates: `nav.markets` is `{{m.nav-markets}}`.
    let plain: TemplateValue

    /// - Parameter files: each an object of texts by key; a text with plural forms is an object:
    ///   `{"one": "{n} day", "other": "{n} days"}`.
    /// - Throws: ``WebFilesError``.
    init(_ language: Language, _ files: [(file: String, json: String)]) throws(WebFilesError) {
        var texts: [String: Text] = [:]
        var places: [String: String] = [:]
        for (file, json) in files {
            let object: JSONValue
            do { object = try JSONValue(parsing: Array(json.utf8)) } catch { throw .invalid(file, "\(error)") }
            guard case .object(let members) = object else { throw .invalid(file, "not an object") }
            for member in members {
                guard let text = Self.text(member.value, language) else {
                    throw .invalid(file, "\"\(member.key)\" is not a text or plural forms, or has an unknown limit")
                }
                if let other = places.updateValue(file, forKey: member.key) {
                    throw .invalid(file, "\"\(member.key)\" is also in \(other)")
                }
                texts[member.key] = text
            }
        }
        (self.language, self.texts) = (language, texts)
        plain = .group(
            [String: TemplateValue](
                texts.compactMap { key, text in
                    if case .plain(let text) = text { (Self.templateName(key), .text(text)) } else { nil }
                }, uniquingKeysWith: { first, _ in first }))
    }

    private static func templateName(_ key: String) -> String {
        String(decoding: key.utf8.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
    }

    private static func text(_ value: JSONValue, _ language: Language) -> Text? {
        if let text = value.string { return TextLimits.filled(text, language).map { .plain($0) } }
        guard case .object(let members) = value, !members.isEmpty else { return nil }
        var forms: [PluralForm: String] = [:]
        for member in members {
            guard let form = PluralForm(rawValue: member.key),
                let text = member.value.string.flatMap({ TextLimits.filled($0, language) })
            else { return nil }
            forms[form] = text
        }
        return forms[.other] == nil ? nil : .plural(forms)
    }

    /// Returns the texts that scripts use, as a script of its own.
    var script: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            for (key, text) in texts.sorted(by: { $0.key < $1.key }) where key.hasPrefix("script.") {
                writer.key(String(key.dropFirst("script.".count)))
                switch text {
                case .plain(let text): writer.string(text)
                case .plural(let forms):
                    writer.object { writer in
                        for (form, text) in forms.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                            writer.member(form.rawValue, text)
                        }
                    }
                }
            }
        }
        return Array("export default ".utf8) + writer.bytes + Array(";\n".utf8)
    }
}

/// Formats texts, numbers and days in one language, and knows how coins are marked.
package final class Words: Sendable {
    let messages: Messages
    package let format: Conventions
    let signs: CoinSigns

    init(messages: Messages, format: Conventions, signs: CoinSigns = CoinSigns()) {
        (self.messages, self.format, self.signs) = (messages, format, signs)
    }

    func with(_ signs: CoinSigns) -> Words { Words(messages: messages, format: format, signs: signs) }

    package var language: Language { messages.language }

    /// Returns a text with its placeholders filled in.
    ///
    /// - Parameters:
    ///   - key: must be in the message files; a test finds missing ones.
    ///   - n: selects the plural form, and fills `{n}`.
    package func callAsFunction(_ key: String, n: Int? = nil, _ values: [String: String] = [:]) -> String {
        guard let text = messages.texts[key] else {
            assertionFailure("no message \(key)")
            return key
        }
        var values = values
        if let n, values["n"] == nil { values["n"] = format.price(Double(n), decimals: 0) }
        return Self.filled(template(text, n), values, isItalian: language == .italian)
    }

    /// Whether the text exists.
    package func has(_ key: String) -> Bool { messages.texts[key] != nil }

    private func template(_ text: Messages.Text, _ n: Int?) -> String {
        switch text {
        case .plain(let text): text
        case .plural(let forms): forms[language.plural(n ?? 0)] ?? forms[.other]!
        }
    }

    /// Replaces `{name}` in one pass: a value with braces stays as it is.
    static func filled(_ template: String, _ values: [String: String], isItalian: Bool = false) -> String {
        guard !values.isEmpty, template.utf8.contains(UInt8(ascii: "{")) else { return template }
        var result = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let name = String(rest[rest.index(after: open)..<close])
            let value = values[name] ?? "{\(name)}"
            if isItalian { ItalianArticle.suit(&result, to: value) }
            result += value
            rest = rest[rest.index(after: close)...]
            // A Russian date ends with "г." itself.
            if value.hasSuffix("."), rest.hasPrefix(".") { rest.removeFirst() }
        }
        return result + rest
    }
}

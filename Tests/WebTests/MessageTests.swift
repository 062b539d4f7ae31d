import JSONText
import Ledger
import Market
import PageKit
import Platform
import Testing
import Trading

/// The texts of the pages: complete in every language, all of them used, none of them missing.
@Suite struct MessageTests {
    private static let root = (0..<3).reduce(#filePath) { path, _ in Files.folder(of: path) }
    private static let languages = ["en", "it", "ru", "kk"]

    /// The plural forms that each language needs for whole numbers (Unicode CLDR).
    private static let forms = [
        "en": ["one", "other"], "it": ["one", "other"], "ru": ["few", "many", "one", "other"], "kk": ["one", "other"],
    ]

    /// Texts by key; those with plural forms have one for each.
    private static func texts(_ language: String) throws -> [String: [String: String]] {
        var texts: [String: [String: String]] = [:]
        for file in try files(below: "\(root)/web", ending: ".\(language).json") {
            let json = try JSONValue(parsing: Files.read(file))
            for member in try #require(json.members) {
                let forms = member.value.members.map { Dictionary($0.map { ($0.key, $0.value.string ?? "") }) { $1 } }
                let isNew = texts.updateValue(forms ?? ["": member.value.string ?? ""], forKey: member.key) == nil
                #expect(isNew, "\(file): \(member.key) is given twice")
            }
        }
        return texts
    }

    private static func placeholders(_ text: String) -> Set<String> {
        Set(text.matches(of: /\{([a-zA-Z0-9]+)\}/).map { String($0.output.1) })
    }

    @Test(arguments: languages) func everyLanguageHasTheTextsOfEnglish(language: String) throws {
        let (english, texts) = (try Self.texts("en"), try Self.texts(language))
        for key in english.keys.sorted() where texts[key] == nil { Issue.record("\(language): \(key) is missing") }
        for (key, forms) in texts.sorted(by: { $0.key < $1.key }) {
            guard let original = english[key] else {
                Issue.record("\(language): \(key) is not in English")
                continue
            }
            #expect((forms[""] == nil) == (original[""] == nil), "\(language): \(key) has plural forms in one language only")
            // Italian may have a form for whole millions.
            let given = forms.keys.filter { language != "it" || $0 != "many" }.sorted()
            if forms[""] == nil { #expect(given == Self.forms[language]!, "\(language): \(key)") }
            let wanted = original.values.reduce(into: Set<String>()) { $0.formUnion(Self.placeholders($1)) }
            for (form, text) in forms {
                #expect(!text.isEmpty, "\(language): \(key) is empty")
                // A form such as "one" may leave the number out.
                let own = Self.placeholders(text)
                #expect(own == wanted || (form != "" && own.union(["n"]) == wanted.union(["n"])), "\(language): \(key) \(form)")
            }
        }
    }

    /// Names, units and figures that are the same in several languages.
    private static var same: Regex<Substring> { /^[\d\s{}A-Za-z%,.:;·–→\/()+×≈-]{0,24}$/ }

    @Test(arguments: ["ru", "kk"]) func nothingIsLeftInEnglish(language: String) throws {
        let english = try Self.texts("en")
        for (key, forms) in try Self.texts(language).sorted(by: { $0.key < $1.key }) {
            for (form, text) in forms {
                let hasCyrillic = text.unicodeScalars.contains { (0x400...0x52F).contains($0.value) }
                guard !hasCyrillic, english[key]?[form] == text else { continue }
                #expect(text.wholeMatch(of: Self.same) != nil, "\(language): \(key) is English: \(text)")
            }
        }
    }

    @Test func italianIsNotEnglish() throws {
        let english = try Self.texts("en")
        for (key, forms) in try Self.texts("it").sorted(by: { $0.key < $1.key }) {
            for (form, text) in forms where english[key]?[form] == text {
                #expect(text.split(separator: " ").count <= 3, "it: \(key) is English: \(text)")
            }
        }
    }

    // MARK: Limits

    /// A number of characters or digits in a text is one of the rules, so that no hint differs from what is accepted.
    @Test(arguments: [
        "en": "characters|digits;", "it": "caratteri|cifre", "ru": "символов|цифр\\b", "kk": "таңба(?!, монетада)",
    ]) func limitsAreThoseOfTheRules(language: String, nouns: String) throws {
        let typed = try Regex("\\d (visible |visibili |видимых |көрінетін )?(\(nouns))")
        let english = try Self.texts("en")
        for (key, forms) in try Self.texts(language).sorted(by: { $0.key < $1.key }) {
            let named = Self.limits(forms)
            #expect(named == Self.limits(english[key] ?? [:]), "\(language): \(key)")
            #expect(named.isSubset(of: TextLimits.all.keys), "\(language): \(key)")
            for text in forms.values { #expect(text.firstMatch(of: typed) == nil, "\(language): \(key): \(text)") }
        }
    }

    private static func limits(_ forms: [String: String]) -> Set<String> {
        Set(forms.values.flatMap { $0.matches(of: /\{limit\.([a-z-]+)\}/).map { String($0.output.1) } })
    }

    // MARK: Words

    /// The words of a text in lower case, with a space around each.
    private static func spaced(_ text: String) -> String {
        " " + text.lowercased().split { !$0.isLetter }.joined(separator: " ") + " "
    }

    /// The rejected words of the glossary, with spaces where they must begin or end.
    private static func rejectedWords(_ language: String) throws -> [String] {
        let glossary = String(decoding: try Files.read("\(root)/docs/glossary.md"), as: UTF8.self)
        let rows = glossary.matches(of: /\| ([a-z]{2}) \| ([^|]+) \| [^|]+ \|/).filter { $0.output.1 == language }
        return rows.flatMap { $0.output.2.split(separator: ", ") }.map { word in
            word.hasSuffix("-") ? " \(word.dropLast())" : " \(word) "
        }
    }

    @Test(arguments: ["en": "English", "it": "Italian", "ru": "Russian", "kk": "Kazakh"])
    func noTextHasARejectedWord(language: String, name: String) throws {
        let rejected = try Self.rejectedWords(language)
        #expect(!rejected.isEmpty)
        let mails = try Files.read("\(Self.root)/Sources/Mail/Messages/MailTexts\(name).swift")
        var places = try Self.texts(language).mapValues { Self.spaced($0.values.joined(separator: " ")) }
        places["a mail"] = Self.spaced(String(decoding: mails, as: UTF8.self))
        for (place, text) in places.sorted(by: { $0.key < $1.key }) {
            for word in rejected { #expect(!text.contains(word), "\(language): \(place) says\(word)") }
        }
    }

    /// In Kazakh, an ending behind a placeholder would be wrong for most values, but not behind a share: its percent sign is read last.
    @Test func noKazakhPlaceholderTakesAnEnding() throws {
        let ending = try Regex("\\}(-((і|ы|сі|сы)\\p{Ll}*|\\p{Ll}{1,2}|[дт][ае]н|[ндт][іы]ң)\\b|\\p{Ll})")
        for (key, forms) in try Self.texts("kk").sorted(by: { $0.key < $1.key }) {
            for text in forms.values {
                #expect(text.replacing("{share}-дан", with: "").firstMatch(of: ending) == nil, "\(key): \(text)")
            }
        }
    }

    // MARK: Codes

    /// The reasons why orders and purchases of plans end without a trade.
    private static let endsOfOrders: [TradingError] = {
        let bitcoin = Ticker("BTC")!
        return [
            .tooSmall(.one, .usd, least: .one), .tooLarge(.one, .usd, most: .one), .nothingForIt(bitcoin),
            .noPrice(bitcoin, time: nil, ageLimitMinutes: 15), .notEnough(bitcoin, have: .zero, need: .one), .notVerified(.trade),
            .overLimit(.trade, .day, limit: .one, used: .one, level: .basic),
        ]
    }()

    /// The reasons why payments are returned.
    private static let endsOfPayments = ["account-closed", "account-unknown"]

    /// Without the text, a page would not say why nothing was traded.
    @Test(arguments: languages) func everyReasonHasAText(language: String) throws {
        let texts = try Self.texts(language)
        for error in Self.endsOfOrders { #expect(texts["trade.reason.\(error.code)"] != nil, "\(language): \(error.code)") }
        for code in Self.endsOfPayments {
            for page in ["trade", "pay"] { #expect(texts["\(page).reason.\(code)"] != nil, "\(language): \(page) \(code)") }
        }
    }

    // MARK: Use

    /// The keys in the sources of the pages: whole keys, and prefixes of keys that are completed at run time.
    private struct Uses {
        var keys: Set<String> = []
        var beginnings: Set<String> = []
        /// Keys that must exist, with the file that names them.
        var required: [String: String] = [:]
    }

    /// The folders with the sources of pages: of the kit, of each face, and of what all faces are composed in.
    private static func pageFolders() throws -> [String] {
        let faces = try Files.names(in: "\(root)/Sources").filter { $0.hasSuffix("Web") && $0 != "Web" }
        return ["\(root)/Sources/PageKit", "\(root)/Sources/Web"] + faces.map { "\(root)/Sources/\($0)/Pages" }
    }

    private static func uses() throws -> Uses {
        var uses = Uses()
        for file in try pageFolders().flatMap({ try files(below: $0, ending: ".swift") }) {
            let text = String(decoding: try Files.read(file), as: UTF8.self)
            for match in text.matches(of: /"([a-z][A-Za-z0-9.\-]*)"/) { uses.keys.insert(String(match.output.1)) }
            for match in text.matches(of: /"([a-z][A-Za-z0-9.\-]*[.\-])\\\(/) { uses.beginnings.insert(String(match.output.1)) }
            for match in text.matches(of: /\b(?:words|self)\(\s*"([a-z][A-Za-z0-9.\-]*)"/) {
                uses.required[String(match.output.1)] = file
            }
            for match in text.matches(of: /done=([a-z][a-z\-]*[a-z])["&]/) { uses.required["done.\(match.output.1)"] = file }
        }
        for file in try files(below: "\(root)/web", ending: ".mustache") {
            let text = String(decoding: try Files.read(file), as: UTF8.self)
            for match in text.matches(of: /\{\{[#^]?\s*m\.([A-Za-z0-9\-]+)\s*\}\}/) {
                uses.required["m." + match.output.1] = file
            }
        }
        for file in try files(below: "\(root)/web", ending: ".js") {
            let text = String(decoding: try Files.read(file), as: UTF8.self)
            for match in text.matches(of: /["'`]([a-z][A-Za-z0-9.\-]*)["'`]/) { uses.keys.insert("script.\(match.output.1)") }
            for match in text.matches(of: /`([a-z][A-Za-z0-9.\-]*[.\-])\$\{/) { uses.beginnings.insert("script.\(match.output.1)") }
            for match in text.matches(of: /\bsay\(\s*"([a-z][A-Za-z0-9.\-]*)"/) { uses.required["script.\(match.output.1)"] = file }
        }
        return uses
    }

    private static func files(below folder: String, ending: String) throws -> [String] {
        var found: [String] = []
        for name in try Files.names(in: folder) {
            let path = "\(folder)/\(name)"
            if Files.isFolder(path) {
                found += try files(below: path, ending: ending)
            } else if name.hasSuffix(ending) {
                found.append(path)
            }
        }
        return found
    }

    @Test func everyTextIsUsedAndNoneIsMissing() throws {
        let (texts, uses) = (try Self.texts("en"), try Self.uses())
        // Templates name a key with hyphens for its dots.
        let inTemplates = Dictionary(grouping: texts.keys) { "m." + $0.replacing(".", with: "-") }
        for (name, keys) in inTemplates { #expect(keys.count == 1, "\(keys) have one name in templates: \(name)") }
        for (key, file) in uses.required.sorted(by: { $0.key < $1.key }) {
            #expect(texts[key] != nil || inTemplates[key] != nil, "\(file) names \(key), which is in no message file")
        }
        #expect(uses.required.count > 30)
        for key in texts.keys.sorted() {
            let isUsed =
                uses.keys.contains(key) || uses.required[key] != nil || uses.required["m." + key.replacing(".", with: "-")] != nil
                || uses.beginnings.contains { key.hasPrefix($0) }
            #expect(isUsed, "no page uses \(key)")
        }
    }
}

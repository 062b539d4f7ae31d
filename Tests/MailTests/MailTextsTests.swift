import Foundation
import Mail
import Platform
import Testing

@Suite struct MailTextsTests {
    private static let all = MailTexts.languages.flatMap { language in MailKind.allCases.map { (language, $0) } }

    private static func placeholders(_ templates: [String]) -> Set<String> {
        Set(templates.flatMap { $0.matches(of: /\{\{([^}]*)\}\}/).map { String($0.1) } })
    }

    @Test(arguments: all) func everyKindHasATextInEveryLanguage(language: String, kind: MailKind) {
        let texts = MailTexts.language(language)
        #expect(texts.language == language)
        #expect(!texts[kind].subject.isEmpty)
        #expect(!texts[kind].paragraphs.isEmpty)
    }

    @Test(arguments: all) func placeholdersAreTheDeclaredFields(language: String, kind: MailKind) {
        let used = Self.placeholders(MailTexts.language(language)[kind].templates)
        #expect(used.subtracting(["service", "url"]) == kind.fields.union(kind.optionalFields))
    }

    /// A field that is only used in a fact may be empty, and its line is left out. In a sentence it would leave a gap.
    @Test(arguments: all) func onlyFactsShowWhatMayBeEmpty(language: String, kind: MailKind) {
        let text = MailTexts.language(language)[kind]
        let inSentences = Self.placeholders([text.subject, text.link] + text.paragraphs + text.notes)
        #expect(inSentences.isSubset(of: ["service", "url", "duration", "date"]))
    }

    @Test(arguments: all) func templatesOnlyNameValues(language: String, kind: MailKind) {
        for template in MailTexts.language(language)[kind].templates {
            #expect(!template.contains("{{{"), "\(template)")
            #expect(!template.contains("<"), "\(template)")
            let names = Self.placeholders([template])
            #expect(names.allSatisfy { $0.allSatisfy(\.isLetter) }, "\(template)")
        }
    }

    /// A subject is shown on a locked telephone: it names no device, place or address.
    @Test(arguments: all) func subjectsAreShortAndNameNoPersonalValue(language: String, kind: MailKind) {
        let subject = MailTexts.language(language)[kind].subject
        #expect(subject.count <= 60)
        #expect(Self.placeholders([subject]).isSubset(of: ["service"]))
    }

    /// A mail about something that another person may have done says what to do in that case.
    @Test(arguments: all) func theReaderIsToldWhatToDoIfItWasNotThem(language: String, kind: MailKind) {
        let byOthers: Set<MailKind> = [
            .invitation, .secondFactorRemoval, .accountLocked, .accountUnlocked, .accountDeleted, .identityDecided,
            .notice, .digest,
        ]
        let notes = MailTexts.language(language)[kind].notes.joined(separator: " ")
        if !byOthers.contains(kind) {
            #expect(notes.contains(Self.notYou[language]!), "\(notes)")
        } else if kind != .accountUnlocked {
            #expect(!notes.isEmpty)
        }
    }

    private static let notYou = [
        "en": "If this wasn't you", "it": "Se non sei stato tu", "ru": "Если это были не вы", "kk": "Егер бұл сіз болмасаңыз",
    ]

    /// Every text with words differs from English, and uses the letters of its language.
    @Test(arguments: all.filter { $0.0 != "en" }) func everyTextIsTranslated(language: String, kind: MailKind) {
        let templates = MailTexts.language(language)[kind].templates
        let english = MailTexts.language("en")[kind].templates
        #expect(templates.count == english.count)
        for template in templates {
            let words = template.replacing(#/\{\{[^}]*\}\}/#, with: "")
            guard words.contains(where: \.isLetter) else { continue }
            #expect(!english.contains(template), "\(template)")
            // Names of things that are the same everywhere.
            let letters = words.replacing("API", with: "").replacing("PIN", with: "").unicodeScalars.filter(
                \.properties.isAlphabetic)
            let isCyrillic: (Unicode.Scalar) -> Bool = { (0x400...0x52F).contains($0.value) }
            #expect(letters.allSatisfy { isCyrillic($0) == (language != "it") }, "\(template)")
            // Letters of the other language.
            if language == "ru" { #expect(!words.contains(where: "ӘәҒғҚқҢңӨөҰұҮүҺһІі".contains), "\(template)") }
        }
        if language == "kk" { #expect(templates.joined().contains(where: "әғқңөұүі".contains)) }
    }

    @Test(arguments: [
        (90, ["90 s", "90 secondi", "90 секунд", "90 секунд"]), (101, ["101 s", "101 secondi", "101 секунду", "101 секунд"]),
        (15 * 60, ["15 min", "15 minuti", "15 минут", "15 минут"]), (21 * 60, ["21 min", "21 minuti", "21 минуту", "21 минут"]),
        (62 * 60, ["62 min", "62 minuti", "62 минуты", "62 минут"]),
        (111 * 60, ["111 min", "111 minuti", "111 минут", "111 минут"]),
        (24 * 3600, ["24 h", "24 ore", "24 часа", "24 сағат"]), (12 * 3600, ["12 h", "12 ore", "12 часов", "12 сағат"]),
        (2 * 86_400, ["2 days", "2 giorni", "2 дня", "2 күн"]), (7 * 86_400, ["7 days", "7 giorni", "7 дней", "7 күн"]),
        (21 * 86_400, ["21 days", "21 giorni", "21 день", "21 күн"]), (1, ["1 s", "1 secondo", "1 секунду", "1 секунд"]),
    ])
    func aDurationHasThePluralOfItsLanguage(seconds: Int, texts: [String]) {
        let duration = RoundedDuration(seconds: seconds)
        #expect(MailTexts.languages.map { MailTexts.language($0).duration(duration) } == texts)
    }

    @Test func aKindOfNoticeNamesItsText() {
        #expect(MailKind(notice: "verification") == .verification)
        #expect(MailKind(notice: "second-factor-removal-pending") == .secondFactorRemovalPending)
        for name in ["", "-", "passwordreset", "password", "Verification"] { #expect(MailKind(notice: name) == nil, "\(name)") }
    }

    @Test func otherLanguagesAreEnglish() {
        for language in ["", "fr", "EN", "it-IT", "../it", "en.json", "RU", "kz"] {
            #expect(MailTexts.language(language).language == "en")
        }
    }

    @Test func requestsOfEveryKindAreWritten() throws {
        for (language, kind) in Self.all {
            let mail = try ReadMail(MailWorld.message(MailWorld.request(kind, language: language)).bytes)
            for value in MailWorld.request(kind).fields.values {
                #expect(mail.text.contains(value), "\(kind): \(value)")
                #expect(mail.html.replacing("\u{A0}", with: " ").contains(value), "\(kind): \(value)")
            }
            for part in [mail.text, mail.html] {
                #expect(!part.contains("{{") && !part.contains("}}"), "\(kind)")
                #expect(part.contains(MailWorld.link), "\(kind)")
            }
            #expect(mail.header("Content-Language") == language)
        }
    }
}

import Foundation
import Mail
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

    /// A field that is known only in a fact may be empty, and its line is left out. In a sentence it would leave a hole.
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

    /// What can be the work of somebody else says what to do then.
    @Test(arguments: all) func theReaderIsToldWhatToDoIfItWasNotThem(language: String, kind: MailKind) {
        let byOthers: Set<MailKind> = [.invitation, .secondFactorRemoval, .accountLocked, .accountUnlocked, .accountDeleted]
        let notes = MailTexts.language(language)[kind].notes.joined(separator: " ")
        if !byOthers.contains(kind) {
            #expect(notes.contains(language == "en" ? "If this wasn't you" : "Se non sei stato tu"), "\(notes)")
        } else if kind != .accountUnlocked {
            #expect(!notes.isEmpty)
        }
    }

    @Test func otherLanguagesAreEnglish() {
        for language in ["", "fr", "EN", "it-IT", "../it", "en.json"] { #expect(MailTexts.language(language).language == "en") }
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

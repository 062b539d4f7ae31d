import Languages
import Testing

@Suite struct LanguageTests {
    @Test(arguments: [
        ("it-IT,it;q=0.9,en;q=0.8", Language.italian), ("fr, ru;q=0.5, kk;q=0.7", .kazakh), ("*", .english), ("en-GB", .english),
        ("KK-kz", .kazakh), ("it;q=0, ru;q=0.1", .russian), ("it;q=0.5,ru;q=0.5", .italian), (" ru ; q=1.000 ", .russian),
        ("fr-FR", nil), ("", nil), (";;,,", nil), ("it;q=2", nil), ("it;q=x", nil), ("italiano", nil),
    ])
    func theBrowsersWishIsRead(header: String, language: Language?) {
        #expect(Language(acceptLanguage: header) == language)
    }
}

import Languages
import Testing

@Suite struct TypedDecimalTests {
    /// A row: the typed text, and its meaning in English, Italian, Russian and Kazakh.
    @Test(arguments: [
        ("1234.5", "1234.5", "1234.5"), ("1234,5", "1234.5", "1234.5"), ("1.234,5", "1234.5", "1234.5"),
        ("1,234.5", "1234.5", "1234.5"),
        ("1 234,5", "1234.5", "1234.5"), ("1\u{A0}234\u{202F}567.25", "1234567.25", "1234567.25"),
        ("1'234.50", "1234.50", "1234.50"),
        ("1\u{2019}234", "1234", "1234"), (" 42 ", "42", "42"), ("007", "7", "7"), (".5", "0.5", "0.5"), (",5", "0.5", "0.5"),
        ("5.", "5", "5"), ("0", "0", "0"), ("1,234", "1234", "1.234"), ("0,123", "0.123", "0.123"),
        ("0.123", "0.123", "0.123"), ("1,234,567", "1234567", "1234567"), ("1.234.567", "1234567", "1234567"),
        ("12345.678", "12345.678", "12345.678"),
    ])
    func amountsAreReadInBothNotations(typed: String, english: String, others: String) {
        #expect(Conventions(of: .english).decimal(typed: typed) == english)
        for language in [Language.italian, .russian, .kazakh] {
            #expect(Conventions(of: language).decimal(typed: typed) == others, "\(language)")
        }
    }

    /// A point between groups of three digits is a group mark in Italian only.
    @Test func aPointIsAGroupMarkWhereTheLanguageHasIt() {
        for (typed, italian, russian) in [
            ("1.234", "1234", "1.234"), ("12.345", "12345", "12.345"), ("1.234.567", "1234567", "1234567"),
        ] {
            #expect(Conventions(of: .italian).decimal(typed: typed) == italian)
            #expect(Conventions(of: .russian).decimal(typed: typed) == russian)
            #expect(Conventions(of: .kazakh).decimal(typed: typed) == russian)
        }
    }

    @Test(arguments: Language.allCases) func withoutGroupsBothMarksAreDecimal(language: Language) {
        let conventions = Conventions(of: language)
        for typed in ["43.238", "43,238"] { #expect(conventions.decimalWithoutGroups(typed: typed) == "43.238") }
        for typed in ["1.234,5", "4.3.2", "4x", ""] {
            #expect(conventions.decimalWithoutGroups(typed: typed) == conventions.decimal(typed: typed), "\(typed)")
        }
    }

    @Test(
        arguments: Language.allCases,
        [
            "", " ", ".", ",", "-5", "+5", "1e5", "12,34,567", "1.2.3,4", "1,2,3.4", "12 5", "1 234 5", "1,234.567,8", "0 123",
            "1 2345",
            "1.234 567", "12a", "٣", "１２", "1\u{301}", "5%", "$5", "1,,5", "1..5", "1. 5", String(repeating: "1", count: 61),
        ])
    func whatIsNoAmountIsRefused(language: Language, typed: String) {
        #expect(Conventions(of: language).decimal(typed: typed) == nil)
    }

    @Test(arguments: Language.allCases) func whatWeWriteWeRead(language: Language) {
        let conventions = Conventions(of: language)
        for plain in ["0.5", "12", "1234.56", "1234567.891", "999999999999.000000000000000001"] {
            #expect(conventions.decimal(typed: conventions.exact(plain)) == plain)
        }
    }
}

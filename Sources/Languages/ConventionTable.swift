/// The differences between the languages in numbers and dates.
///
/// Source: Unicode CLDR 47 for en-GB, it, ru and kk. `web/shared/scripts/locale.js` has the same table; a test compares the two.
package struct ConventionTable: Equatable, Sendable {
    /// Between a number and its decimals.
    package let decimalMark: String
    /// Between groups of three digits. Numbers of four digits are grouped in every language, because figures are shown in columns.
    package let groupMark: String
    /// The percent sign, with the space before it.
    package let percentMark: String
    /// Short names of months next to a day of the month.
    package let months: [String]
    /// Short names of months without a day.
    package let aloneMonths: [String]
    /// Long names of months next to a day of the month.
    package let longMonths: [String]
    /// `{d}` day, `{M}` short month, `{L}` long month, `{y}` year.
    package let shortDate: String
    package let dayDate: String
    package let plainDate: String
    /// `{A}` short month without a day.
    package let monthAndYear: String
    /// The suffixes of millions, billions (10⁹) and trillions (10¹²), with the space before them.
    package let largeUnits: [String]
    /// Bytes, kilobytes (1,000 bytes), megabytes, gigabytes.
    package let byteUnits: [String]
}

extension Language {
    /// The language's table.
    package var table: ConventionTable {
        switch self {
        case .english: .english
        case .italian: .italian
        case .russian: .russian
        case .kazakh: .kazakh
        }
    }
}

extension ConventionTable {
    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    fileprivate static let english = ConventionTable(
        decimalMark: ".", groupMark: ",", percentMark: "%", months: words("Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec"),
        aloneMonths: words("Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec"),
        longMonths: words("January February March April May June July August September October November December"),
        shortDate: "{d} {M} {y}", dayDate: "{d} {M}", plainDate: "{d} {L} {y}", monthAndYear: "{A} {y}",
        largeUnits: ["m", "bn", "tn"], byteUnits: ["B", "kB", "MB", "GB"])

    fileprivate static let italian = ConventionTable(
        decimalMark: ",", groupMark: ".", percentMark: "%", months: words("gen feb mar apr mag giu lug ago set ott nov dic"),
        aloneMonths: words("gen feb mar apr mag giu lug ago set ott nov dic"),
        longMonths: words("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
        shortDate: "{d} {M} {y}", dayDate: "{d} {M}", plainDate: "{d} {L} {y}", monthAndYear: "{A} {y}",
        largeUnits: ["\u{A0}Mln", "\u{A0}Mld", "\u{A0}Bln"], byteUnits: ["B", "kB", "MB", "GB"])

    /// Months next to a day are in the genitive: 5 мая, but май alone.
    fileprivate static let russian = ConventionTable(
        decimalMark: ",", groupMark: "\u{A0}", percentMark: "\u{A0}%",
        months: words("янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек."),
        aloneMonths: words("янв. февр. март апр. май июнь июль авг. сент. окт. нояб. дек."),
        longMonths: words("января февраля марта апреля мая июня июля августа сентября октября ноября декабря"),
        shortDate: "{d} {M} {y}\u{202F}г.", dayDate: "{d} {M}", plainDate: "{d} {L} {y}\u{202F}г.", monthAndYear: "{A} {y}",
        largeUnits: ["\u{A0}млн", "\u{A0}млрд", "\u{A0}трлн"], byteUnits: ["Б", "кБ", "МБ", "ГБ"])

    fileprivate static let kazakh = ConventionTable(
        decimalMark: ",", groupMark: "\u{A0}", percentMark: "%",
        months: words("қаң. ақп. нау. сәу. мам. мау. шіл. там. қыр. қаз. қар. жел."),
        aloneMonths: words("қаң. ақп. нау. сәу. мам. мау. шіл. там. қыр. қаз. қар. жел."),
        longMonths: words("қаңтар ақпан наурыз сәуір мамыр маусым шілде тамыз қыркүйек қазан қараша желтоқсан"),
        shortDate: "{y}\u{202F}ж. {d} {M}", dayDate: "{d} {M}", plainDate: "{y}\u{202F}ж. {d} {L}",
        monthAndYear: "{y}\u{202F}ж. {L}", largeUnits: ["\u{A0}млн", "\u{A0}млрд", "\u{A0}трлн"],
        byteUnits: ["Б", "кБ", "МБ", "ГБ"])
}

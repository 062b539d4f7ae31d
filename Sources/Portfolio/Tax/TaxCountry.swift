import Ledger
import Market

/// A country whose rules a tax report applies.
package enum TaxCountry: String, CaseIterable, Sendable {
    case italy = "it"
    case germany = "de"
    case kazakhstan = "kz"
    case unitedStates = "us"
    case unitedKingdom = "gb"
    /// No country in particular.
    case generic

    /// The rules of the country.
    package var rules: TaxRules {
        switch self {
        case .italy: .italy
        case .germany: .germany
        case .kazakhstan: .kazakhstan
        case .unitedStates: .unitedStates
        case .unitedKingdom: .unitedKingdom
        case .generic: .generic
        }
    }
}

/// The rules by which a country counts gains. They say nothing about the tax that is due.
package struct TaxRules: Sendable {
    /// A law or guidance that rules are from.
    package struct Source: Equatable, Sendable {
        /// In the language of the country.
        package let title: String
        /// Its date, or that of the version: `2025-03-06`.
        package let date: String
        /// Whether its own text was read; otherwise descriptions by others.
        package let isOriginal: Bool

        init(_ title: String, _ date: String, isOriginal: Bool = false) {
            (self.title, self.date, self.isOriginal) = (title, date, isOriginal)
        }
    }

    /// In English.
    package let name: String
    /// The methods that it accepts, the usual one first.
    package let methods: [MatchingMethod]
    /// Whether each wallet has lots of its own; otherwise all wallets have them together.
    package let isPerWallet: Bool
    /// The month and day on which a tax year begins.
    package let yearStart: (month: Int, day: Int)
    /// When a disposal counts as one of coins that were held for long; nil if it makes no difference.
    package let holding: HoldingPeriod?
    /// The code of the currency in which the country counts.
    package let currencyCode: String
    /// What a reader must know, in English.
    package let note: String
    package let sources: [Source]

    init(
        _ name: String, _ methods: [MatchingMethod], isPerWallet: Bool = false, yearStart: (month: Int, day: Int) = (1, 1),
        holding: HoldingPeriod? = nil, currency: String, note: String, sources: [Source] = []
    ) {
        (self.name, self.methods, self.isPerWallet, self.yearStart) = (name, methods, isPerWallet, yearStart)
        (self.holding, currencyCode, self.note, self.sources) = (holding, currency, note, sources)
    }

    /// The currency of figures, unless another one is requested: the country's own.
    package var currency: Currency { Currency(currencyCode) ?? .usd }

    /// The years that ``days(of:)`` knows.
    package static let years = 1970...9998

    /// The days of a tax year, by the year in which it begins.
    package func days(of year: Int) -> Range<Day> {
        guard let start = Day(year: year, month: yearStart.month, day: yearStart.day),
            let end = Day(year: year + 1, month: yearStart.month, day: yearStart.day)
        else { preconditionFailure("the year \(year) was not checked") }
        return start..<end
    }
}

/// When coins were held for more than a year.
package enum HoldingPeriod: Sendable {
    /// After the day a year later that has the date of the acquisition; 28 February for a leap day.
    case afterSameDate
    /// From the day a year later that has the date of the day after the acquisition; 1 March for a leap day.
    case fromDateOfNextDay

    /// Returns the first day on which a disposal is one of coins held for more than a year.
    package func firstLongDay(acquired: Day) -> Day {
        switch self {
        case .afterSameDate: Self.yearAfter(acquired) { $0 } + 1
        case .fromDateOfNextDay: Self.yearAfter(acquired + 1) { $0 + 1 }
        }
    }

    /// - Parameter leap: returns what stands for a leap day, given 28 February.
    private static func yearAfter(_ day: Day, _ leap: (Day) -> Day) -> Day {
        let (year, month, number) = day.civil
        // Beyond the calendar, nothing is held for a year.
        return Day(year: year + 1, month: month, day: number) ?? Day(year: year + 1, month: 2, day: 28).map(leap) ?? day + 366
    }
}

extension TaxRules {
    static let italy = TaxRules(
        "Italy", [.lifo], currency: "EUR",
        note: """
            Gains are taxed at 26 % until 2025 and at 33 % if they are realized from 2026; since 2025 there is no threshold of 2,000 EUR. \
            Last in, first out is the order of art. 67(1-bis) TUIR for currencies and securities; it is commonly applied to coins, but \
            no official text that says so was found. An exchange between coins with the same features can be exempt (circular 30/E, \
            3.1); here it counts like a sale and a purchase. Costs revalued at 1 January 2023 or 2025 are not \
            applied.
            """,
        sources: [
            Source("Art. 67(1)(c-sexies) e 68(9-bis) TUIR, aggiunti dalla L. 197/2022, art. 1, commi 126-147", "2022-12-29"),
            Source("Agenzia delle Entrate, circolare 30/E", "2023-10-27"),
            Source("L. 207/2024, art. 1, commi 23-25", "2024-12-30"),
        ])

    static let germany = TaxRules(
        "Germany", [.fifo, .average], isPerWallet: true, holding: .afterSameDate, currency: "EUR",
        note: """
            Private sales are taxable only within a year of the acquisition; later ones are exempt. Since 2024, those within a year are \
            exempt too if the gains of all private sales of the year stay below 1,000 EUR. Each wallet has lots of its own. The \
            oldest coins are sold first, which decides how long they were held. Their cost is their own or, with the method average, the \
            average of all coins that the wallet holds. The method of a coin in a wallet stays until all of it is sold.
            """,
        sources: [
            Source("§ 22 Nr. 2, § 23 Abs. 1 Satz 1 Nr. 2 und Abs. 3 Satz 5 EStG", "2024"),
            Source("BMF-Schreiben IV C 1 - S 2256/00042/064/043, Einzelfragen zu Kryptowerten, Rz. 53, 61, 62", "2025-03-06"),
        ])

    static let kazakhstan = TaxRules(
        "Kazakhstan", [.fifo, .lifo, .hifo, .average], currency: "KZT",
        note: """
            No rule on the order of lots was found, and it was not verified which gains on coins are taxed: article 382 of the tax code \
            taxes gains on the property that it lists. The generic rules are applied, with the calendar year.
            """,
        sources: [Source("Налоговый кодекс РК № 214-VIII, ст. 382", "2025-07-18")])

    static let unitedStates = TaxRules(
        "United States", [.fifo, .lifo, .hifo], isPerWallet: true, holding: .fromDateOfNextDay, currency: "USD",
        note: """
            Coins held for more than a year are long-term. Since 2025, each wallet has lots of its own; this report counts so in all \
            years, and applies no allocation of costs as of 1 January 2025. Other methods than first in, first out identify the coins of \
            each sale, and need records that were made by the time of the sale.
            """,
        sources: [
            Source("26 CFR 1.1012-1(j); 26 U.S.C. 1222", "2024-06-28"),
            Source("IRS, Rev. Proc. 2024-28", "2024-06-28"),
            Source("IRS, Notice 2014-21, and FAQ on digital assets", "2014"),
        ])

    static let unitedKingdom = TaxRules(
        "United Kingdom", [.shares], yearStart: (4, 6), currency: "GBP",
        note: """
            The tax year begins on 6 April of the year named. Disposals are matched with acquisitions of the same day, then with those \
            of the 30 days after, then with the pool of section 104, over all wallets. Gifts are not counted as disposals here; in the \
            United Kingdom most gifts are, at market value, except to a spouse, a civil partner or, usually, a charity.
            """,
        sources: [
            Source("Taxation of Chargeable Gains Act 1992, ss 104, 105, 106A", "1992"),
            Source("HMRC, Cryptoassets Manual, CRYPTO22100, and CRYPTO22200 to CRYPTO22256", "2021-03-30", isOriginal: true),
        ])

    static let generic = TaxRules(
        "No country", MatchingMethod.allCases, currency: "USD",
        note: "The rules of no country: calendar years, all wallets together, and the method that you choose.")
}

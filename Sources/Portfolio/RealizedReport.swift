import Ledger
import Market

/// All disposals that realized a gain or loss: sales, fees and income.
///
/// Without a year, the gains of its rows add up to the realized gain in the ``GainsReport`` of the same wallets, day and cost
/// basis.
package struct RealizedReport: Sendable {
    /// A lot or part of a lot that was sold or paid as a fee; or income, in cash or at market value.
    package struct Row: Equatable, Sendable {
        /// The disposal, with its cost and proceeds.
        package let disposal: Disposal
        package let asset: Asset
        /// The wallet of the disposal.
        package let wallet: Wallet
        /// The index among the rows of its transaction.
        package let part: Int
        /// The day of the disposal, in the report's time zone.
        package let day: Day
        /// The day of the acquisition, in the report's time zone; nil for cash, for income, and for coins that were owed.
        package let acquiredDay: Day?
        /// The number of days between the two; nil if the acquisition's day is unknown.
        package var heldDays: Int? { acquiredDay.map { day - $0 } }
    }

    /// The sums of a calendar year, in the report's time zone.
    package struct Year: Equatable, Sendable {
        package let year: Int
        /// The sums of its rows.
        package let sums: RealizedGains.Sums
    }

    /// A disposal so close to the end of a year that its year depends on the time zone.
    package struct YearsEnd: Equatable, Sendable {
        /// In seconds since 1970-01-01 UTC.
        package let time: Int
        /// Its day in places where the year differs from that in UTC.
        package let dayElsewhere: Day
    }

    /// The wallets of the report.
    package let wallets: WalletGroup
    /// Which lots are disposed of first; nil for wallets with different rules.
    package let costBasis: CostBasis?
    /// The year of the report; nil for all.
    package let year: Int?
    /// The rows, in order of disposal.
    package let rows: [Row]
    /// The years that have rows, oldest first.
    package let years: [Year]
    /// The sums of all rows.
    package let total: RealizedGains.Sums
    /// The currency of all figures.
    package let currency: Currency
    /// The time zone of all days and years.
    package let zone: CalendarZone
    /// Disposals that belong to ``year`` in UTC but not everywhere, or elsewhere but not in UTC; empty for a zone other than UTC,
    /// and without a year.
    package let atYearsEnd: [YearsEnd]
    /// The days of its rows that were converted by the rate of an earlier day, oldest first.
    package let olderRates: [OlderRate]

    /// The number of rows sold at midnight UTC, the time recorded for days without a time: they keep that day in every zone.
    package var wholeDays: Int { zone == .utc ? 0 : rows.count { CalendarZone.isWholeDay($0.disposal.time) } }
}

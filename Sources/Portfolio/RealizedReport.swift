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
        /// Its asset.
        package let asset: Asset
        /// The wallet of the disposal.
        package let wallet: Wallet
        /// The index among the rows of its transaction.
        package let part: Int

        /// The day of the disposal, UTC.
        package var day: Day { Day(secondsSince1970: disposal.time) }
        /// The day of the acquisition, UTC; nil for cash, for income, and for coins that were owed.
        package var acquiredDay: Day? { disposal.acquiredAt.map { Day(secondsSince1970: $0) } }
        /// The number of days between the two; nil if the acquisition's day is unknown.
        package var heldDays: Int? { acquiredDay.map { day - $0 } }
    }

    /// The sums of a calendar year, UTC.
    package struct Year: Equatable, Sendable {
        /// The year.
        package let year: Int
        /// The sums of its rows.
        package let sums: RealizedGains.Sums
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
}

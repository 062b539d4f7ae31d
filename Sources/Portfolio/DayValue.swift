import Ledger
import Market

/// The value of a wallet at the end of a day.
package struct DayValue: Equatable, Sendable {
    package let day: Day
    /// The value in US dollars; nil if the close of a holding is not stored.
    package let value: Money?
    /// What came in from outside during the day, in US dollars at the day's closes; nil if one of them is not stored.
    package let inflow: Money?
    /// What went out during the day, in US dollars at the day's closes; nil if one of them is not stored.
    package let outflow: Money?
    /// The assets held without a stored close, ordered by id.
    package let missing: [AssetID]
    /// The day of the oldest currency rate that the figures use, if it is before ``day``: a weekend has no rates of its own. Nil
    /// otherwise.
    package let olderRateDay: Day?

    /// Inflow minus outflow; nil if a close is not stored.
    package var netFlow: Money? {
        guard let inflow, let outflow else { return nil }
        return inflow - outflow  // both are zero or more, so the difference is no larger than either
    }
}

import Ledger
import Market

/// A fee paid for a trade, a withdrawal or a transfer; more than zero.
package struct PaidFee: Equatable, Sendable {
    /// The day of the history entry.
    package let day: Day
    /// Cash, or the coin that was sent.
    package let asset: AssetID
    package let amount: FixedDecimal

    package init(day: Day, asset: AssetID, amount: FixedDecimal) { (self.day, self.asset, self.amount) = (day, asset, amount) }
}

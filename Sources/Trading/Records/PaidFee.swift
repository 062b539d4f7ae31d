import Ledger
import Market

/// A fee that was paid for a trade, a withdrawal or a transfer; more than zero.
package struct PaidFee: Equatable, Sendable {
    /// The day of the entry of the history.
    package let day: Day
    /// Cash, or the coin that was sent.
    package let asset: AssetID
    package let amount: FixedDecimal

    package init(day: Day, asset: AssetID, amount: FixedDecimal) { (self.day, self.asset, self.amount) = (day, asset, amount) }
}

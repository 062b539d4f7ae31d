import Ledger
import Market

/// A simulated purchase or sale at the close of a day.
package struct PaperTrade: Equatable, Sendable {
    package enum Side: String, CaseIterable, Sendable { case buy, sell }

    package let day: Day
    /// An index into the coins of the match.
    package let coin: Int
    package let side: Side
    /// How much of the coin.
    package let quantity: Quantity
    /// The close of the day, in US dollars per coin.
    package let price: FixedDecimal
    /// The value of the quantity before the fee, in US dollars.
    package let value: FixedDecimal
    /// In US dollars; paid from the cash.
    package let fee: FixedDecimal
}

import Ledger
import Market

/// The close of a day as an exact price, with its source.
package struct PriceOfDay: Equatable, Sendable {
    package let day: Day
    /// The price of a coin, in the currency of the report.
    package let price: Money
    /// The stored close in US dollars; nil for the currency of the report without a stored close.
    package let close: Money?
    /// A provider's name, or `file:` and the name of a file; nil for cash, whose price is 1.
    package let source: String?
    /// When it was retrieved, in seconds since 1970-01-01 UTC; nil for cash.
    package let retrievedAt: Int?

    /// Creates a price with its source.
    package init(day: Day, price: Money, close: Money?, source: String? = nil, retrievedAt: Int? = nil) {
        (self.day, self.price, self.close, self.source, self.retrievedAt) = (day, price, close, source, retrievedAt)
    }

    /// Creates the price of a report in US dollars.
    package init(day: Day, price: Money, source: String? = nil, retrievedAt: Int? = nil) {
        self.init(day: day, price: price, close: price, source: source, retrievedAt: retrievedAt)
    }

    /// Returns nil if the close of the candle is too large or too small for 18 decimal places.
    init?(_ stored: StoredCandle) {
        guard let price = FixedDecimal(exactly: stored.candle.close), price > .zero else { return nil }
        self.init(day: stored.candle.day, price: .usd(price), source: stored.source, retrievedAt: stored.retrievedAt)
    }
}

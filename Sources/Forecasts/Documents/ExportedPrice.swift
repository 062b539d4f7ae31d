import Forecasting
import JSONText
import Market

/// Returns a price for JSON and CSV: 8 significant digits, more than a single-precision forecast has.
package func exported(_ price: Double) -> Double { PriceText.rounded(price, digits: 8) }

extension JSONWriter {
    /// Writes an ``exported(_:)`` price.
    package mutating func price(_ price: Double) {
        if !decimal(price, significantDigits: 8) { number(exported(price)) }
    }
}
